import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { macroSql, readSql } from '../../pipeline/duckdb/sql-files.ts';
import { deflatedSharpe } from '../oracle/luck-section.ts';
import { whileOpen } from '../support/while-open.ts';
import { randomFrom } from './privacy/random.ts';

const luck = suite('luck');

const days = 250;
const accounts = 1000;
/** Standard error of a share of so many, in percent points. */
const standardError = 1;

/** Returns standard normal numbers. */
function normals(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

type Process = (normal: () => number, random: () => number) => () => number;

const plain =
  (drift: number, spread: number): Process =>
  (normal) =>
  () =>
    drift + spread * normal();

/** Processes without crashes or fat tails, as logarithms of a day. */
const known: Readonly<Record<string, Process>> = {
  'no drift': plain(0, 0.01),
  'steady gain': plain(0.0006, 0.008),
  'strong gain': plain(0.0015, 0.01),
  loss: plain(-0.0005, 0.012),
  'each day like the one before': (normal) => {
    let last = 0;
    return () => {
      last = 0.2 * last + 0.01 * normal();
      return 0.0003 + last;
    };
  },
  'each day unlike the one before': (normal) => {
    let last = 0;
    return () => {
      last = -0.2 * last + 0.01 * normal();
      return 0.0003 + last;
    };
  },
  'quiet and wild months': (normal) => {
    let day = 0;
    return () => {
      day += 1;
      return 0.0003 + (day % 40 < 20 ? 0.005 : 0.012) * normal();
    };
  },
  'few trading days': (normal, random) => () => (random() < 0.3 ? 0.0005 + 0.015 * normal() : 0),
};

/** Processes with rare crashes or fat tails, whose bands hold less often, as the page says. */
const wild: Readonly<Record<string, Process>> = {
  'a crash every two years': (normal, random) => () =>
    random() < 0.002 ? -0.15 : 0.0006 + 0.005 * normal(),
  'a smaller crash every year': (normal, random) => () =>
    random() < 0.004 ? -0.06 : 0.0006 + 0.005 * normal(),
  // Student's t with two degrees of freedom has no variance.
  'fat tails': (normal, random) => () =>
    0.0003 + 0.004 * (normal() / Math.sqrt(-Math.log(1 - random()))),
};

/** A Sharpe ratio of 4.7 a year: the table of falls has finer steps than 250 days. */
const extreme: Readonly<Record<string, Process>> = { 'gain nearly every week': plain(0.003, 0.01) };

async function withMacros<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(macroSql());
    return await use(database);
  });
}

/** Computes the bands of many accounts from days of their own. */
async function bandsOf(database: Database, records: readonly (readonly number[])[]) {
  await database.run(
    `create or replace table selection as
      select range::integer as subject_no, range::varchar as subject_id from range(${records.length});
    create or replace table subjects as
      select subject_id, 1::bigint as accounts_published from selection;
    create or replace table given as
      select unnest(from_json($rows::json, '[["DOUBLE"]]')) as logs,
        generate_subscripts(from_json($rows::json, '[["DOUBLE"]]'), 1) - 1 as subject_no`,
    {
      rows: JSON.stringify(records),
    },
  );
  await database.run(`create or replace table calendar_days as
    select subject_no::integer as subject_no,
      date '2024-01-01' + ((day_no - 1) // 5 * 7 + (day_no - 1) % 5)::integer as day,
      exp(log) - 1 as return_share,
    from (select subject_no, unnest(logs) as log, generate_subscripts(logs, 1) as day_no from given)`);
  return database.rows(`select twr_percent.low as low, twr_percent.high as high,
      max_drawdown_percent.low as least, max_drawdown_percent.high as most,
    from (${readSql('marts/luck')}) order by subject_id::integer`);
}

function outcomeOf(logs: readonly number[]) {
  let [sum, peak, fall] = [0, 0, 0];
  for (const log of logs) {
    sum += log;
    peak = Math.max(peak, sum);
    fall = Math.max(fall, peak - sum);
  }
  return { gain: 100 * Math.expm1(sum), fall: 100 * (1 - Math.exp(-fall)) };
}

/** Returns the share of fresh stretches within the bands of the stretches before, in percent. */
async function sharesWithin(database: Database, process: Process, seed: number) {
  const random = randomFrom(seed);
  const records = Array.from({ length: accounts }, () => {
    const next = process(normals(random), random);
    return Array.from({ length: 2 * days }, next);
  });
  const bands = await bandsOf(
    database,
    records.map((logs) => logs.slice(0, days)),
  );
  const share = (isWithin: (band: (typeof bands)[number], at: number) => boolean) =>
    (100 * bands.filter(isWithin).length) / accounts;
  const outcomes = records.map((logs) => outcomeOf(logs.slice(days)));
  return {
    returns: share(({ low, high }, at) => {
      const { gain = 0 } = outcomes[at] ?? {};
      return gain >= Number(low) && gain <= Number(high);
    }),
    falls: share(({ least, most }, at) => {
      const { fall = 0 } = outcomes[at] ?? {};
      return fall >= Number(least) && fall <= Number(most);
    }),
  };
}

luck('gives the deflated Sharpe ratio that its authors computed', () =>
  withMacros(async (database) => {
    const sharpe = 2.5 / Math.sqrt(250);
    const [row] = await database.rows(
      `select six_decimals(deflated_sharpe(2.5 / sqrt(250), luckiest_sharpe(100, 1 / 500), 1250,
        sharpe_spread(2.5 / sqrt(250), -3, 10))) as ratio`,
    );
    assert.is(row?.ratio, 0.900397);
    const twin = deflatedSharpe({
      sharpe,
      days: 1250,
      skewness: -3,
      kurtosis: 10,
      accounts: 100,
      variance: 1 / 500,
    });
    assert.is(twin?.toFixed(6), '0.900397');
  }),
);

luck('has quantiles and tails of the normal distribution as tables have them', () =>
  withMacros(async (database) => {
    const [row] = await database.rows(`select
      round(upper_quantile(0.5), 7) as middle, round(upper_quantile(0.1), 7) as tenth,
      round(upper_quantile(0.001), 7) as thousandth,
      round(mills_ratio(4.0::double), 7) as tail`);
    // The tail: 3.1671242e-5 / 1.3383023e-4.
    assert.equal(row, { middle: 0, tenth: 1.2815516, thousandth: 3.0902323, tail: 0.2366524 });
  }),
);

/** Shares that fresh stretches must have, in percent, by kind of process. */
const promised = [
  { processes: known, least: 82, most: 89 },
  { processes: extreme, least: 78, most: 89 },
  { processes: wild, least: 50, most: 80 },
] as const;

luck('holds as often as it says on processes that are known', () =>
  withMacros(async (database) => {
    const faults: string[] = [];
    let seed = 0;
    for (const { processes, least, most } of promised) {
      for (const [name, process] of Object.entries(processes)) {
        seed += 1;
        const { returns, falls } = await sharesWithin(database, process, seed);
        console.log(`${name}: return within the band ${returns} %, drawdown ${falls} %`);
        // Of wild processes, the band that holds less often.
        const shares = processes === wild ? [Math.min(returns, falls)] : [returns, falls];
        for (const share of shares) {
          const isHeld = share >= least - standardError && share <= most + standardError;
          if (!isHeld) faults.push(`${name}: ${share} %`);
        }
      }
    }
    assert.equal(faults, []);
  }),
);

luck.run();
