import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Bool,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  makeVector,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  tableToIPC,
  Uint64,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { row, rowsOf, type World, withWorld } from './world.ts';

const test = suite('load: Parquet and Arrow');
const inWorld = within(test, withWorld);

const trade = `'MT5:1@Live' as account_id, 1 as ticket, 'EURUSD' as symbol, 'buy' as side,
  0.1::float as volume, 1.1::double as open_price, 1.2::float as close_price,
  timestamp '2024-01-02 10:00:00.123456' as opened_at,
  timestamptz '2024-01-02 13:00:00+02' as closed_at,
  100.25::double as profit, 7 as magic_number`;

async function parquet(world: World, name: string, select: string): Promise<void> {
  await world.database.run(`copy (${select}) to '${join(world.source, name)}' (format parquet)`);
}

async function onlyTrade(world: World) {
  const rows = await world.rows('from trades');
  assert.is(rows.length, 1);
  return rows[0] ?? {};
}

inWorld('reads Parquet columns by their type, without the noise of floats', async (world) => {
  await parquet(world, 'trades.parquet', `select ${trade}, -1.5::decimal(9,2) as commission`);
  const report = await world.load();
  assert.equal(report.failures, []);
  assert.equal(await world.reasons(), []);
  const stored = await onlyTrade(world);
  assert.is(stored.ticket, '1');
  assert.is(stored.volume, '0.10000000');
  assert.is(stored.close_price, 1.2);
  assert.is(stored.opened_at, '2024-01-02 10:00:00.123456');
  assert.is(stored.closed_at, '2024-01-02 11:00:00');
  assert.is(stored.profit, '100.25000000');
  assert.is(stored.commission, '-1.50000000');
  assert.is(stored.magic_number, '7');
});

const typedValues: [column: string, sql: string, stored: unknown][] = [
  ['profit', '9123456789.12::double', '9123456789.12000000'],
  ['profit', '(0.1::double + 0.2::double)', '0.30000000'],
  ['profit', '12::tinyint', '12.00000000'],
  ['profit', "'12.5'", '12.50000000'],
  ['profit', '(-0.0)::double', '0.00000000'],
  ['profit', '1.123456780000::decimal(18,12)', '1.12345678'],
  ['open_price', "'1.5'", 1.5],
  ['open_price', '(-0.0)::double', 0],
  ['open_price', '15::decimal(9,3)', 15],
  ['opened_at', "timestamp_ns '2024-01-02 10:00:00.123456789'", '2024-01-02 10:00:00.123456'],
  ['opened_at', "timestamp_ms '2024-01-02 10:00:00.5'", '2024-01-02 10:00:00.5'],
  ['opened_at', "date '2024-01-02'", '2024-01-02 00:00:00'],
  ['opened_at', "'2024-01-02T12:00:00+02:00'", '2024-01-02 10:00:00'],
  ['magic_number', '7::double', '7'],
  ['magic_number', '9007199254740994::double', '9007199254740994'],
  ['magic_number', '18446744073709551615::ubigint', '18446744073709551615'],
  ['magic_number', '18446744073709551614::ubigint', '18446744073709551614'],
  ['magic_number', '18446744073709551615::hugeint', '18446744073709551615'],
  ['magic_number', '18446744073709551615::decimal(20, 0)', '18446744073709551615'],
  ['magic_number', '4294967295::uinteger', '4294967295'],
  ['magic_number', '7::float', '7'],
  ['magic_number', "'18446744073709551615'", '18446744073709551615'],
  ['magic_number', '9223372036854775807', '9223372036854775807'],
  ['comment', "'bytes'::blob", 'bytes'],
  ['side', "'sell'::enum('buy', 'sell')", 'sell'],
];

inWorld('reads every type that carries the value', async (world) => {
  for (const [index, [column, sql]] of typedValues.entries()) {
    const values = `select ${trade}, null::varchar as comment`;
    const select = `select * replace (${sql} as "${column}", ${index} as ticket) from (${values})`;
    await parquet(world, `trades-${index}.parquet`, select);
  }
  await world.load();
  assert.equal(await world.reasons(), []);
  for (const [index, [column, sql, expected]] of typedValues.entries()) {
    const [stored] = await world.rows(`select * from trades where ticket = '${index}'`);
    assert.equal(stored?.[column], expected, `${column} ${sql}`);
  }
});

