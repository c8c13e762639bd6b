import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf, ordersAndFlowsOf } from '../../../../pipeline/deliveries/deals/closed-orders.ts';
import { sumDecimals } from '../../../../pipeline/read/decimals.ts';

const closedOrders = suite('closed orders of deals');

const cents = (value: number): string => (value / 100).toFixed(2);
const money = fc.integer({ min: -100_000, max: 100_000 }).map(cents);

interface SentDeal {
  readonly type: number;
  readonly entry: number;
  readonly position: number;
  readonly lots: number;
  readonly profit: string;
  readonly commission: string;
  readonly swap: string;
  readonly fee: string;
}

const booking = fc.record({
  type: fc.constantFrom(2, 3, 7, 12, 17, 99),
  profit: money,
  commission: money,
  swap: money,
  fee: money,
});

const step = fc.record({
  kind: fc.constantFrom('add', 'reduce', 'reverse'),
  isSell: fc.boolean(),
  share: fc.integer({ min: 1, max: 100 }),
  profit: money,
  commission: money,
  swap: money,
  fee: money,
});

/** Makes deals of one position as a server does: an opening deal has no profit and no swap. */
function dealsOf(
  position: number,
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
): SentDeal[] {
  let open = 0;
  return steps.map(({ kind, isSell, share, ...amounts }) => {
    const isFlat = open === 0;
    const side = isFlat ? (isSell ? -1 : 1) : Math.sign(open);
    const size = Math.abs(open);
    if (isFlat || kind === 'add') {
      open += side * share;
      const type = side > 0 ? 0 : 1;
      return { ...amounts, position, type, entry: 0, lots: share, profit: '0.00', swap: '0.00' };
    }
    const lots = kind === 'reduce' ? Math.max(1, Math.floor((size * share) / 100)) : size + share;
    open -= side * lots;
    return { ...amounts, position, type: side > 0 ? 1 : 0, entry: kind === 'reduce' ? 1 : 2, lots };
  });
}

const deals: fc.Arbitrary<SentDeal[]> = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }), fc.array(booking))
  .map(([first, second, bookings]) => [
    ...dealsOf(1, first),
    ...dealsOf(2, second),
    ...bookings.map((each) => ({ ...each, position: 0, entry: 0, lots: 0 })),
  ]);

const written = ({ lots, ...fields }: SentDeal, at: number): string =>
  JSON.stringify({ ticket: at + 1, time: 1_700_000_000 + at, symbol: 'EURUSD', comment: '' })
    .slice(0, -1)
    .concat(`,"price":1.1,"volume":${cents(lots)}`)
    .concat(...Object.entries(fields).map(([name, value]) => `,"${name}":${value}`), '}');

const amountsOf = ({ profit, commission, swap, fee }: SentDeal) => [profit, commission, swap, fee];

closedOrders(
  'contain every amount of MT5 deals once: in a trade, a flow or an open position',
  () => {
    let trades = 0;
    fc.assert(
      fc.property(deals, (sent) => {
        const booked = ordersAndFlowsOf('MT5', sent.map(written), {});
        trades += booked.trades.length;
        const is = sumDecimals([
          ...booked.trades.flatMap(({ profit, commission, swap }) =>
            [profit, commission, swap].filter(Boolean),
          ),
          ...booked.flows.map(({ amount }) => amount),
          ...booked.charged.values(),
        ]);
        // A cancelled deal (type 13 or 14) moves no money, so it is not among these types.
        assert.is(Number(is), Number(sumDecimals(sent.flatMap(amountsOf))));
        const tickets = booked.trades.map(({ ticket }) => ticket);
        assert.is(new Set(tickets).size, tickets.length, `${tickets} are different`);
      }),
      { numRuns: 500 },
    );
    assert.ok(trades > 200, `${trades} trades`);
  },
);

closedOrders('are the same in whatever order the deals came', () => {
  const shuffled = deals.chain((sent) =>
    fc.tuple(
      fc.constant(sent.map(written)),
      fc.shuffledSubarray([...sent.keys()], { minLength: sent.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([lines, order]) => {
      assert.equal(
        ordersAndFlowsOf(
          'MT5',
          order.map((at) => lines[at] ?? ''),
          {},
        ),
        ordersAndFlowsOf('MT5', lines, {}),
      );
    }),
  );
});

closedOrders('keep every digit of a number, and every text as it is', () => {
  const decimal = fc.stringMatching(/^-?[1-9]\d{0,17}(\.\d{1,8})?$/);
  fc.assert(
    fc.property(decimal, fc.string(), (number, text) => {
      const object = `{"profit":${number},"comment":${JSON.stringify(text)}}`;
      assert.equal(fieldsOf(object), { profit: number, comment: text });
    }),
  );
});

closedOrders.run();
