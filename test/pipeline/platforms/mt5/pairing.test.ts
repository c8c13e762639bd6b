import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pairDeals } from '../../../../pipeline/platforms/mt5/pairing.ts';
import type { Deal } from '../../../../pipeline/platforms/mt5/rows.ts';
import { pairOfUnknownMode } from '../../../../pipeline/platforms/mt5/unknown-mode.ts';
import { closing } from './deals.ts';

const pairing = suite('mt5 pairing');

const deal = (
  at: number,
  type: 'buy' | 'sell',
  direction: Deal['direction'],
  volume: string,
  price: string,
  more: Partial<Deal> = {},
): Deal => ({ ...closing(`${at}`, at, volume, '0.00'), type, direction, price, ...more });

const pairedLines = (deals: readonly Deal[], mode: 'hedge' | 'netting') => {
  const { closed, unmatched, charged } = pairDeals(deals, mode);
  return {
    closed: closed.map((trade) =>
      [
        ...[trade.ticket, trade.side, trade.volume, trade.openPrice, trade.opened],
        ...[Number(trade.commission), Number(trade.profit)],
      ].join(' '),
    ),
    unmatched: unmatched.map(({ deal: { ticket }, amount }) => `${ticket} ${Number(amount)}`),
    charged: Number(charged),
  };
};

pairing('netted: the average price, and the cost of opening by volume', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000', { commission: '-0.40' }),
    deal(2, 'buy', 'in', '0.30', '1.2000', { commission: '-0.80' }),
    deal(3, 'sell', 'out', '0.10', '1.3000', { commission: '-0.10', profit: '12.00' }),
  ];
  // (0.1 x 1.1 + 0.3 x 1.2) / 0.4 = 1.175. Commission: a quarter of 1.20, and 0.10 for closing.
  assert.equal(pairedLines(deals, 'netting'), {
    closed: ['3 buy 0.10 1.175 1 -0.4 12'],
    unmatched: [],
    charged: -0.9,
  });
});

pairing('a reversal closes all and opens the rest, its cost shared by volume', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000'),
    deal(2, 'sell', 'in/out', '0.30', '1.2000', { commission: '-0.30', profit: '7.00' }),
    deal(3, 'buy', 'out', '0.20', '1.1500', { profit: '5.00' }),
  ];
  assert.equal(pairedLines(deals, 'netting'), {
    closed: ['2 buy 0.10 1.1 1 -0.1 7', '3 sell 0.20 1.2 2 -0.2 5'],
    unmatched: [],
    charged: 0,
  });
});

pairing('hedged: the oldest of the same volume, else the oldest, in parts', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000'),
    deal(2, 'buy', 'in', '0.20', '1.2000'),
    deal(3, 'sell', 'in', '0.20', '1.3000'),
    deal(4, 'sell', 'out', '0.20', '1.4000', { profit: '8.00' }),
    deal(5, 'buy', 'in', '0.20', '1.5000'),
    deal(6, 'sell', 'out', '0.30', '1.6000', { profit: '9.00' }),
  ];
  assert.equal(pairedLines(deals, 'hedge').closed, [
    '4 buy 0.20 1.2 2 0 8',
    '6-1 buy 0.10 1.1 1 0 3',
    '6-2 buy 0.20 1.5 5 0 6',
  ]);
});

pairing('a closing of more than was opened is reported, with its share of the result', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000'),
    deal(2, 'sell', 'out', '0.40', '1.2000', { commission: '-0.40', profit: '8.00' }),
    deal(3, 'sell', 'out', '0.10', '1.2000', { profit: '1.00' }),
  ];
  assert.equal(pairedLines(deals, 'netting'), {
    closed: ['2 buy 0.10 1.1 1 -0.1 2'],
    unmatched: ['2 5.7', '3 1'],
    charged: 0,
  });
});

/** Makes deals of a hedged EURUSD account in dollars: 0.0001 with 0.10 lots brings 1.00. */
const hedged = (...more: Deal[]): Deal[] => [
  // The only position, so its result tells the value of a price move.
  deal(1, 'buy', 'in', '0.10', '1.10000'),
  deal(2, 'sell', 'out', '0.10', '1.10500', { profit: '50.00' }),
  ...more,
];
const evidences = (deals: readonly Deal[]) =>
  pairDeals(deals, 'hedge').doubtful.map(
    ({ deal: { ticket }, evidence }) => `${ticket} ${evidence}`,
  );

