import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../../pipeline/duckdb/database.ts';
import { macroSql } from '../../../../pipeline/duckdb/sql-files.ts';
import { withIdleDays } from '../../../../pipeline/publish/snapshot/idle-days.ts';

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
];
const eventful = days.filter(
  ({ date }) => !['2024-02-29', '2024-03-01', '2024-03-03'].includes(date),
);
const withoutCapital = (list: typeof days): object[] =>
  list.map((day) => ({ ...day, twr_percent: null, balance: null }));

const cases: readonly [name: string, eventful: object[], all: object[]][] = [
  ['known capital', eventful, days],
  ['unknown capital', withoutCapital(eventful), withoutCapital(days)],
  ['all days', days, days],
  ['one day', days.slice(0, 1), days.slice(0, 1)],
  ['no day', [], []],
];

idleDays('the answer has every calendar day, where the object leaves out idle ones', () => {
  for (const [name, kept, all] of cases) {
    const part = withIdleDays(Buffer.from(JSON.stringify({ starting_balance: 0, days: kept })));
    assert.equal(JSON.parse(part.toString()), { starting_balance: 0, days: all }, name);
  }
});

idleDays('views of researchers have the same days', async () => {
  const database = await openDatabase(':memory:');
  try {
    await database.run(macroSql());
    for (const [name, kept, all] of cases) {
      const [row] = await database.rows(
        `select to_json(every_day(days))::varchar as days from (
          select from_json($days::json, '[{"date":"varchar","twr_percent":"double",
            "equity_percent":"double","flows":"double","profit":"double","balance":"double"}]') as days)`,
        { days: JSON.stringify(kept) },
      );
      assert.equal(JSON.parse(String(row?.days)), all, name);
    }
  } finally {
    database.close();
  }
});

idleDays.run();
