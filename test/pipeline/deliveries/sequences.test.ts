import fc from 'fast-check';
import { suite } from 'uvu';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { withDirectory } from '../../support/directory.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { isInFull } from '../../support/in-full.ts';
import { goThroughSteps, type Step } from './sequences.ts';

// FC_SEED=7 gives other steps, SEQUENCES=1000 more of them.
const seed = Number(process.env.FC_SEED ?? 1);
const numRuns = Number(process.env.SEQUENCES ?? (isInFull ? 500 : 40));

const sequences = suite('deliveries, whatever happens to them');

const account = fc.nat(3);
const tickets = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
const deals = fc.uniqueArray(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 });
const plain = <Do extends Step['do']>(...steps: Do[]) =>
  fc.record({ do: fc.constantFrom(...steps) });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), account, tickets }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send deals' as const), account, deals }) },
  fc.record({ do: fc.constant('send again' as const), which: fc.nat(20) }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      killed: fc.constantFrom('never', 'never', 'taking up', 'loading', 'noting'),
    }),
  },
  { weight: 2, arbitrary: plain('publish', 'compact') },
  { weight: 2, arbitrary: plain('copy', 'put back', 'put the rows back') },
  fc.record({ do: fc.constantFrom('close' as const, 'allow' as const), account }),
);

let gone = 0;

async function go(steps: readonly Step[]): Promise<void> {
  await withDirectory((directory) => goThroughSteps(dataDirectory(directory), steps));
  gone += 1;
  // To collect after each takes a third of the time. The files of ten may stay open.
  if (gone % 10 === 0) await collectGarbage();
}

const ran = (killed: (Step & { do: 'run' })['killed'] = 'never'): Step => ({ do: 'run', killed });
const send = (...tickets: number[]): Step => ({ do: 'send', account: 0, tickets });
const sendDeals = (...deals: number[]): Step => ({ do: 'send deals', account: 0, deals });

/** Sequences of steps that once lost or doubled data, or got stuck. */
const found: Readonly<Record<string, readonly Step[]>> = {
  'a copy is put back, as many come, and the run that sees it is killed': [
    ...[send(1), ran(), { do: 'copy' }, send(2), ran(), { do: 'put back' }],
    ...[send(3), ran('loading'), ran()],
  ] as Step[],
  'a run is killed with deals entered, and the next is in the same process': [
    ...[sendDeals(2, 3), ran('loading'), ran(), sendDeals(4, 5), ran('noting'), ran()],
  ],
  'the rows of a terminal are put back between runs': [
    ...[sendDeals(2, 3), ran(), { do: 'put the rows back' }, sendDeals(4, 5), ran(), ran()],
  ] as Step[],
  'an account is closed while the rest of its deals come, and is allowed then': [
    ...[sendDeals(2), ran(), { do: 'close', account: 2 }, sendDeals(3), ran()],
    ...[{ do: 'allow', account: 2 }, ran()],
  ] as Step[],
  'an account is closed while nothing comes, and is allowed then': [
    ...[sendDeals(2), ran(), { do: 'close', account: 2 }, ran()],
    ...[{ do: 'allow', account: 2 }, sendDeals(3), ran()],
  ] as Step[],
  'the rows are put back while an account is closed': [
    ...[sendDeals(2), ran(), { do: 'close', account: 2 }, { do: 'put the rows back' }, send(1)],
    ran(),
    ...[{ do: 'allow', account: 2 }, sendDeals(3), ran()],
  ] as Step[],
};
for (const [what, steps] of Object.entries(found)) {
  sequences(`are loaded if ${what}`, () => go(steps));
}

sequences(`are loaded as they were accepted, in each of ${numRuns} sequences of steps`, () =>
  fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), go), {
    numRuns,
    seed,
    includeErrorInReport: true,
  }),
);

sequences.run();
