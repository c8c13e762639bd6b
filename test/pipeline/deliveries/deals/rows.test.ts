import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bookedRows,
  isDeposit,
  positionRows,
  rowOfAccount,
} from '../../../../pipeline/deliveries/deals/rows.ts';
import type { TerminalAccount } from '../../../../pipeline/deliveries/deals/terminal.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../../../pipeline/read/decimals.ts';
import { parseTimezone } from '../../../../pipeline/read/timezone.ts';
import { fieldsOf } from '../../../support/fields.ts';

const rows = suite('rows of what terminals sent');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;

const account: TerminalAccount = {
  platform: 'MT5',
  number: '5001',
  server: 'Broker-Live',
  broker: 'Broker',
  currency: 'USD',
  leverage: '100',
  demo: 'false',
  balance: '1000',
  gmt: noon,
  ahead: 7200,
  clock: '',
  listed: 0,
};

/** Makes a stored deal of MT5: ticket, position, minutes after noon, type, entry, volume, price. */
const deal = (
  [ticket, position, minutes, type, entry]: readonly [number, number, number, number, number],
  volume: string,
  price: string,
  more: object = {},
): string =>
  JSON.stringify({
    ticket,
    position,
    time: noon + minutes * 60,
    type,
    entry,
    symbol: 'EURUSD',
    profit: 0,
    commission: 0,
    swap: 0,
    fee: 0,
    comment: '',
    magic: 7,
    ...more,
  }).replace('}', `,"volume":${volume},"price":${price}}`);

const [buy, sell, balance] = [0, 1, 2];
const [enter, leave, reverse, leaveBy] = [0, 1, 2, 3];

const rowsOf = (
  deals: readonly string[],
  about: Partial<TerminalAccount> = {},
  positions: readonly string[] = [],
) => {
  const known = { ...account, ...about };
  const origin = {
    accountId: 'MT5:1',
    source: 'terminal' as const,
    platform: known.platform,
    clock: parseTimezone('NY+7'),
    answers: {},
  };
  const { rows: booked, charged, net } = bookedRows(origin, deals);
  const isWhole = deals.length >= known.listed;
  const begins = deals[0] === undefined || isDeposit(origin, deals[0]);
  const balance = sumDecimals([known.balance, ...[...charged.values()].map(negateDecimal)]);
  const isExplained = isWhole && compareDecimals(net, balance) === 0;
  const isCut = !begins && !isExplained;
  const standing = { account: known, first: noon, isWhole, balance, isCut };
  return {
    ...booked,
    positions: positionRows(origin, { at: noon * 1000, positions }, charged),
    account: rowOfAccount(origin, standing),
  };
};

const trades = (deals: readonly string[]) =>
  rowsOf(deals).trades?.map((trade) =>
    [
      ...[trade.ticket, trade.side, trade.volume, trade.open_price, trade.close_price],
      ...[trade.commission, trade.swap, trade.profit].map(Number),
    ].join(' '),
  );

rows('hedged positions close one at a time, in parts, and against each other', () => {
  const deals = [
    deal([1, 10, 0, buy, enter], '0.10', '1.1000', { commission: -0.4 }),
    deal([2, 11, 1, buy, enter], '0.10', '1.2000'),
    deal([3, 12, 2, sell, enter], '0.30', '1.3000', { commission: -0.9, fee: -0.3 }),
    // Of two with the same volume the newer comes first: a report would not show a difference.
    deal([4, 11, 3, sell, leave], '0.10', '1.2500', { profit: 50 }),
    deal([5, 12, 4, buy, leave], '0.20', '1.2000', { profit: 200, swap: -1 }),
    deal([6, 10, 5, sell, leaveBy], '0.10', '1.3000', { profit: 20 }),
    deal([7, 12, 5, buy, leaveBy], '0.10', '1.1000'),
  ];
  assert.equal(trades(deals), [
    '10 buy 0.10 1.1 1.3000 -0.4 0 20',
    '11 buy 0.10 1.2 1.2500 0 0 50',
    '12 sell 0.20 1.3 1.2000 -0.8 -1 200',
    '12-2 sell 0.10 1.3 1.1000 -0.4 0 0',
  ]);
});

