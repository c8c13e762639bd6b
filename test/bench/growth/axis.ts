/** Scales values to an axis from 0 to 1, and gives the labels next to it. */
export interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/**
 * Makes an axis of decades, from below the least value to above the greatest. `isFine` adds marks
 * at thirds of a decade.
 */
export function logarithmic(values: readonly number[], isFine: boolean): Axis {
  const steps = isFine ? [1, 3] : [1];
  const decade = (value: number) => 10 ** Math.floor(Math.log10(value));
  const below = (value: number) =>
    Math.max(...steps.map((step) => step * decade(value)).filter((tick) => tick <= value));
  const first = below(Math.min(...values));
  const greatest = Math.max(...values);
  const ticks = [first];
  for (let tick = first; tick < greatest; ) {
    tick = next(tick, steps);
    ticks.push(tick);
  }
  const [low, high] = [Math.log(first), Math.log(ticks.at(-1) ?? first)];
  return { ticks, at: (value) => (Math.log(value) - low) / (high - low) };
}

/** Makes an axis from 0 to above the greatest value, in four to eight even steps. */
export function even(values: readonly number[]): Axis {
  const greatest = Math.max(...values);
  const decade = 10 ** Math.floor(Math.log10(greatest));
  const step = [0.2, 0.5, 1, 2].find((each) => greatest / (each * decade) <= 6) ?? 2;
  const count = Math.ceil(greatest / (step * decade));
  const ticks = Array.from({ length: count + 1 }, (_, at) => at * step * decade);
  return { ticks, at: (value) => value / (count * step * decade) };
}

function next(tick: number, steps: readonly number[]): number {
  const decade = 10 ** Math.floor(Math.log10(tick) + 1e-9);
  const step = steps.find((each) => each * decade > tick * 1.001);
  return step === undefined ? 10 * decade : step * decade;
}
