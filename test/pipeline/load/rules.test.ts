import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { csv, row, rowsOf, type TableName, withWorld } from './world.ts';

const test = suite('load: rules');
const inWorld = within(test, withWorld);

type Case = [table: TableName, column: string, value: string, stored: unknown];

const accepted: Case[] = [
  ['trades', 'profit', '-0', '0.00000000'],
  ['trades', 'profit', '+5', '5.00000000'],
  ['trades', 'profit', '5.', '5.00000000'],
  ['trades', 'profit', '.5', '0.50000000'],
  ['trades', 'profit', '1.5e3', '1500.00000000'],
  ['trades', 'profit', '1E-8', '0.00000001'],
  ['trades', 'profit', '0.12345678', '0.12345678'],
  ['trades', 'profit', '0.30000000000000004', '0.30000000'],
  ['trades', 'profit', '1234567.8900000001', '1234567.89000000'],
  ['trades', 'profit', '90071992547409.92', '90071992547409.92000000'],
  ['trades', 'profit', '-12345678901.12345678', '-12345678901.12345678'],
  ['trades', 'commission', '', '0.00000000'],
  ['trades', 'swap', '', '0.00000000'],
  ['trades', 'volume', '0.00000001', '0.00000001'],
  ['trades', 'volume', '1000000', '1000000.00000000'],
  ['trades', 'open_price', '-37.63', -37.63],
  ['trades', 'open_price', '-0', 0],
  ['trades', 'stop_loss', '', null],
  ['trades', 'magic_number', '9223372036854775807', '9223372036854775807'],
  ['trades', 'magic_number', '9223372036854775808', '9223372036854775808'],
  ['trades', 'magic_number', '18446744073709551615', '18446744073709551615'],
  ['trades', 'magic_number', '-9223372036854775808', '-9223372036854775808'],
  ['trades', 'magic_number', '9007199254740993.0', '9007199254740993'],
  ['trades', 'magic_number', '9.007199254740993e15', '9007199254740993'],
  ['trades', 'magic_number', '-7', '-7'],
  ['trades', 'magic_number', '7.0', '7'],
  ['trades', 'magic_number', '1e3', '1000'],
  ['trades', 'magic_number', '', null],
  ['trades', 'symbol', '__proto__', '__proto__'],
  ['trades', 'symbol', "'); DROP TABLE trades;--", "'); DROP TABLE trades;--"],
  ['trades', 'symbol', 'x'.repeat(1000), 'x'.repeat(1000)],
  ['trades', 'comment', '<script>alert("1")</script>', '<script>alert("1")</script>'],
  ['trades', 'comment', 'a\nb', 'a\nb'],
  ['trades', 'comment', 'a\u0000b\u0007c', 'a b c'],
  ['trades', 'comment', 'c'.repeat(10000), 'c'.repeat(10000)],
  ['trades', 'closed_at', '2024-01-02T10:00:00Z', '2024-01-02 10:00:00'],
  ['trades', 'opened_at', '2024-01-02T12:00:00+02:00', '2024-01-02 10:00:00'],
  ['trades', 'opened_at', '2024-01-02 12:00:00+0230', '2024-01-02 09:30:00'],
  ['trades', 'opened_at', '2024-01-02T12:00+02', '2024-01-02 10:00:00'],
  ['trades', 'opened_at', '2024-01-01T09:00-01:00', '2024-01-01 10:00:00'],
  ['trades', 'opened_at', '2024-01-02T10:00Z', '2024-01-02 10:00:00'],
  ['trades', 'opened_at', '2024-01-02 10:00:00', '2024-01-02 10:00:00'],
  ['trades', 'opened_at', '2024-01-02', '2024-01-02 00:00:00'],
  ['trades', 'opened_at', '2024-01-02T10:00:00.123456789Z', '2024-01-02 10:00:00.123456'],
  ['trades', 'opened_at', '1990-01-01', '1990-01-01 00:00:00'],
  ['trades', 'closed_at', '2099-12-31T23:59:59.999999Z', '2099-12-31 23:59:59.999999'],
  ['trades', 'closed_at', '2024-02-29', '2024-02-29 00:00:00'],
  ['accounts', 'leverage', '1:500', 500],
  ['accounts', 'leverage', '33.3', 33.3],
  ['accounts', 'leverage', '', null],
  ['accounts', 'data_source', 'broker_api', 'operator_file'],
  ['accounts', 'data_source', 'nonsense', 'operator_file'],
  ['accounts', 'data_source', '', 'operator_file'],
  ['accounts', 'contradicted', 'Balance, Equity', 'Balance, Equity'],
  ['accounts', 'contradicted', '', null],
  ['accounts', 'demo', 'TRUE', true],
  ['accounts', 'demo', '1', true],
  ['accounts', 'demo', 'False', false],
  ['accounts', 'demo', '0', false],
  ['accounts', 'demo', '', null],
  ['accounts', 'currency', 'USDT', 'USDT'],
  ['accounts', 'opening_balance', '', null],
  ['accounts', 'broker', 'A\tB\nC', 'A B C'],
  ['cash_flows', 'kind', '', 'flow'],
  ['cash_flows', 'kind', 'credit', 'credit'],
  ['symbols', 'server', '', null],
  ['fx_rates', 'date', '2024-02-29', '2024-02-29'],
  ['calendar_events', 'impact', 'High', 'high'],
  ['calendar_events', 'impact', 'Moderate', 'medium'],
  ['calendar_events', 'currency', 'All', 'All'],
  ['calendar_events', 'currency', 'ALL', 'All'],
  ['calendar_events', 'currency', 'all', 'All'],
  ['calendar_events', 'title', ' A\r\nB\u0007C ', 'A  B C'],
  ['calendar_events', 'title', 'A\u2028B\u202EC', 'A B C'],
  ['calendar_events', 'title', '=HYPERLINK("x")', `'=HYPERLINK("x")`],
  ['calendar_events', 'title', '\t+1', "'+1"],
  ['calendar_events', 'title', '-0.3%', "'-0.3%"],
  ['calendar_events', 'title', ' @SUM(A1)', "'@SUM(A1)"],
  ['calendar_events', 'title', '\uFF1D1', "'\uFF1D1"],
  ['calendar_events', 'title', ' =1+1', "'=1+1"],
  ['calendar_events', 'title', '\u00A0=1+1', "'=1+1"],
  ['calendar_events', 'title', ' \u200B\u3000=1+1', "'=1+1"],
  ['calendar_events', 'title', '\u2060\uFF1D1', "'\uFF1D1"],
  ['calendar_events', 'title', '\u00A0CPI', 'CPI'],
  ['calendar_events', 'title', "'=1", "'=1"],
  ['calendar_events', 'title', 'A=B', 'A=B'],
  ['calendar_events', 'forecast', '1,234,567.5K', '1234567.5K'],
  ['calendar_events', 'forecast', '-0.3%', '-0.3%'],
  ['calendar_events', 'forecast', '-1,234K', '-1234K'],
  ['calendar_events', 'forecast', '+.5', '+.5'],
  ['calendar_events', 'forecast', '-$3.2B', '-$3.2B'],
  ['calendar_events', 'forecast', '-0.05|1.9', '-0.05|1.9'],
  ['calendar_events', 'forecast', '<0.10%', '<0.10%'],
  ['calendar_events', 'previous', '=1+1', "'=1+1"],
  ['calendar_events', 'previous', "-2+3+cmd|' /C calc'!D2", "'-2+3+cmd|' /C calc'!D2"],
  ['calendar_events', 'previous', '\r@A1', "'@A1"],
  ['calendar_events', 'previous', '\u00A0=1+1', "'=1+1"],
  ['calendar_events', 'previous', '\u200B-0.3%', '-0.3%'],
  ['calendar_events', 'actual', '1\n2', '1 2'],
  ['calendar_events', 'actual', '', ''],
];