rows('a netted position has the average price, and a reversal keeps its number', () => {
  const deals = [
    deal([1, 10, 0, buy, enter], '1', '1.1000'),
    deal([2, 10, 1, buy, enter], '3', '1.2000'),
    deal([3, 10, 2, sell, reverse], '5', '1.3000', { profit: 500, commission: -5 }),
    deal([4, 10, 3, buy, leave], '1', '1.2000', { profit: 100 }),
  ];
  assert.equal(trades(deals), [
    '10 buy 4 1.175 1.3000 -4 0 500',
    '10-2 sell 1 1.3 1.2000 -1 0 100',
  ]);
});

rows('each part of a position has the same average price, to its last digit', () => {
  const entries = ['1.10001', '1.10002', '1.10002'];
  const deals = [
    ...entries.map((price, at) => deal([at + 1, 10, at, buy, enter], '0.01', price)),
    ...[4, 5, 6].map((at) => deal([at, 10, at, sell, leave], '0.01', '1.2')),
  ];
  // 3.30005 / 3.
  const prices = (rowsOf(deals).trades ?? []).map(({ open_price }) => open_price);
  assert.equal(prices, ['1.100016667', '1.100016667', '1.100016667']);
});

rows('late deals give the same rows as deals in time', () => {
  const deals = [
    deal([1, 10, 0, buy, enter], '2', '1.1000', { commission: -2 }),
    deal([2, 10, 1, sell, leave], '1', '1.2000', { profit: 10 }),
    deal([3, 10, 2, sell, leave], '1', '1.3000', { profit: 20 }),
  ];
  assert.equal(trades(deals.slice(1)), [], 'what closes without what it opened is no trade yet');
  assert.equal(trades([...deals].reverse()), trades(deals));
});

rows('stop and target are the last ones, comment and magic number the first', () => {
  const [trade] =
    rowsOf([
      deal([1, 10, 0, buy, enter], '1', '1.1000', { comment: 'trend', sl: 1.05 }),
      deal([2, 10, 1, sell, leave], '1', '1.2000', {
        comment: '[tp 1.2]',
        sl: 0,
        tp: 1.2,
        magic: 0,
      }),
    ]).trades ?? [];
  assert.equal(
    [trade?.stop_loss, trade?.take_profit, trade?.comment, trade?.magic_number],
    ['', '1.2', 'trend', '7'],
  );
});

rows('deals without a trade become flows, credits or adjustments by their type', () => {
  const moved = (ticket: number, type: number, profit: number, comment = '') =>
    deal([ticket, 0, ticket, type, 0], '0', '0', { profit, comment, symbol: '' });
  const deals = [
    moved(1, balance, 1000, 'Deposit'),
    moved(2, 3, 50),
    moved(3, 12, 1.5),
    moved(4, 7, -3),
    moved(5, balance, -200, 'Withdrawal'),
    moved(6, 13, 0),
    moved(7, 99, -1),
  ];
  assert.equal(
    rowsOf(deals).cash_flows?.map(({ id, amount, kind }) => `${id} ${Number(amount)} ${kind}`),
    [
      ...['1 1000 flow', '2 50 credit', '3 1.5 adjustment', '4 -3 adjustment', '5 -200 flow'],
      '7 -1 adjustment',
    ],
  );
});

rows("times are converted from the server's time zone of their day", () => {
  const summer = Date.UTC(2023, 6, 3, 15) / 1000 - noon;
  const deals = [
    deal([1, 10, summer / 60, buy, enter], '1', '1.1000'),
    deal([2, 10, 0, sell, leave], '1', '1.2000'),
  ];
  const [trade] = rowsOf(deals).trades ?? [];
  assert.equal(
    [trade?.opened_at, trade?.closed_at],
    ['2023-07-03T12:00:00Z', '2024-03-04T10:00:00Z'],
  );
});

