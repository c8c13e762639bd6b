import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mt5Html, mt5Rows, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { makeAccount } from '../../../fixtures/statements/story.ts';
import { findTimezone } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { readBytes } from './reading.ts';
import { shortTableMap } from './short-table.ts';

// All cells of a file decide what its marks mean, and a column with a time zone decides its clock.
const whole = suite('whole files decide');
const folder = directoryDuring(whole);

/** Writes numbers as a program with a decimal comma does: `1.234,56`. */
const withCommas = (text: string): string => {
  const [units = '', fraction = ''] = text.replaceAll(/[ \u00a0]/g, '').split('.');
  const grouped = units.replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return fraction === '' ? grouped : `${grouped},${fraction}`;
};
const isAmount = /^-?\d[\d ]*\.\d+$/;

const report = makeReport('locale', { trades: 12 });
const statement = makeAccount('locale', { trades: 12, isEventful: true, positions: 2 });
const converted = mt5Rows(report, {}).map((row) =>
  row.map((cell) => ({
    ...cell,
    ...(isAmount.test(cell.text) && { text: withCommas(cell.text) }),
  })),
);

for (const [what, format, usual, other] of [
  ['a page of MetaTrader 5', 'mt5', mt5Html(mt5Rows(report, {})), mt5Html(converted)],
  ['a workbook of MetaTrader 5', 'mt5', mt5Xlsx(mt5Rows(report, {})), mt5Xlsx(converted)],
  [
    'a statement of MetaTrader 4',
    'mt4',
    mt4Statement(statement, { layout: 'detailed' }),
    mt4Statement(statement, { layout: 'detailed' }).replaceAll(
      />(-?\d[\d ]*\.\d+)</g,
      (_, amount: string) => `>${withCommas(amount)}<`,
    ),
  ],
] as const) {
  whole(`${what} is the same with decimal commas`, async () => {
    const valuesOf = async (bytes: string | Uint8Array) => {
      const { tables } = await readBytes(bytes, { format });
      return [
        ...(tables.trades ?? []).map((row) => [
          row.ticket,
          ...[row.volume, row.open_price, row.close_price, row.profit].map(Number),
          ...[row.commission, row.swap].map(Number),
        ]),
        ...(tables.cash_flows ?? []).map((row) => [row.id, Number(row.amount)]),
      ];
    };
    const values = await valuesOf(usual);
    assert.ok(values.length > 10);
    assert.equal(await valuesOf(other), values);
  });
}

whole('a report whose numbers have dots alone is read by its decimal commas', async () => {
  // Without another cell `1.500` is 1.5, as MetaTrader writes it; a comma anywhere makes it 1500.
  const profits = async (fee: string) => {
    const rows = mt5Rows(makeReport('locale', { trades: 12, mode: 'Netting' }), {
      hasPositions: false,
    }).map((row) =>
      row.length === 15 && /^(in|out)$/.test(row[4]?.text ?? '')
        ? row.map((cell, at) => ({
            ...cell,
            ...(at > 4 && { text: '1.500' }),
            ...(at === 10 && { text: fee }),
          }))
        : row.map((cell) => ({ ...cell, text: cell.text.replace(/\.\d\d$/, '') })),
    );
    const { tables } = await readBytes(mt5Html(rows), { format: 'mt5' });
    return new Set(tables.trades?.map(({ volume }) => volume));
  };
  assert.equal(await profits('0'), new Set(['1.500']));
  assert.equal(await profits('0,50'), new Set(['1500']));
});

const calendar = (values: readonly (readonly [string, string])[], zone = '') =>
  [
    `date;time;currency;impact;event;forecast;previous;actual${zone && ';timezone'}`,
    ...values.map(
      ([forecast, actual], at) =>
        `2024-07-0${at + 1};11:00;USD;high;Event ${at};${forecast};;${actual}${zone && `;${zone}`}`,
    ),
    '',
  ].join('\n');