inWorld('reads what the rules allow, exactly', async (world) => {
  for (const [index, [table, column, value]] of accepted.entries()) {
    const name = `${index}`.padStart(3, '0');
    world.put({
      [`${table}-${name}.csv`]: csv([row(table, { ...keyOf(table, name), [column]: value })]),
    });
  }
  const report = await world.load();
  assert.equal(await world.reasons(), []);
  assert.is(report.rowsLoaded, accepted.length);
  for (const [index, [table, column, value, stored]] of accepted.entries()) {
    const key = Object.entries(keyOf(table, `${index}`.padStart(3, '0')))[0] ?? ['', ''];
    const isKeyItself = key[0] === column;
    const where = isKeyItself ? `"${column}" is not distinct from $1` : `"${key[0]}"::varchar = $1`;
    const rows = await world.database.rows(
      `select "${column}" as value from ${table} where ${where}`,
      [isKeyItself ? `${stored}` : key[1]],
    );
    assert.equal(rows[0]?.value, stored, `${table}.${column} ${value.slice(0, 40)}`);
  }
});

const refused: [table: TableName, column: string, value: string, reason: RegExp][] = [
  ...[
    'account_id',
    'ticket',
    'symbol',
    'side',
    'volume',
    'open_price',
    'close_price',
    'opened_at',
  ].map((column): (typeof refused)[number] => ['trades', column, '', /is missing/]),
  ['trades', 'closed_at', '', /is missing/],
  ['trades', 'profit', '', /is missing/],
  ...[
    'abc',
    '1_000',
    '0x10',
    '1,000',
    'NaN',
    'nan',
    'inf',
    'Infinity',
    '1e',
    '--1',
    '1.2.3',
    ' 5',
    '5 USD',
    '٣',
  ].map((value): (typeof refused)[number] => ['trades', 'profit', value, /is not a number/]),
  ['trades', 'profit', '1e400', /is too large/],
  ['trades', 'profit', '90071992547409.93', /is too large/],
  ['trades', 'profit', '1e22', /is too large/],
  ['trades', 'profit', '0.123456789', /more than 8 decimals/],
  ['trades', 'profit', '1e-9', /more than 8 decimals/],
  ['trades', 'commission', 'x', /is not a number/],
  ['trades', 'swap', '1e400', /is too large/],
  ['trades', 'open_price', '1e400', /is not a finite number/],
  ['trades', 'open_price', 'NaN', /is not a number/],
  ['trades', 'stop_loss', '1_0', /is not a number/],
  ['trades', 'volume', '0', /is not above 0/],
  ['trades', 'volume', '-1', /is not above 0/],
  ['trades', 'volume', '0.000000001', /more than 8 decimals/],
  ['trades', 'volume', '1e12', /is too large/],
  ['trades', 'side', 'BUY', /is not one of buy, sell/],
  ['trades', 'side', 'long', /is not one of/],
  ['trades', 'closed_at', '2024-01-02T09:59:59Z', /is before opened_at/],
  ...[
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-1-5',
    '2024/01/05',
    '20240105',
    'epoch',
    'infinity',
    '-infinity',
    '2024-01-02T24:00:00Z',
    '2024-01-02T10:00:60Z',
    '2024-01-02T10',
    '1704189600',
    '2024-01-02T10:00:00 Europe/Berlin',
    '2024-01-02T10:00:00+99:00',
    'yesterday',
    '2024-01-02T10:00:00.Z',
  ].map((value): (typeof refused)[number] => [
    'trades',
    'opened_at',
    value,
    /is not a time of ISO 8601/,
  ]),
  ['trades', 'opened_at', '1989-12-31T23:59:59.999999Z', /outside 1990 to 2100/],
  ['trades', 'closed_at', '2100-01-01T00:00:00Z', /outside 1990 to 2100/],
  ['trades', 'opened_at', '0001-01-01', /outside 1990 to 2100/],
  ['trades', 'opened_at', '1990-01-01T00:00:00+02:00', /outside 1990 to 2100/],
  ['trades', 'magic_number', '1.5', /is not a whole number/],
  ['trades', 'magic_number', '18446744073709551616', /is not a whole number of 64 bits/],
  ['trades', 'magic_number', '-9223372036854775809', /is not a whole number of 64 bits/],
  ['trades', 'magic_number', '1e30', /is not a whole number of 64 bits/],
  ['trades', 'magic_number', '9007199254740993.5', /is not a whole number of 64 bits/],
  ['trades', 'magic_number', '0x10', /is not a whole number/],
  ['trades', 'account_id', 'a\u0000b', /control character/],
  ['trades', 'ticket', 'a\nb', /control character/],
  ['trades', 'symbol', 'a\u202eb', /control character/],
  ['accounts', 'account_id', '\ufeffa', /control character/],
  ['trades', 'symbol', 'x'.repeat(1001), /longer than 1000/],
  ['trades', 'comment', 'x'.repeat(10001), /longer than 10000/],
  ['positions', 'reported_at', '', /is missing/],
  ['positions', 'volume', '0', /is not above 0/],
  ['accounts', 'platform', 'mt5', /is not one of MT4, MT5, cTrader, TradeLocker/],
  [
    'accounts',
    'currency',
    'usd',
    /is not three capital letters, such as EUR, or the code of a coin/,
  ],
  ['accounts', 'currency', 'EURO', /is not three capital letters/],
  ['accounts', 'currency', 'US1', /is not three capital letters/],
  ['accounts', 'currency', '', /is missing/],
  ['accounts', 'leverage', '0', /is not above 0/],
  ['accounts', 'leverage', '-1', /is not above 0/],
  ['accounts', 'leverage', '1:0', /is not above 0/],
  ['accounts', 'leverage', 'high', /is not a number/],
  ['accounts', 'leverage', '1e400', /is not a finite number/],
  ['accounts', 'demo', 'yes', /is neither true nor false/],
  ['accounts', 'created_at', '', /is missing/],
  ['accounts', 'opening_balance', 'x', /is not a number/],
  ['cash_flows', 'kind', 'deposit', /is not one of flow, adjustment, credit/],
  ['cash_flows', 'amount', '', /is missing/],
  ['cash_flows', 'id', '', /is missing/],
  ['equity', 'equity', 'NaN', /is not a number/],
  ...(['accounts', 'trades', 'positions', 'cash_flows', 'equity'] as const).map(
    (table): (typeof refused)[number] => [
      table,
      'account_id',
      'portfolio:north-all',
      /begins with portfolio:, as only portfolios of the registry may/,
    ],
  ),
  ['symbols', 'pip_size', '0', /is not above 0/],
  ['symbols', 'pip_size', '1e-300', /is outside 1e-10 to 1000000/],
  ['symbols', 'pip_size', '1e300', /is outside 1e-10 to 1000000/],
  ['fx_rates', 'rate', '1e300', /is outside 1e-15 to 1000000000000000/],
  ['fx_rates', 'rate', '1e-300', /is outside 1e-15 to/],
  ['fx_rates', 'rate', '-1', /is not above 0/],
  ['fx_rates', 'base', 'EURO', /is not three capital letters/],
  ['fx_rates', 'date', '2024-02-30', /is not a date/],
  ['fx_rates', 'date', '1989-12-31', /outside 1990/],
  ['calendar_events', 'time', '', /time is missing/],
  ['calendar_events', 'currency', 'SEK', /is not one of USD/],
  ['calendar_events', 'impact', 'huge', /is not one of high, medium, low, holiday/],
  ['calendar_events', 'title', '', /is missing/],
  ['calendar_events', 'title', ' \t', /is empty/],
  ['calendar_events', 'title', '\u00A0\u200B', /is empty/],
  ['calendar_events', 'forecast', '1,5%', /comma or a quote/],
];