rows('the balance counts closed trades only: opening charges count with their trade', () => {
  const deals = [
    deal([1, 0, 0, balance, 0], '0', '0', { profit: 1000, symbol: '', comment: 'Deposit' }),
    deal([2, 10, 1, buy, enter], '2', '1.1000', { commission: -6 }),
    deal([3, 10, 2, sell, leave], '1', '1.2000', { profit: 100, commission: -3 }),
  ];
  const position = JSON.stringify({
    ticket: 10,
    time: noon,
    type: buy,
    symbol: 'EURUSD',
    volume: 1,
    price: 1.1,
    profit: 50,
    swap: -0.5,
  });
  // 1000 - 6 + 100 - 3. Of the costs, 3 belong to the position that is still open.
  const facts = rowsOf(deals, { balance: '1091', listed: 3 }, [position]);
  assert.is(facts.account.reported_balance, '1094.00');
  assert.is(facts.account.opening_balance, '');
  assert.is(facts.trades?.[0]?.commission, '-6.00');
  const [open] = facts.positions;
  assert.equal(
    [open?.ticket, open?.side, open?.volume, open?.commission, open?.profit, open?.reported_at],
    ['10', 'buy', '1', '-3.00', '50', '2024-03-04T12:00:00Z'],
  );
});

rows('there is no balance while deals are missing', () => {
  const sent = rowsOf([], { listed: 1 }).account;
  assert.equal([sent.reported_balance, sent.opening_balance], ['', '']);
});

rows('a history without a first deposit does not tell its capital', () => {
  const deals = [
    deal([1, 10, 0, buy, enter], '1', '1.1000'),
    deal([2, 10, 1, sell, leave], '1', '1.2000', { profit: 100.25 }),
  ];
  const cut = rowsOf(deals, { listed: 2 }).account;
  assert.equal([cut.opening_balance, cut.deposits_unknown], ['', 'true']);
  const unfinished = rowsOf(deals, { listed: 3 }).account;
  assert.is(unfinished.deposits_unknown, 'true');
  // All of the balance is there.
  const whole = rowsOf(deals, { listed: 2, balance: '100.25' }).account;
  assert.is(whole.deposits_unknown, '');
  const deposit = deal([3, 0, 2, balance, enter], '0', '0', { profit: 900 });
  assert.is(rowsOf([deposit, ...deals], { listed: 3 }).account.deposits_unknown, '');
  const withdrawal = deal([3, 0, 2, balance, enter], '0', '0', { profit: -900 });
  assert.is(rowsOf([withdrawal, ...deals], { listed: 3 }).account.deposits_unknown, 'true');
});

rows('closed orders of MT4 become trades, deposits and credits', () => {
  const order = (ticket: number, type: number, more: object) =>
    JSON.stringify({
      ticket,
      type,
      symbol: 'EURUSD',
      lots: 0.1,
      open_time: noon,
      open_price: 1.1,
      close_time: noon + 60,
      close_price: 1.2,
      sl: 0,
      tp: 1.2,
      commission: -0.7,
      swap: 0,
      profit: 100,
      comment: '',
      magic: 7,
      ...more,
    });
  const facts = rowsOf(
    [
      order(1, 6, { lots: 0, profit: 1000, comment: 'Deposit' }),
      order(2, 7, { lots: 0, profit: 50 }),
      order(3, sell, { comment: 'to #4[tp]', profit: -100.5 }),
    ],
    { platform: 'MT4', listed: 3, balance: '898.8' },
  );
  assert.equal(fieldsOf(facts.cash_flows, 'id', 'amount', 'kind'), [
    ['1', '1000', 'flow'],
    ['2', '50', 'credit'],
  ]);
  const [trade] = facts.trades ?? [];
  assert.equal(
    [trade?.ticket, trade?.side, trade?.volume, trade?.open_price, trade?.close_price],
    ['3', 'sell', '0.1', '1.1', '1.2'],
  );
  assert.equal(
    [trade?.stop_loss, trade?.take_profit, trade?.comment, trade?.commission, trade?.profit],
    ['', '1.2', 'to #4', '-0.7', '-100.5'],
  );
});

rows('large tickets keep every digit', () => {
  const large = (text: string) => text.replaceAll('10,', '9007199254740993,');
  const facts = rowsOf([
    large(deal([1, 10, 0, buy, enter], '1', '1.10000001')),
    large(deal([2, 10, 1, sell, leave], '1', '1.20000001')),
  ]);
  const [trade] = facts.trades ?? [];
  assert.equal([trade?.ticket, trade?.open_price], ['9007199254740993', '1.10000001']);
});

rows.run();
