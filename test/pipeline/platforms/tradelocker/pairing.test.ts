import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish, quotedReason } from '../../../../pipeline/base/reasons/reason.ts';
import { pairFills } from '../../../../pipeline/platforms/tradelocker/pairing.ts';
import type {
  Fill,
  TradelockerOpenPosition,
} from '../../../../pipeline/platforms/tradelocker/rows.ts';
import { sumDecimals } from '../../../../pipeline/read/decimals.ts';

// Answers list filled orders alone. What was opened, added to and closed is worked out of them.
const pairing = suite('filled orders of TradeLocker');

const cents = (value: number): string => (value / 100).toFixed(2);

const move = fc.record({
  kind: fc.constantFrom('add', 'reduce', 'close'),
  share: fc.integer({ min: 1, max: 99 }),
  volume: fc.integer({ min: 1, max: 500 }),
  price: fc.integer({ min: 1, max: 300_000 }),
  commission: fc.integer({ min: -900, max: 0 }),
  swap: fc.integer({ min: -50, max: 50 }),
});
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

interface Story {
  readonly isBuy: boolean;
  readonly moves: readonly Move[];
}

const story: fc.Arbitrary<Story> = fc.record({
  isBuy: fc.boolean(),
  moves: fc.array(move, { minLength: 1, maxLength: 8 }),
});

interface Expected {
  /** Hundredths of a lot that stay open. */
  readonly open: number;
  /** Volumes of the trades, in hundredths of a lot. */
  readonly closed: readonly number[];
  /** Price movement times volume of all trades; exact only if nothing is open. */
  readonly moved: bigint;
  readonly costs: readonly [commission: number, swap: number];
}

/** Makes the orders of a position, and what plain numbers say of its trades. */
function fillsOf(position: string, { isBuy, moves }: Story): { fills: Fill[]; expected: Expected } {
  const fills: Fill[] = [];
  const closed: number[] = [];
  let [open, moved] = [0, 0n];
  const costs: [number, number] = [0, 0];
  for (const [at, { kind, share, volume, price, commission, swap }] of moves.entries()) {
    const isEntry = open === 0 || kind === 'add';
    if (isEntry && at > 0 && open === 0) break;
    const lots = isEntry
      ? volume
      : kind === 'close'
        ? open
        : Math.max(1, Math.floor((open * share) / 100));
    open += isEntry ? lots : -lots;
    if (!isEntry) closed.push(lots);
    moved += BigInt(lots) * BigInt(price) * (isEntry === isBuy ? -1n : 1n);
    costs[0] += commission;
    costs[1] += swap;
    fills.push({
      id: `${900 - at}`,
      position,
      instrument: '7',
      side: isEntry === isBuy ? 'buy' : 'sell',
      volume: cents(lots),
      price: cents(price),
      at: 1_000 + at,
      created: 1_000 + at,
      stopLoss: '',
      takeProfit: '',
      comment: '',
      profit: '',
      commission: cents(commission),
      swap: cents(swap),
    });
  }
  return { fills, expected: { open, closed, moved, costs } };
}

const listed = (ticket: string, isBuy: boolean, open: number): TradelockerOpenPosition[] =>
  open === 0
    ? []
    : [
        {
          ticket,
          instrument: '7',
          side: isBuy ? 'buy' : 'sell',
          volume: cents(open),
          openPrice: '1',
          opened: 1,
          stopLoss: '',
          takeProfit: '',
          comment: '',
          commission: '',
          swap: '',
          profit: '0',
        },
      ];

const sum = (values: readonly string[]): number => Math.round(Number(sumDecimals(values)) * 100);

