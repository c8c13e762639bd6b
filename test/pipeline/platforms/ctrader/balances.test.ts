import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Deals, dealsInOrder } from '../../../../pipeline/platforms/ctrader/deals.ts';
import { followBalances } from '../../../../pipeline/platforms/ctrader/openapi-balances.ts';
import type {
  ClosingDeal,
  MoneyTransfer,
} from '../../../../pipeline/platforms/ctrader/openapi-records.ts';
import type { CtraderDeal } from '../../../../pipeline/platforms/ctrader/rows.ts';

// Money that moves between two deals is in no row of a statement. Only balances show it, whatever
// the order of the rows is.
const balances = suite('balances next to deals of cTrader');

const money = (cents: number): string => (cents / 100).toFixed(2);
const amount = fc.integer({ min: -50_000, max: 50_000 });

const step = fc.record({
  /** Minutes since the deal before. */
  gap: fc.integer({ min: 0, max: 90 }),
  net: amount,
  commission: fc.integer({ min: -300, max: 0 }),
  /** Money that moved before the deal; mostly none. */
  moved: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, amount),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const start = Date.UTC(2024, 0, 1);

/** Makes deals in the order of their closing, and the moves of money that their balances show. */
function dealsOf(opening: number, steps: readonly Step[]) {
  const moves: string[] = [];
  let [at, balance] = [start, opening];
  const deals = steps.map(({ gap, net, commission, moved }, index): CtraderDeal => {
    at += gap * 60_000;
    balance += net + (index === 0 ? 0 : moved);
    if (index > 0 && moved !== 0) moves.push(`${index} ${money(moved)}`);
    return {
      ticket: `${index}`,
      symbol: 'EURUSD',
      side: 'buy',
      volume: '0.1',
      openPrice: '1.1',
      closePrice: '1.2',
      stopLoss: '',
      takeProfit: '',
      comment: '',
      swap: '',
      isUnits: false,
      lost: [],
      opened: at - 1000,
      closed: at,
      commission: money(commission),
      line: 0,
      profit: money(net - commission),
      net: money(net),
      balance: money(balance),
    };
  });
  return { deals, moves };
}

const tallyOf = (deals: readonly CtraderDeal[]): Deals =>
  dealsInOrder(deals.map((deal, at) => ({ ...deal, line: at + 1 })));

const movesIn = ({ jumps }: Deals): string[] =>
  jumps.map(({ deal, amount: moved }) => `${deal.ticket} ${moved}`);

balances('show each movement of money, oldest or newest first, at equal times too', () => {
  const steps = fc.array(step, { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(amount, steps, fc.nat(99), (opening, some, place) => {
      // If all closed at once nothing tells in which order the file is.
      const later = 1 + (place % (some.length - 1));
      const { deals, moves } = dealsOf(
        opening,
        some.map((each, at) => (at === later ? { ...each, gap: 5 } : each)),
      );
      for (const listed of [deals, deals.toReversed()]) {
        const tally = tallyOf(listed);
        assert.equal(movesIn(tally), moves);
        assert.equal(
          tally.all.map(({ ticket }) => ticket),
          deals.map(({ ticket }) => ticket),
        );
      }
    }),
  );
});

balances('tell each move of money in no order, where no two deals close at once', () => {
  const shuffled = fc
    .array(step, { minLength: 1, maxLength: 12 })
    .chain((steps) =>
      fc.tuple(
        fc.constant(steps.map((each) => ({ ...each, gap: each.gap + 1 }))),
        fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }),
      ),
    );
  fc.assert(
    fc.property(amount, shuffled, (opening, [steps, places]) => {
      const { deals, moves } = dealsOf(opening, steps);
      const tally = tallyOf(places.flatMap((at) => deals[at] ?? []));
      assert.equal(movesIn(tally), moves);
      assert.equal(
        [tally.all.length, tally.uneven.count, tally.hasBalances],
        [steps.length, 0, true],
      );
    }),
  );
});

