import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { macroSql, readSql, relationsIn } from '../../pipeline/duckdb/sql-files.ts';
import { pageParts } from '../../pipeline/publish/snapshot/layout.ts';
import { pages as schemas } from '../../sql/pages/index.ts';
import { computeNothing } from '../support/computed.ts';
import { fieldOf } from '../support/fields.ts';
import { columnsOf } from '../support/schema-keys.ts';
import { whileOpen } from '../support/while-open.ts';
import { randomFrom } from './privacy/random.ts';

const curves = suite('parts of pages');

const maxPoints = 400;

interface Day {
  readonly date: string;
  readonly twr_percent: number | null;
  readonly drawdown: number | null;
  readonly cumulative_balance: number | null;
  readonly cumulative_equity: number | null;
}

interface Days {
  readonly date: string[];
  readonly twr_percent: (number | null)[];
  readonly drawdown: (number | null)[];
  readonly balance: (number | null)[];
  readonly equity: (number | null)[];
}

interface Growth {
  readonly days: string;
  readonly month_ends: Days;
}

const dayAt = (at: number): string =>
  new Date(Date.UTC(1990, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);

/** Makes days of a random return. A few of them have an equity report. */
function wander(count: number, seed: number, isCapitalKnown = true): Day[] {
  const random = randomFrom(seed);
  let [index, peak, at] = [1, 1, 0];
  return Array.from({ length: count }, () => {
    at += 1 + Math.floor(random() * 4);
    // Large steps, so that many days tie.
    index *= 1 + Math.round((random() - 0.49) * 6) / 100;
    peak = Math.max(peak, index);
    const percent = (share: number) => Math.round(share * 100 * 1e4) / 1e4;
    return {
      date: dayAt(at),
      twr_percent: isCapitalKnown ? percent(index - 1) : null,
      drawdown: isCapitalKnown ? percent(index / peak - 1) : null,
      cumulative_balance: isCapitalKnown ? Math.round(1e5 * index) / 100 : null,
      cumulative_equity: random() < 0.3 ? Math.round(1e5 * index) / 100 : null,
    };
  });
}

/** Draws the curve of one subject with these days. */
async function drawn(
  days: readonly Day[],
  threads?: number,
): Promise<{ curve: Days; every_day: Days; growth: Growth }> {
  return whileOpen(openDatabase(':memory:', { threads }), async (database) => {
    await database.run(macroSql());
    await database.run(
      `
      create table selection as select 1 as subject_no, 'a' as subject_id;
      create table flow_marks (subject_no integer, is_withdrawal boolean, day varchar);
      create table read as from (values ($json)) as given (json)`,
      { json: JSON.stringify(days) },
    );
    await database.run(`
      create table result_days as select
        1 as subject_no,
        from_json(json, '[{"date": "VARCHAR", "twr_percent": "DOUBLE", "drawdown": "DOUBLE",
          "cumulative_balance": "DOUBLE", "cumulative_equity": "DOUBLE"}]') as of_days,
      from read;
      create table computed_equity_curve as select
        'a' as subject_id,
        []::struct(date varchar, amount double)[] as deposits_withdrawals`);
    await database.run(`create table curve_days as ${readSql('intermediate/curve_days')}`);
    return {
      curve: await only<Days>(database, readSql('pages/curve')),
      every_day: await only<Days>(database, readSql('pages/every_day')),
      growth: await only<Growth>(database, readSql('pages/growth')),
    };
  });
}

async function only<Result>(database: Database, sql: string): Promise<Result> {
  const rows = await database.rows(sql);
  assert.is(rows.length, 1);
  return JSON.parse(JSON.stringify(rows[0]));
}

const daysIn = ({ date, twr_percent, drawdown, balance, equity }: Days): Day[] =>
  date.map((day, at) => ({
    date: day,
    twr_percent: twr_percent[at] ?? null,
    drawdown: drawdown[at] ?? null,
    cumulative_balance: balance[at] ?? null,
    cumulative_equity: equity[at] ?? null,
  }));

/** Returns the first day with the highest score. */
const best = (days: readonly Day[], score: (day: Day) => number): Day | undefined =>
  days.reduce<Day | undefined>(
    (found, day) => (found === undefined || score(day) > score(found) ? day : found),
    undefined,
  );

curves('are as many as the layout says, each with the columns of its schema', async () => {
  assert.equal(Object.keys(schemas).sort(), [...pageParts].sort());
  assert.equal(relationsIn('pages'), [...pageParts].sort());
  const empty = await computeNothing();
  for (const [part, schema] of Object.entries(schemas)) {
    const rows = await empty.rows(`describe computed_${part}`);
    const [id, ...columns] = rows.map((row) => String(row.column_name));
    assert.is(id, 'subject_id');
    assert.equal(columns, columnsOf(schema, part));
  }
  empty.close();
});

curves('hold every day where there are few', async () => {
  for (const count of [0, 1, 2, 397, 398]) {
    const days = wander(count, 3);
    const { curve, growth } = await drawn(days);
    assert.equal(daysIn(curve), days);
    assert.is(Number(growth.days), count);
  }
});

curves(
  'hold the ends and every extreme of a long history, in order, and its own days',
  async () => {
    for (const [seed, count] of [399, 400, 1000, 7777, 20_000].entries()) {
      const days = wander(count, seed);
      const points = daysIn((await drawn(days)).curve);
      assert.ok(points.length <= maxPoints && points.length > 200, `${points.length}`);
      const byDate = new Map(days.map((day) => [day.date, day]));
      for (const point of points) assert.equal(point, byDate.get(point.date));
      const dates = points.map(({ date }) => date);
      assert.equal(dates, [...new Set(dates)].sort());
      assert.equal([points[0], points.at(-1)], [days[0], days.at(-1)]);
      const scores: ((day: Day) => number)[] = [
        ({ twr_percent }) => twr_percent ?? 0,
        ({ twr_percent }) => -(twr_percent ?? 0),
        ({ drawdown }) => -(drawdown ?? 0),
      ];
      // Checks each of 132 stretches of equal length as well: no extreme between drawn days is
      // missing.
      for (let bucket = 0; bucket < 132; bucket += 1) {
        const stretch = days.filter((_, at) => Math.floor((at * 132) / count) === bucket);
        for (const score of scores) assert.ok(dates.includes(best(stretch, score)?.date ?? ''));
      }
      for (const score of scores) assert.ok(dates.includes(best(days, score)?.date ?? ''));
    }
  },
);

curves('are the same whatever the number of threads', async () => {
  const days = wander(9000, 5);
  assert.equal(await drawn(days, 1), await drawn(days, 8));
});

curves('follow the equity where no capital is known', async () => {
  const days = wander(3000, 8, false);
  const points = daysIn((await drawn(days)).curve);
  assert.ok(points.length <= maxPoints);
  const equity = (day: Day) => day.cumulative_equity ?? Number.NEGATIVE_INFINITY;
  assert.ok(points.some(({ date }) => date === best(days, equity)?.date));
});

curves('have every day by themselves, where any is left out', async () => {
  const days = wander(2000, 7);
  assert.equal(daysIn((await drawn(days)).every_day), days);
  assert.equal(daysIn((await drawn(wander(398, 7))).every_day), []);
});

curves('end every month with its last day', async () => {
  const days = wander(2000, 6);
  const ends = new Map(days.map((day) => [day.date.slice(0, 7), day]));
  assert.equal(daysIn((await drawn(days)).growth.month_ends), [...ends.values()]);
});

curves('mark at most 200 days of either kind of flow, every one where there are fewer', () =>
  whileOpen(openDatabase(':memory:'), async (database) => {
    await database.run(`
      create table subject_flows as
      select 1 as subject_no, 'flow' as kind, 1.0 as amount_minor,
        date '2000-01-01' + (n // 3)::integer as "at"
      from range(6000) as numbers (n)
      union all
      select 1, 'flow', -1.0, date '2000-01-01' + n::integer from range(150) as numbers (n)
      union all
      select 1, 'adjustment', 1.0, date '1999-01-01'`);
    const rows = await database.rows(readSql('intermediate/flow_marks'));
    const daysOf = (isWithdrawal: boolean) =>
      rows.filter((row) => row.is_withdrawal === isWithdrawal).map(({ day }) => String(day));
    const deposits = daysOf(false).sort();
    assert.is(deposits.length, 200);
    assert.equal(deposits.slice(0, 2), ['2000-01-01', '2000-01-11']);
    assert.equal(daysOf(true).length, 150);
  }),
);

curves('rank entries by trades and then by name, and say how many there are', () =>
  whileOpen(openDatabase(':memory:'), async (database) => {
    await database.run(`
      create table selection as select 1 as subject_no, 'a' as subject_id
        union all select 2, 'b';
      create table breakdowns as
      select 1 as subject_no, 'symbol' as dimension, 'S' || n as key,
        0 as net_minor, {total: {trades: n // 2}} as entry
      from range(5000) as numbers (n)
      union all
      select 1, 'magic_number', '7', 0, {total: {trades: 9}};
      create table computed_by_symbol as
      select 'a' as subject_id, map_from_entries(list({key: key, value: entry})) as by_symbol
      from breakdowns where dimension = 'symbol'
      union all
      select 'b', map {}`);
    for (const name of ['most_traded', 'top_entries']) {
      await database.run(`create table ${name} as ${readSql(`intermediate/${name}`)}`);
    }
    const [first, second] = await database.rows(
      `from (${readSql('pages/top_symbols')}) order by subject_id`,
    );
    const { keys, entries }: { keys: string; entries: { key: string }[] } = JSON.parse(
      JSON.stringify(first),
    );
    assert.equal([Number(keys), entries.length], [5000, 200]);
    assert.equal(fieldOf(entries.slice(0, 4), 'key'), ['S4998', 'S4999', 'S4996', 'S4997']);
    assert.equal([Number(second?.keys), second?.entries], [0, []]);
  }),
);

curves.run();