pairing('are trades with every lot that was closed, every cost, and what the prices moved', () => {
  let whole = 0;
  fc.assert(
    fc.property(story, (made) => {
      const { fills, expected } = fillsOf('5', made);
      const { trades, unpaired, unlisted } = pairFills(
        fills,
        listed('5', made.isBuy, expected.open),
      );
      assert.equal([unpaired, unlisted], [[], 0]);
      assert.equal(
        trades.map(({ volume }) => Number(volume) * 100).map(Math.round),
        expected.closed,
      );
      assert.equal(
        trades.map(({ ticket }) => ticket),
        expected.closed.map((_, at) => (at === 0 ? '5' : `5-${at + 1}`)),
      );
      assert.ok(trades.every(({ side }) => side === (made.isBuy ? 'buy' : 'sell')));
      assert.ok(trades.every(({ opened, closed }) => opened === 1_000 && closed > opened));
      if (expected.open > 0) return;
      whole += 1;
      // Added up as fractions, in units of a hundredth of a lot times a hundredth of a price.
      const [numerator, denominator] = trades.reduce<readonly [bigint, bigint]>(
        ([above, below], { moved: [over, under] }) => [above * under + over * below, below * under],
        [0n, 1n],
      );
      assert.is(numerator * 10_000n, expected.moved * denominator);
      assert.equal(
        [sum(trades.map(({ commission }) => commission)), sum(trades.map(({ swap }) => swap))],
        expected.costs,
      );
    }),
    { numRuns: 300 },
  );
  assert.ok(whole > 10, `${whole} whole positions`);
});

pairing('are the same in any order, next to those of other positions', () => {
  const mixed = fc.tuple(story, story).chain(([first, second]) => {
    const all = [...fillsOf('5', first).fills, ...fillsOf('6', second).fills];
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
  });
  const pairedBy = (fills: readonly Fill[]) => {
    const { trades, unpaired, unlisted } = pairFills(fills, undefined);
    const rows = trades.map(({ moved, ...trade }) => JSON.stringify([trade, moved.map(String)]));
    return [rows.sort(), unpaired.map(({ position }) => position).sort(), unlisted];
  };
  fc.assert(
    fc.property(mixed, ([fills, shuffled]) => {
      assert.equal(pairedBy(shuffled), pairedBy(fills));
    }),
  );
});

pairing('that contradict each other or the list of open positions are told', () => {
  const fault = fc.constantFrom('too much', 'another instrument', 'not listed', 'side', 'volume');
  fc.assert(
    fc.property(story, fault, (made, what) => {
      const { fills, expected } = fillsOf('5', made);
      const last = fills.at(-1);
      if (last === undefined || expected.open === 0) return;
      const leave = { ...last, id: '900', at: 9_000, side: made.isBuy ? 'sell' : 'buy' } as const;
      const open = listed('5', made.isBuy, expected.open);
      const [changed, list, reason] = {
        'too much': [
          [...fills, { ...leave, volume: cents(expected.open + 1) }],
          [],
          'its orders close more than they opened',
        ],
        'another instrument': [
          [...fills, { ...leave, volume: cents(expected.open), instrument: '8' }],
          [],
          'its orders are of several instruments',
        ],
        'not listed': [
          fills,
          [],
          'its orders leave it open, but the list of open positions lacks it',
        ],
        side: [fills, listed('5', !made.isBuy, expected.open), 'open, but it is listed as'],
        volume: [
          [...fills, { ...leave, volume: '0.01' }],
          open,
          expected.open === 1 ? 'buy 0.00 open' : 'open, but it is listed as',
        ],
      }[what] as [Fill[], TradelockerOpenPosition[], string];
      const { trades, unpaired } = pairFills(changed, list);
      assert.equal([trades.length, unpaired.length], [0, 1], what);
      const words = inEnglish(unpaired[0]?.reason ?? quotedReason('')).replace(
        'sell 0.00',
        'buy 0.00',
      );
      assert.match(words, reason);
    }),
  );
});

pairing('that leave positions open ask for the list of them', () => {
  fc.assert(
    fc.property(fc.array(story, { maxLength: 4 }), (stories) => {
      const all = stories.map((made, at) => fillsOf(`${at}`, made));
      const fills = all.flatMap((each) => each.fills);
      const open = all.filter(({ expected }) => expected.open > 0).length;
      assert.is(pairFills(fills, undefined).unlisted, open);
      assert.is(pairFills(fills, []).unlisted, 0);
      assert.is(pairFills(fills, []).unpaired.length, open);
    }),
  );
});

pairing.run();
