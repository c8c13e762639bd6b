import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { withDirectory } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { atNoon } from './entering.ts';
import { goThroughStates, type StateStep } from './states-model.ts';
import { stateSteps } from './states-steps.ts';

// FC_SEED=7 gives other steps, SEQUENCES=1000 more of them.
const seed = Number(process.env.FC_SEED ?? 1);
const numRuns = Number(process.env.SEQUENCES ?? (isInFull ? 300 : 15));

const states = suite('receipts, whatever happens to their deliveries');

const go = (steps: readonly StateStep[]): Promise<void> =>
  withDirectory(async (folder) => {
    let at = atNoon.getTime();
    const clock = {
      now: () => new Date(at),
      move(hours: number) {
        at += hours * 3_600_000;
      },
    };
    const database = await openSqlite(join(folder, 'inbox', 'deliveries.db'), clock.now);
    try {
      await goThroughStates(database, steps, clock);
    } finally {
      await database.close();
    }
  });

const send = (body: number, idempotency: number | null = null): StateStep => ({
  do: 'send',
  body,
  key: 0,
  idempotency,
});
const load = (...closed: number[]): StateStep => ({ do: 'load', closed, waiting: [] });
const withdraw = (which: number): StateStep => ({ do: 'withdraw', which });
const days91: StateStep = { do: 'move clock', hours: 24 * 91 };
const publish: StateStep = { do: 'publish', accounts: [0, 1, 2] };

/** Sequences of steps after which a receipt once was wrong. */
const found: Readonly<Record<string, readonly StateStep[]>> = {
  'an account is closed and opened again': [send(3), load(0), publish, load(), publish],
  'a delivery of a closed account is withdrawn': [
    ...[send(3), load(0), { do: 'withdraw', which: 0 }, load(), publish],
  ] as StateStep[],
  'an account is not described, closed and opened again': [
    ...[send(3), load(), { do: 'refuse', accounts: [0] }, send(6), load(0), publish, load()],
  ] as StateStep[],
  'a clock goes back for a day between two bodies of one idempotency key': [
    ...[send(1, 1), { do: 'move clock', hours: -30 }, send(2, 1), send(1, 1), send(5)],
  ] as StateStep[],
  'an account is forgotten and sends the same body again': [
    ...[send(1), load(), publish, { do: 'forget', account: 1 }, send(1), load()],
  ] as StateStep[],
  'receipts without rows are older than 90 days': [
    ...[send(4), send(1), { do: 'move clock', hours: 2280 }, load(), publish, send(4)],
  ] as StateStep[],
  'an old delivery is withdrawn, and its body comes again': [
    ...[send(1), send(5), load(), publish, days91, withdraw(0), send(9), load(), publish, send(1)],
    ...[load(), days91, send(2), load(), publish, send(1), load()],
  ],
};
for (const [what, steps] of Object.entries(found)) {
  states(`match the stored data after ${what}`, () => go(steps));
}

states(`match the stored data after each of ${numRuns} sequences of steps`, () =>
  fc.assert(fc.asyncProperty(stateSteps(25), go), { numRuns, seed }),
);

states.run();