const refusedValues: [column: string, sql: string, reason: RegExp][] = [
  ['profit', "'NaN'::double", /profit "nan" is not a number/],
  ['profit', "'inf'::double", /is not a number/],
  ['profit', '1e300::double', /is too large/],
  ['profit', '0.123456789::double', /more than 8 decimals/],
  ['profit', 'null::double', /profit is missing/],
  ['profit', 'true', /is not a number/],
  ['profit', '[1]', /is not a number/],
  ['open_price', "'-inf'::double", /not a finite number/],
  ['open_price', "'NaN'::double", /not a finite number/],
  ['opened_at', "timestamp 'infinity'", /outside 1990/],
  ['opened_at', "date '5877642-06-24'", /opened_at/],
  ['opened_at', '1704189600', /is not a time/],
  ['account_id', "''", /is missing/],
  ['magic_number', '1.5::double', /whole number/],
  ['magic_number', "'nan'::double", /whole number/],
  ['magic_number', '18446744073709555712::double', /whole number/],
  ['magic_number', '36893488147419103232::hugeint', /whole number/],
];

inWorld('refuses typed values that break a rule, with the row as JSON', async (world) => {
  for (const [index, [column, sql]] of refusedValues.entries()) {
    const select = `select * replace (${sql} as "${column}") from (select ${trade})`;
    const name = `${index}`.padStart(2, '0');
    await parquet(world, `trades-${name}.parquet`, select);
  }
  const report = await world.load();
  assert.equal(report.failures, []);
  const reasons = await world.reasons();
  for (const [index, [column, sql, reason]] of refusedValues.entries()) {
    assert.match(`${reasons[index]}`, reason, `${column} ${sql}`);
  }
  const [first] = await world.rows('select line, raw from rejects order by file limit 1');
  assert.is(first?.line, '1');
  assert.is(JSON.parse(`${first?.raw}`).profit, 'nan');
});

inWorld('counts the ordinal of a refused row within its file', async (world) => {
  const values = `select * replace (i as ticket, case when i in (7, 9) then 'x' else side end as side)
      from (select ${trade}) cross join range(10) as r(i)`;
  await parquet(world, 'trades-1.parquet', `select ${trade}`);
  await parquet(world, 'trades-2.parquet', values);
  const report = await world.load();
  const lines = await world.rows('select line from rejects order by line');
  assert.equal(lines, [{ line: '8' }, { line: '10' }]);
  assert.equal(fieldsOf(report.files, 'rows_in', 'rows_rejected'), [
    [1, 0],
    [10, 2],
  ]);
});

inWorld(
  'refuses Parquet that is cut, invalid, or lacks a column; the others load',
  async (world) => {
    await parquet(world, 'trades-cut.parquet', `select ${trade} from range(1000)`);
    truncateSync(join(world.source, 'trades-cut.parquet'), 3000);
    await parquet(
      world,
      'trades-lacks.parquet',
      `select * exclude (profit) from (select ${trade})`,
    );
    await parquet(world, 'trades-middle.parquet', `select ${trade} from range(1000)`);
    const middle = join(world.source, 'trades-middle.parquet');
    writeFileSync(middle, readFileSync(middle).fill(0xff, 20, 400));
    world.put({ 'trades-none.parquet': 'PAR1', 'trades-other.csv': rowsOf('trades', {}) });
    const report = await world.load();
    assert.is(report.failures.length, 4);
    assert.is(report.rowsLoaded, 1);
    assert.match(`${report.failures[1]?.reason}`, /lacks the column profit/);
  },
);

type Columns = Record<string, Vector>;

const text = (value: string | null) => vectorFromArray([value], new Utf8());

function arrowTrade(changes: Columns = {}): Table {
  const columns: Columns = Object.fromEntries(
    Object.entries(row('trades')).map(([name, value]) => [name, text(value || null)]),
  );
  return new Table({ ...columns, ...changes });
}