pairing('hedged: a deal closes the position that its result fits, whole or in part', () => {
  const deals = hedged(
    deal(11, 'buy', 'in', '0.10', '1.10000'),
    deal(12, 'buy', 'in', '0.10', '1.10300'),
    deal(13, 'buy', 'in', '0.20', '1.10100'),
    deal(14, 'sell', 'out', '0.10', '1.10400', { profit: '10.00' }),
    deal(15, 'sell', 'out', '0.10', '1.10400', { profit: '30.00' }),
    deal(16, 'sell', 'out', '0.10', '1.10400', { profit: '40.00' }),
    deal(17, 'sell', 'out', '0.10', '1.10100', { profit: '0.00' }),
  );
  assert.equal(pairedLines(deals, 'hedge').closed.slice(1), [
    '14 buy 0.10 1.103 12 0 10',
    '15 buy 0.10 1.101 13 0 30',
    '16 buy 0.10 1.1 11 0 40',
    '17 buy 0.10 1.101 13 0 0',
  ]);
  assert.equal(evidences(deals), []);
});

pairing(
  'hedged: what a price is worth falls as the price rises, in the currency that is bought',
  () => {
    // In dollars, 0.10 lots of USDJPY bring 10,000 x the difference / the closing price.
    const yen = { symbol: 'USDJPY' };
    const deals = [
      ...[150, 120, 100].flatMap((price, at) => [
        deal(10 * at + 1, 'buy', 'in', '0.10', `${price - 1}.000`, yen),
        deal(10 * at + 2, 'sell', 'out', '0.10', `${price}.000`, {
          ...yen,
          profit: (10_000 / price).toFixed(2),
        }),
      ]),
      deal(41, 'buy', 'in', '0.10', '125.000', yen),
      deal(42, 'buy', 'in', '0.10', '124.000', yen),
      // 10,000 x 1 / 125 = 80, so it was opened at 124, not at 125.
      deal(43, 'sell', 'out', '0.10', '125.000', { ...yen, profit: '80.00' }),
    ];
    assert.is(pairedLines(deals, 'hedge').closed.at(-1), '43 buy 0.10 124 42 0 80');
    assert.equal(evidences(deals), []);
  },
);

pairing(
  'hedged: without evidence the pairing is doubtful, with the oldest of the same volume',
  () => {
    const [, , ...deals] = hedged(
      deal(11, 'buy', 'in', '0.10', '1.10000'),
      deal(12, 'buy', 'in', '0.10', '1.10100'),
      deal(13, 'sell', 'out', '0.10', '1.10500', { profit: '50.00' }),
    );
    assert.equal(pairedLines(deals, 'hedge').closed, ['13 buy 0.10 1.1 11 0 50']);
    assert.equal(evidences(deals), ['13 unknown']);
  },
);

pairing('hedged: a result that fits several positions or no position is doubtful', () => {
  const deals = hedged(
    deal(11, 'buy', 'in', '0.10', '1.10000'),
    deal(12, 'buy', 'in', '0.10', '1.10000'),
    deal(12.5, 'buy', 'in', '0.10', '1.10100'),
    deal(13, 'sell', 'out', '0.10', '1.10500', { profit: '50.00' }),
    deal(14, 'sell', 'out', '0.10', '1.10500', { profit: '99.00' }),
  );
  assert.equal(evidences(deals), ['13 alike', '14 unfitting']);
});

pairing('hedged: the id of a position in the comment of a deal says which it closed', () => {
  const deals = [
    deal(11, 'buy', 'in', '0.10', '1.10000', { order: '501' }),
    deal(12, 'buy', 'in', '0.10', '1.10100', { order: '502' }),
    deal(13, 'sell', 'out', '0.10', '1.10500', { profit: '40.00', comment: 'close #502' }),
  ];
  assert.equal(pairedLines(deals, 'hedge').closed, ['13 buy 0.10 1.101 12 0 40']);
  assert.equal(evidences(deals), []);
});

pairing(
  'hedged: of two that close each other, each ends at the price where the other began',
  () => {
    const deals = [
      deal(11, 'buy', 'in', '0.10', '1.10000'),
      deal(12, 'buy', 'in', '0.10', '1.10100'),
      deal(13, 'sell', 'in', '0.10', '1.10300'),
      deal(14, 'sell', 'out by', '0.10', '1.10300', { profit: '20.00' }),
      { ...deal(15, 'buy', 'out by', '0.10', '1.10100'), at: 14 },
    ];
    assert.equal(pairedLines(deals, 'hedge').closed, [
      '14 buy 0.10 1.101 12 0 20',
      '15 sell 0.10 1.103 13 0 0',
    ]);
  },
);

