import fc from 'fast-check';
import { suite } from 'uvu';
import { withDesk } from '../../pipeline/desk.ts';
import { type Step, stepsOf } from './steps.ts';
import { walkThrough } from './walk.ts';

// Rows come from every source, come again, are corrected, withdrawn, cut and deleted, and runs are
// killed. SEED=7 gives other sequences, SEQUENCES=100 more of them.
// `npm run load -- intake-sequences` walks through hundreds.
const sequences = suite('whatever is sent in, withdrawn, cut and deleted');

const run: Step = { do: 'run', how: 'to the end' };
const withdraw: Step = { do: 'withdraw', which: 0 };

/** Sequences that once ended otherwise. */
const found: Record<string, readonly Step[]> = {
  'a delivery of an account that the operator loads too is withdrawn': [
    { do: 'rows', at: 0, source: 'operator_file', tickets: [1, 2], isBroken: false },
    { do: 'rows', at: 0, source: 'broker_api', tickets: [2, 3], isBroken: false },
    run,
    withdraw,
  ],
  'a member of a portfolio loses its last row': [
    { do: 'rows', at: 1, source: 'owner_api', tickets: [1, 2], isBroken: false },
    run,
    withdraw,
  ],
};

for (const [name, steps] of Object.entries(found)) {
  sequences(name, () => withDesk((desk) => walkThrough(desk, steps)));
}

sequences('each run publishes what a model says, and a rebuild publishes the same', () =>
  fc.assert(
    fc.asyncProperty(stepsOf(6, 12), (steps) => withDesk((desk) => walkThrough(desk, steps))),
    {
      numRuns: Number(process.env.SEQUENCES ?? 1),
      seed: Number(process.env.SEED ?? 5),
      endOnFailure: true,
    },
  ),
);

sequences.run();
