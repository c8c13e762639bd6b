import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pairDeals } from '../../../../pipeline/import/mt5/pairing.ts';
import type { Deal } from '../../../../pipeline/import/mt5/rows.ts';
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

const told = (deals: readonly Deal[], mode: 'hedge' | 'netting') => {
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
  // (0.1 x 1.1 + 0.3 x 1.2) / 0.4 = 1.175; a quarter of 1.20 and its own 0.10.
  assert.equal(told(deals, 'netting'), {
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
  assert.equal(told(deals, 'netting'), {
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
  assert.equal(told(deals, 'hedge').closed, [
    '4 buy 0.20 1.2 2 0 8',
    '6-1 buy 0.10 1.1 1 0 3',
    '6-2 buy 0.20 1.5 5 0 6',
  ]);
});

pairing('what closes more than was opened is told, with its share of the result', () => {
  const deals = [
    deal(1, 'buy', 'in', '0.10', '1.1000'),
    deal(2, 'sell', 'out', '0.40', '1.2000', { commission: '-0.40', profit: '8.00' }),
    deal(3, 'sell', 'out', '0.10', '1.2000', { profit: '1.00' }),
  ];
  assert.equal(told(deals, 'netting'), {
    closed: ['2 buy 0.10 1.1 1 -0.1 2'],
    unmatched: ['2 5.7', '3 1'],
    charged: 0,
  });
});

pairing.run();