inWorld('refuses a row for each rule it breaks, naming column and value', async (world) => {
  for (const [index, [table, column, value]] of refused.entries()) {
    const name = `${index}`.padStart(3, '0');
    world.put({ [`${table}-${name}.csv`]: csv([row(table, { [column]: value })]) });
  }
  const report = await world.load();
  assert.is(report.rowsRejected, refused.length);
  assert.is(report.rowsLoaded, 0);
  assert.equal(report.failures, []);
  const rows = await world.rows('from rejects');
  const byFile = new Map(rows.map((reject) => [`${reject.file}`.split('/').at(-1), reject]));
  for (const [index, [table, column, value, reason]] of refused.entries()) {
    const reject = byFile.get(`${table}-${`${index}`.padStart(3, '0')}.csv`);
    const name = `${table}.${column} ${JSON.stringify(value).slice(0, 40)}`;
    assert.match(`${reject?.reason}`, reason, name);
    assert.ok(`${reject?.reason}`.startsWith(column), `${name}: ${reject?.reason}`);
    assert.is(reject?.line, '2', name);
    assert.is(reject?.table_name, table);
    assert.is(reject?.run_id, 'run-1');
  }
  const { reason, reason_code, reason_values } = byFile.get('trades-010.csv') ?? {};
  assert.equal(
    [reason, reason_code, JSON.parse(`${reason_values}`)],
    ['profit "abc" is not a number', 'row_not_number', { column: 'profit', value: 'abc' }],
  );
});

