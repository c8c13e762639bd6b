import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pairDeals } from '../../../../pipeline/platforms/mt5/pairing.ts';
import type { Deal } from '../../../../pipeline/platforms/mt5/rows.ts';
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

pairing('nothing closes before it opens, in whatever order a file has its deals', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000'),
    deal(11, 'buy', 'in', '0.10', '1.2000'),
    deal(12, 'sell', 'out', '0.10', '1.2050', { profit: '50.00' }),
    deal(2, 'sell', 'out', '0.10', '1.1050', { profit: '50.00' }),
  ];
  assert.equal(pairedLines(deals, 'hedge').closed, [
    '2 buy 0.10 1.1 1 0 50',
    '12 buy 0.10 1.2 11 0 50',
  ]);
});

/** Deals of a hedging account, and the first that shows two positions. */
const severalOpen: readonly {
  readonly name: string;
  readonly deals: readonly Deal[];
  readonly hedge: string | null;
}[] = [
  {
    name: 'one after the other, the first closed in parts',
    deals: [
      deal(1, 'buy', 'in', '0.20', '1.1000'),
      deal(2, 'sell', 'out', '0.10', '1.2000'),
      deal(3, 'sell', 'out', '0.10', '1.3000'),
      deal(4, 'sell', 'in', '0.20', '1.3000'),
      deal(5, 'buy', 'in', '0.20', '1.3000', { symbol: 'GBPUSD' }),
    ],
    hedge: null,
  },
  {
    name: 'two of a side',
    deals: [deal(1, 'buy', 'in', '0.10', '1.1000'), deal(2, 'buy', 'in', '0.10', '1.2000')],
    hedge: '2',
  },
  {
    name: 'one of each side',
    deals: [
      deal(1, 'buy', 'in', '0.10', '1.1000'),
      deal(2, 'sell', 'in', '0.10', '1.2000'),
      { ...deal(3, 'buy', 'out by', '0.10', '1.2000') },
      { ...deal(4, 'sell', 'out by', '0.10', '1.1000'), at: 3 },
    ],
    hedge: '2',
  },
  {
    name: 'one from before the report',
    deals: [deal(1, 'buy', 'in', '0.10', '1.1000'), deal(2, 'sell', 'out', '0.20', '1.2000')],
    hedge: '2',
  },
];

for (const { name, deals, hedge } of severalOpen) {
  pairing(`several open positions are told: ${name}`, () => {
    const ticketOf = (mode: Parameters<typeof pairDeals>[1]) =>
      pairDeals(deals, mode).unclear?.ticket ?? null;
    assert.is(ticketOf('hedge'), hedge);
    assert.is(ticketOf(null), null, 'a report that names no kind of account');
    assert.is(ticketOf('netting'), null);
  });
}

pairing.run();
