import { allSamples, type Sample } from './samples.ts';

/** A mutant by the name that makes it again. */
export interface Planned {
  readonly sample: Sample;
  readonly name: string;
}

/** Files that take long get fewer mutants: `share` of what a small file gets. */
const shares = [
  { above: 200_000, share: 0.01 },
  { above: 25_000, share: 0.3 },
  { above: 0, share: 1 },
] as const;

const shareOf = ({ size }: Sample): number => shares.find(({ above }) => size > above)?.share ?? 1;

/** Plans about so many mutants of all samples. The same seed plans the same. */
export function planMutants(seed: string, count: number): Planned[] {
  const samples = allSamples();
  const whole = samples.reduce((sum, sample) => sum + shareOf(sample), 0);
  return samples.flatMap((sample) => {
    const { length } = { length: Math.ceil((count * shareOf(sample)) / whole) };
    return Array.from({ length }, (_, at) => ({ sample, name: mutantName(seed, sample, at) }));
  });
}

const mutantName = (seed: string, { name }: Sample, at: number): string =>
  `${seed}: ${name}: ${at}`;
