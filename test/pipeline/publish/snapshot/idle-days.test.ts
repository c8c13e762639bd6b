import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../../pipeline/duckdb/database.ts';
import { withIdleDays, withoutIdleDays } from '../../../../pipeline/publish/snapshot/idle-days.ts';

const idleDays = suite('days without an event');

const idle = { twr_percent: 0, equity_percent: null, flows: 0, profit: 0, balance: 110 };
const days = [
  { ...idle, date: '2024-02-27', balance: 100, flows: 100 },
  { ...idle, date: '2024-02-28', twr_percent: 10, profit: 10 },
  { ...idle, date: '2024-02-29' },
  { ...idle, date: '2024-03-01' },
  { ...idle, date: '2024-03-02', equity_percent: 0 },
  { ...idle, date: '2024-03-03' },
  { ...idle, date: '2024-03-04', flows: -10, profit: 10 },
  { ...idle, date: '2024-03-05', balance: 100, flows: -10 },
  { ...idle, date: '2024-03-06', balance: 100 },
  { ...idle, date: '2024-03-07', balance: 100 },
];
const unknown = days.map((day) => ({ ...day, twr_percent: null, balance: null }));

async function keptDays(list: readonly object[]): Promise<unknown[]> {
  const database = await openDatabase(':memory:');
  try {
    const [row] = await database.rows(
      `select to_json(${withoutIdleDays('days')})::varchar as kept from (
        select from_json($days::json, '[{"date":"varchar","twr_percent":"double",
          "equity_percent":"double","flows":"double","profit":"double","balance":"double"}]') as days)`,
      { days: JSON.stringify(list) },
    );
    return JSON.parse(String(row?.kept));
  } finally {
    database.close();
  }
}

const filled = (list: readonly unknown[]): unknown =>
  JSON.parse(withIdleDays(Buffer.from(JSON.stringify({ days: list }))).toString()).days;

const datesOf = (list: readonly unknown[]): unknown =>
  list.map((day) => (day instanceof Object && 'date' in day ? day.date : day));

idleDays('an object has the days on which something happened, the first and the last', async () => {
  const dates = ['2024-02-27', '2024-02-28', '2024-03-02', '2024-03-04', '2024-03-05'];
  assert.equal(datesOf(await keptDays(days)), [...dates, '2024-03-07']);
});

idleDays('reading it gives all days, with and without known capital', async () => {
  assert.equal(filled(await keptDays(days)), days);
  assert.equal(filled(await keptDays(unknown)), unknown);
  assert.equal(filled(await keptDays(days.slice(0, 1))), days.slice(0, 1));
  assert.equal(filled([]), []);
});

idleDays.run();
