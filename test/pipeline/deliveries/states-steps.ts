import fc from 'fast-check';
import type { StateStep } from './states-model.ts';

const some = fc.uniqueArray(fc.nat(2), { maxLength: 3 });

/** Steps in the life of receipts, in any order. */
const stateStep: fc.Arbitrary<StateStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      body: fc.nat(11),
      key: fc.nat(1),
      idempotency: fc.option(fc.nat(3), { freq: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('load' as const), closed: some, waiting: some }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'refuse' as const),
      accounts: some,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(20) }) },
  fc.record({ do: fc.constant('forget' as const), account: fc.nat(2) }),
  fc.record({
    do: fc.constant('move clock' as const),
    hours: fc.constantFrom(-30, -1, 1, 30, 24 * 95),
  }),
);

/** Makes sequences of this many steps. */
export const stateSteps = (most: number): fc.Arbitrary<StateStep[]> =>
  fc.array(stateStep, { minLength: 5, maxLength: most, size: 'max' });
