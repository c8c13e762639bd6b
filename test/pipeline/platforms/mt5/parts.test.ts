import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../../pipeline/base/reasons/reason.ts';
import { accountOf } from '../../../../pipeline/platforms/mt5/account.ts';
import { closingsOf, tradesOf } from '../../../../pipeline/platforms/mt5/parts.ts';
import type { Report } from '../../../../pipeline/platforms/mt5/report.ts';
import { UnreadRows } from '../../../../pipeline/platforms/source/unread-rows.ts';
import { closing, position } from './deals.ts';

const parts = suite('mt5 parts');

const found = (
  positions: readonly ReturnType<typeof position>[],
  deals: readonly ReturnType<typeof closing>[],
) => {
  const { closings } = closingsOf(positions, deals);
  return positions.map((each) => closings.get(each)?.map(({ ticket }) => ticket) ?? null);
};

parts('three deals among others: the last at the end, all with what the position brought', () => {
  const deals = [
    closing('a', 10, '0.10', '4.00'),
    closing('b', 20, '0.10', '5.00'),
    closing('c', 30, '0.20', '-2.00', '-0.30'),
    closing('d', 40, '0.10', '1.00'),
    closing('e', 50, '0.10', '1.00'),
  ];
  const whole = position('1', 5, 40, '0.40', '3.00', '-0.30');
  assert.equal(found([whole], deals), [['a', 'c', 'd']]);
});

parts('a deal closes one position, and what one deal closed is taken first', () => {
  const deals = [
    closing('a', 10, '0.10', '4.00'),
    closing('b', 20, '0.10', '4.00'),
    closing('c', 20, '0.20', '8.00'),
  ];
  const split = position('1', 5, 20, '0.20', '8.00');
  const single = position('2', 5, 20, '0.20', '8.00');
  assert.equal(found([split, single], deals), [['c'], ['a', 'b']]);
});

parts('finds no deal outside its time, on its own side, or of another sum', () => {
  const deals = [
    closing('early', 1, '0.10', '4.00'),
    closing('late', 99, '0.10', '4.00'),
    { ...closing('own side', 20, '0.10', '4.00'), type: 'buy' },
    closing('other sum', 20, '0.10', '4.01'),
    { ...closing('other symbol', 20, '0.10', '4.00'), symbol: 'GBPUSD' },
  ];
  assert.equal(found([position('1', 5, 20, '0.10', '4.00')], deals), [null]);
});

parts('a search that leads nowhere ends, and others are found all the same', () => {
  // Even profits never add up to an odd sum. Only trying all of them shows that.
  const deals = Array.from({ length: 400 }, (_, at) => closing(`d${at}`, at, '0.01', '0.02'));
  const hopeless = position('1', 0, 399, '1.00', '1.99');
  const plain = position('2', 0, 399, '0.01', '0.02');
  assert.equal(found([hopeless, plain], deals), [null, ['d399']]);
});

parts('what opening cost is shared by volume, to the cent; later parts have a number', () => {
  const entry = { ...closing('in', 5, '0.30', '0'), direction: 'in' as const, commission: '-1.00' };
  const deals = [closing('a', 10, '0.10', '4.00'), closing('b', 20, '0.10', '5.00')];
  // A third of 1.00 is 0.33, two thirds are 0.67. The last 0.33 is still open.
  assert.equal(
    tradesOf(position('7', 5, 20, '0.20', '9.00'), deals, entry).map((trade) => [
      ...[trade.ticket, trade.volume, trade.profit],
      Number(trade.commission),
    ]),
    [
      ['7', '0.10', '4.00', -0.33],
      ['7-2', '0.10', '5.00', -0.34],
    ],
  );
});

parts('deals that close more than the listed positions are told', () => {
  const report = (
    volumes: readonly string[],
    open: Report['open'] = [],
    direction: 'out' | 'in/out' = 'out',
  ): Report => ({
    header: { mode: 'hedge' } as Report['header'],
    closed: [position('1', 5, 20, '0.20', '0')],
    open,
    deals: volumes.map((volume, at) => ({ ...closing(`d${at}`, 20, volume, '0'), direction })),
    orders: 0,
    rows: 0,
    figures: new Map(),
    unread: new UnreadRows(),
  });
  const disputedOf = (...given: Parameters<typeof report>) =>
    accountOf(report(...given)).disputed.map(inEnglish);
  assert.equal(disputedOf(['0.20']), []);
  assert.equal(disputedOf(['0.20', '0.10']), [
    'buy EURUSD: deals close 0.30 lots, the closed positions have 0.20: is a position missing?',
  ]);
  // Of a reversal, only a part closes.
  assert.equal(disputedOf(['0.20', '0.10'], [], 'in/out'), []);
  // A part of an open position was closed.
  assert.equal(disputedOf(['0.20', '0.10'], [position('2', 5, 20, '0.10', '0')]), []);
});

parts.run();