pairing('nothing closes before it opens, in whatever order a file has its deals', () => {
  const [opening, closes, ...others] = hedged(
    deal(11, 'buy', 'in', '0.10', '1.20000'),
    deal(12, 'sell', 'out', '0.10', '1.20500', { profit: '50.00' }),
  );
  const deals = [opening, ...others, closes].filter((each) => each !== undefined);
  assert.equal(pairedLines(deals, 'hedge').closed, [
    '2 buy 0.10 1.1 1 0 50',
    '12 buy 0.10 1.2 11 0 50',
  ]);
});

pairing('whether positions are netted is told by their results, where the report does not', () => {
  const deals = hedged(
    deal(11, 'buy', 'in', '0.10', '1.10000'),
    deal(12, 'buy', 'in', '0.10', '1.10200'),
  );
  const opened = (profit: string) =>
    pairOfUnknownMode([...deals, deal(13, 'sell', 'out', '0.10', '1.10400', { profit })])
      .closed.slice(1)
      .map(({ openPrice }) => openPrice);
  // From the average price 1.1010 it brings 30, from the second position 20.
  assert.equal(opened('30.00'), ['1.101']);
  assert.equal(opened('20.00'), ['1.102']);
});

pairing(
  'hedged: where something is always open, results together tell what a price is worth',
  () => {
    const prices = [113, 871, 402, 655, 98, 734, 251, 983, 540, 319, 806, 177, 468, 622, 45];
    const quote = (points: number) => (1.1 + points / 1e5).toFixed(5);
    const deals = prices.map((price, at) => deal(10 * at, 'buy', 'in', '0.10', quote(price)));
    // From the fourth on, the position before the newest is closed, never the oldest.
    for (let at = 3; at < prices.length; at++) {
      const points = 1100 + 7 * at - (prices[at - 1] ?? 0);
      const profit = (points / 10).toFixed(2);
      deals.push(deal(10 * at + 1, 'sell', 'out', '0.10', quote(1100 + 7 * at), { profit }));
    }
    const { closed, doubtful } = pairDeals(deals, 'hedge');
    assert.equal(
      closed.map((trade) => trade.opened),
      closed.map((trade) => trade.closed - 11),
    );
    assert.equal(doubtful, []);
  },
);

/** Step of a hedged account: opens a position at a price, or closes a part of an open one. */
const step = fc.record({
  price: fc.integer({ min: 109_000, max: 111_000 }),
  volume: fc.integer({ min: 1, max: 9 }),
  opens: fc.boolean(),
  which: fc.nat(),
  isWhole: fc.boolean(),
});

pairing('hedged: every deal finds its position, whatever is open next to it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const open: { at: number; price: number; volume: number }[] = [];
      const used = new Set<number>();
      const deals = ['1.08', '1.09', '1.10'].flatMap((price, trip) => [
        deal(2 * trip + 1, 'buy', 'in', '0.10', `${price}000`),
        deal(2 * trip + 2, 'sell', 'out', '0.10', `${price}500`, { profit: '50.00' }),
      ]);
      const closed: string[] = [];
      let at = 10;
      for (const { price, volume, opens, which, isWhole } of steps) {
        at += 1;
        const quote = (price / 1e5).toFixed(5);
        if (opens || open.length === 0) {
          // Two with the same price could not be told apart.
          if (used.has(price)) continue;
          used.add(price);
          open.push({ at, price, volume });
          deals.push(deal(at, 'buy', 'in', `0.${volume}0`, quote));
          continue;
        }
        const position = open[which % open.length];
        if (position === undefined) continue;
        const part = isWhole ? position.volume : 1 + (which % position.volume);
        position.volume -= part;
        if (position.volume === 0) open.splice(open.indexOf(position), 1);
        const cents = 10 * (price - position.price) * part;
        deals.push(
          deal(at, 'sell', 'out', `0.${part}0`, quote, { profit: (cents / 100).toFixed(2) }),
        );
        closed.push(`${at} of ${position.at}`);
      }
      const paired = pairDeals(deals, 'hedge');
      assert.equal(
        paired.closed.slice(3).map((trade) => `${trade.closed} of ${trade.opened}`),
        closed,
      );
      assert.equal(paired.doubtful, []);
    }),
    { seed: Number(process.env.FC_SEED ?? 1) },
  );
});

pairing.run();