const valuesIn = async (text: string) => {
  const { tables, told } = await readBytes(text, { format: 'table', accountId: undefined });
  assert.equal(told, []);
  return tables.calendar_events?.map(({ forecast, actual }) => [forecast, actual]);
};

whole('commas in values of a calendar are what the whole file says', async () => {
  assert.equal(
    await valuesIn(
      calendar([
        ['0,3%', '-1,5%'],
        ['1.234K', '1.250,5K'],
      ]),
    ),
    [
      ['0.3%', '-1.5%'],
      ['1234K', '1250.5K'],
    ],
  );
  assert.equal(
    await valuesIn(
      calendar([
        ['0.3%', '1,234K'],
        ['1,234.5', '5.04|3.1'],
      ]),
    ),
    [
      ['0.3%', '1234K'],
      ['1234.5', '5.04|3.1'],
    ],
  );
});

const trades = (zones: readonly string[]) =>
  [
    'Item,Way,Lots,In,Out,From,To,Result,Time Zone',
    ...zones.map((zone) => `EURUSD,buy,0.1,1.1,1.2,2024-07-01 10:00,2024-07-01 11:00,5.00,${zone}`),
    '',
  ].join('\n');

whole('a column with the time zone decides, and nothing else may', async () => {
  const file = join(folder, 'map.json');
  writeFileSync(file, JSON.stringify(shortTableMap));
  const timesOf = async (text: string, tz: string | null, isCalendar = false) => {
    const { tables, told } = await readBytes(text, {
      format: 'table',
      timezone: tz === null ? null : findTimezone(tz),
      ...(isCalendar ? { accountId: undefined } : { map: file }),
    });
    if (told.length > 0) return told.join();
    return [...(tables.trades ?? []), ...(tables.calendar_events ?? [])].map((row) =>
      'closed_at' in row ? row.closed_at : row.time,
    );
  };
  assert.equal(await timesOf(trades(['Europe/Athens', '']), null), [
    '2024-07-01T08:00:00Z',
    '2024-07-01T08:00:00Z',
  ]);
  assert.equal(await timesOf(trades(['GMT+3']), '+03:00'), ['2024-07-01T08:00:00Z']);
  assert.match(
    String(await timesOf(trades(['Europe/Athens']), 'UTC')),
    /names `Europe\/Athens`, not UTC/,
  );
  assert.match(String(await timesOf(trades(['UTC', '+02:00']), null)), /names `UTC` and `\+02:00`/);
  assert.match(
    String(await timesOf(trades(['Mars']), null)),
    /names `Mars`, which is no known time zone/,
  );
  const events = calendar([['1', '2']], 'Asia/Tehran');
  assert.equal(await timesOf(events, null, true), ['2024-07-01T07:30:00Z']);
  assert.match(String(await timesOf(events, 'UTC', true)), /names `Asia\/Tehran`, not UTC/);
  const zoned = join(folder, 'zoned.json');
  const columns = { date: 'date', time: 'time', currency: 'currency', impact: 'impact' };
  const shown = { title: 'event', forecast: 'forecast', actual: 'actual' };
  writeFileSync(
    zoned,
    JSON.stringify({ holds: 'calendar', zone: 'NY+0', columns: { ...columns, ...shown } }),
  );
  const zonedMap = { format: 'table', timezone: null, accountId: undefined, map: zoned };
  const { told } = await readBytes(events, zonedMap);
  assert.match(told.join(), /names `Asia\/Tehran`, not NY\+0/);
  const scraped = { Date: '2024-07-05', Time: '8:30am', Currency: 'USD', Impact: 'High' };
  const json = JSON.stringify([
    { ...scraped, Event: 'Payrolls', Actual: '1', Forecast: '2', Previous: '3', timezone: 'NY+0' },
  ]);
  assert.equal(await timesOf(json, null, true), ['2024-07-05T12:30:00Z']);
});

whole.run();