inWorld(
  'a holiday is at the start of its day, whatever its row says, and keeps one row a day',
  async (world) => {
    const holiday = { impact: 'HOLIDAY', title: 'Bank Holiday' };
    world.put({
      'calendar_events.csv': csv([
        row('calendar_events', { ...holiday, time: '2024-01-05T13:30:00Z' }),
        row('calendar_events', { ...holiday, time: '2024-01-05T21:00:00Z' }),
        row('calendar_events', { ...holiday, time: '2024-01-06T23:30:00-05:00' }),
        row('calendar_events', { time: '2024-01-05T13:30:00Z' }),
      ]),
    });
    await world.load();
    assert.equal(await world.rows('select time, impact from calendar_events order by time'), [
      { time: '2024-01-05 00:00:00', impact: 'holiday' },
      { time: '2024-01-05 13:30:00', impact: 'high' },
      { time: '2024-01-07 00:00:00', impact: 'holiday' },
    ]);
  },
);

inWorld('takes calendar times in Unix seconds where there is no time', async (world) => {
  const { time: _, ...event } = row('calendar_events');
  world.put({
    'calendar_events-1.csv': csv([
      { ...event, ts: '1704461400' },
      { ...event, ts: '1e400' },
      { ...event, ts: '99999999999' },
    ]),
    'calendar_events-2.csv': csv([
      { ...event, title: 'Both', time: '2024-01-05T13:30:00Z', ts: '5' },
      { ...event, title: 'Second', time: '', ts: '1704461400.5' },
    ]),
  });
  await world.load();
  const rows = await world.rows('select time, title from calendar_events order by title');
  assert.equal(rows, [
    { time: '2024-01-05 13:30:00', title: 'Payrolls' },
    { time: '2024-01-05 13:30:00.5', title: 'Second' },
  ]);
  assert.equal(await world.reasons(), [
    'ts "1e400" is not a number of seconds since 1970',
    'ts "99999999999" is outside 1990 to 2100',
    'ts "5" is outside 1990 to 2100',
  ]);
});

inWorld('keeps the good rows of a file with bad ones', async (world) => {
  world.put({
    'trades.csv': rowsOf('trades', {}, { ticket: '2', profit: 'x' }, { ticket: '3' }),
  });
  const report = await world.load();
  assert.equal(
    report.files.map(({ file: _, ...counts }) => counts),
    [{ table: 'trades', rows_in: 3, rows_kept: 2, rows_replaced: 0, rows_rejected: 1 }],
  );
});

function keyOf(table: TableName, name: string): Record<string, string> {
  if (table === 'symbols') return { symbol: name };
  if (table === 'fx_rates')
    return { base: name.replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit))) };
  if (table === 'calendar_events') return { time: `2024-01-05 13:30:00.${name}1` };
  return { account_id: name };
}

test.run();