const arrowValues: [column: string, vector: Vector, stored: unknown][] = [
  ['profit', vectorFromArray([100.25], new Float64()), '100.25000000'],
  ['profit', vectorFromArray([0.1], new Float32()), '0.10000000'],
  ['profit', vectorFromArray([12], new Int32()), '12.00000000'],
  ['profit', vectorFromArray([-12n], new Int64()), '-12.00000000'],
  ['profit', decimal(-12345n, 2), '-123.45000000'],
  ['profit', decimal(5n, 3), '0.00500000'],
  ['symbol', vectorFromArray(['GBPUSD'], new Dictionary(new Utf8(), new Int32())), 'GBPUSD'],
  ['opened_at', vectorFromArray([1704189600000], new TimestampSecond()), '2024-01-02 10:00:00'],
  [
    'opened_at',
    vectorFromArray([1704189600500], new TimestampMillisecond('UTC')),
    '2024-01-02 10:00:00.5',
  ],
  [
    'opened_at',
    instants(new TimestampMicrosecond(), 1704189600123456n),
    '2024-01-02 10:00:00.123456',
  ],
  [
    'opened_at',
    instants(new TimestampNanosecond(), 1704189600123456789n),
    '2024-01-02 10:00:00.123456',
  ],
  ['opened_at', vectorFromArray([new Date('2024-01-02')], new DateDay()), '2024-01-02 00:00:00'],
  ['magic_number', vectorFromArray([9007199254740993n], new Int64()), '9007199254740993'],
  ['magic_number', vectorFromArray([2n ** 64n - 1n], new Uint64()), '18446744073709551615'],
  ['magic_number', decimal(9007199254740993n, 0), '9007199254740993'],
  ['magic_number', vectorFromArray([42], new Float64()), '42'],
  ['comment', vectorFromArray([null], new Utf8()), null],
];

function decimal(value: bigint, scale: number): Vector {
  const data = new Uint32Array(new BigInt64Array([value, value < 0n ? -1n : 0n]).buffer);
  return makeVector(makeData({ type: new Decimal(scale, 20, 128), length: 1, data }));
}

function instants(type: TimestampMicrosecond | TimestampNanosecond, value: bigint): Vector {
  return makeVector(makeData({ type, length: 1, data: new BigInt64Array([value]) }));
}

for (const format of ['file', 'stream'] as const) {
  inWorld(`reads an Arrow ${format} column by column`, async (world) => {
    for (const [index, [column, vector]] of arrowValues.entries()) {
      const table = arrowTrade({ ticket: text(`${index}`), [column]: vector });
      world.put({ [`trades-${index}.arrow`]: tableToIPC(table, format) });
    }
    const report = await world.load();
    assert.equal(report.failures, []);
    assert.equal(await world.reasons(), []);
    for (const [index, [column, vector, expected]] of arrowValues.entries()) {
      const [stored] = await world.rows(`select * from trades where ticket = '${index}'`);
      assert.equal(stored?.[column], expected, `${column} ${vector.type}`);
    }
  });
}

inWorld('reads an Arrow file of many batches in order', async (world) => {
  const batches = [5000, 3, 2100].flatMap((length, part) => {
    const names = Array.from({ length }, (_, index) => `${part}-${index}`);
    const constant = Object.entries(row('equity')).map(([name, value]) => [
      name,
      vectorFromArray(new Array<string>(length).fill(value), new Utf8()),
    ]);
    const ids = vectorFromArray(names, new Utf8());
    return new Table({ ...Object.fromEntries(constant), account_id: ids }).batches;
  });
  world.put({ 'equity.arrow': tableToIPC(new Table(batches), 'file') });
  const report = await world.load();
  assert.is(report.rowsLoaded, 7103);
  const [stored] = await world.rows('select count(distinct account_id) as n from equity');
  assert.is(stored?.n, '7103');
});

inWorld('refuses Arrow that is cut, or holds lists or booleans', async (world) => {
  for (const format of ['file', 'stream'] as const) {
    const bytes = tableToIPC(arrowTrade(), format);
    for (const share of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
      const end = Math.floor(bytes.length * share);
      world.put({ [`trades-${format}-${share}.arrow`]: bytes.subarray(0, end) });
    }
  }
  const nested = vectorFromArray([[1]], new List(new Field('item', new Float64())));
  const flag = vectorFromArray([true], new Bool());
  world.put({
    'trades-list.arrow': tableToIPC(arrowTrade({ profit: nested }), 'file'),
    'trades-none.arrow': 'ARROW',
    'trades-bool.arrow': tableToIPC(arrowTrade({ profit: flag }), 'file'),
    'trades-other.csv': rowsOf('trades', {}),
  });
  const report = await world.load();
  assert.is(report.failures.length, 16);
  assert.is(report.rowsLoaded, 1);
  assert.match(JSON.stringify(report.failures), /holds List<.*> in the column profit/);
  assert.equal(await world.reasons(), ['profit "true" is not a number']);
});

test.run();