balances('are compared with a net that is not its parts only beyond two cents', () => {
  const [deal] = dealsOf(0, [{ gap: 0, net: 1000, commission: -100, moved: 0 }]).deals;
  if (deal === undefined) throw new Error('no deal');
  for (const [net, uneven] of [
    ['10.00', 0],
    ['10.02', 0],
    ['9.98', 0],
    ['10.021', 1],
    ['9.97', 1],
    ['-10.00', 1],
  ] as const) {
    const tally = tallyOf([{ ...deal, net }]);
    const sum = uneven ? '10.00' : undefined;
    assert.equal([tally.uneven.count, tally.uneven.first?.values.value], [uneven, sum]);
  }
  const many = tallyOf(Array.from({ length: 50 }, () => ({ ...deal, net: '1' })));
  assert.equal([many.uneven.count, many.uneven.named('such deals').length], [50, 21]);
});

// Balances where rows were refused are cases in `fixtures/imports/ctrader.txt`.
balances('that are not printed are no movements', () => {
  const { deals } = dealsOf(
    1000,
    Array.from({ length: 4 }, () => ({ gap: 1, net: 5, commission: 0, moved: 7 })),
  );
  const tally = tallyOf(deals.map((deal) => ({ ...deal, balance: '' })));
  assert.equal([tally.jumps, tally.hasBalances], [[], false]);
  const some = deals.map((deal, at) => ({ ...deal, balance: at === 1 ? '' : deal.balance }));
  assert.equal(movesIn(tallyOf(some)), ['3 0.07']);
});

const message = fc.record({
  isDeal: fc.boolean(),
  change: amount,
  moved: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, amount),
  isTold: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  /** Time of a message in seconds. A later message may have an earlier time. */
  clock: fc.integer({ min: 0, max: 3 }),
});

const shuffledMessages = fc
  .array(message, { minLength: 1, maxLength: 10 })
  .chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
      fc.boolean(),
    ),
  );

balances('of the Open API are followed by their versions, or else by their times', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(0), amount),
      shuffledMessages,
      (opening, [all, places, hasVersions]) => {
        const jumps: string[] = [];
        let [balance, unknown, known] = [opening, 0, ''];
        let agreeing = 0;
        const steps = all.map(({ isDeal, change, moved, isTold, clock }, at) => {
          balance += change + moved;
          // Ids tell nothing of the order.
          const id = `${500 - at}`;
          const before = known;
          unknown += moved;
          if (isTold || at === 0) {
            // What moved since the last balance that is known shows in the next one.
            if (before !== '' && unknown !== 0) jumps.push(`before-${id} ${money(unknown)}`);
            else if (before !== '') agreeing += 1;
            unknown = 0;
            known = money(balance);
          } else known = money(balance - unknown);
          return {
            isDeal,
            id,
            change: money(change),
            version: hasVersions ? BigInt(at) : null,
            at: start + (hasVersions ? clock : at) * 1000,
            balance: isTold || at === 0 ? money(balance) : '',
          };
        });
        const mixed = places.flatMap((at) => steps[at] ?? []);
        const closings = mixed
          .filter(({ isDeal }) => isDeal)
          .map(({ id, at, change, ...rest }) => ({ ...rest, ticket: id, closed: at, net: change }));
        const transfers = mixed
          .filter(({ isDeal }) => !isDeal)
          .map(({ change, ...rest }) => ({ ...rest, amount: change, kind: 'flow' as const }));
        const found = followBalances({
          unread: [],
          closings: closings as unknown as ClosingDeal[],
          transfers: transfers as MoneyTransfer[],
        } as Parameters<typeof followBalances>[0]);
        assert.equal(
          found.jumps.map(({ id, amount: moved }) => `${id} ${moved}`),
          jumps,
        );
        assert.equal([found.agreeing, found.closing], [agreeing, known]);
        const first = opening + (all[0]?.moved ?? 0);
        assert.is(found.opening, first > 0 ? money(first) : undefined);
        assert.is(found.missing, first < 0 ? money(first) : undefined);
      },
    ),
  );
});

balances.run();
