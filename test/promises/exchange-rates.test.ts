import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { readSql } from '../../pipeline/duckdb/sql-files.ts';
import { whileOpen } from '../support/while-open.ts';

const rates = suite('exchange rates');

/** Makes a database with portfolios and members in some currencies, and nothing else. */
async function withMembers(
  pairs: readonly string[],
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(readSql('raw/fx_rates'));
    await database.run('create table members (currency varchar, subject_currency varchar)');
    for (const pair of pairs) {
      await database.run('insert into members values (?, ?)', pair.split(' '));
    }
    await work(database);
  });
}

rates('come from the pair itself, from its inverse, else from two over a third currency', () =>
  withMembers(['EUR USD', 'USD USD', 'JPY EUR'], async (database) => {
    await database.run(`insert into fx_rates values
      ('2024-01-01', 'EUR', 'USD', 1.25), ('2024-01-01', 'USD', 'EUR', 0.5),
      ('2024-01-02', 'USD', 'EUR', 0.5), ('2024-01-02', 'EUR', 'GBP', 3), ('2024-01-02', 'GBP', 'USD', 3),
      ('2024-01-03', 'GBP', 'EUR', 1.25), ('2024-01-03', 'GBP', 'USD', 1.5),
      ('2024-01-03', 'EUR', 'CHF', 7), ('2024-01-03', 'USD', 'CHF', 2),
      ('2024-01-04', 'EUR', 'GBP', 0.5), ('2024-01-05', 'GBP', 'USD', 2),
      ('2024-01-06', 'EUR', 'NOK', 8), ('2024-01-06', 'NOK', 'SEK', 2), ('2024-01-06', 'SEK', 'USD', 2)`);
    const found = await database.rows(
      `select base, quote, date::varchar as date, rate
      from (${readSql('intermediate/exchange_rates')}) order by all`,
    );
    assert.equal(
      found.map(({ base, quote, date, rate }) => [`${base} ${quote}`, date, rate]),
      [
        ['EUR USD', '2024-01-01', 1.25],
        ['EUR USD', '2024-01-02', 2],
        // Converted over CHF, which comes before GBP only in the alphabet; GBP EUR needs one
        // inverse as well.
        ['EUR USD', '2024-01-03', 3.5],
      ],
    );
  }),
);

/** Returns the most rows that any step of a query returned. */
async function maxRows(database: Database, sql: string): Promise<number> {
  const [row] = await database.rows(`explain (analyze, format json) ${sql}`);
  return Math.max(...steps(JSON.parse(String(row?.explain_value))));
}

interface Step {
  readonly operator_cardinality?: number;
  readonly children?: readonly Step[];
}

const steps = ({ operator_cardinality = 0, children = [] }: Step): number[] => [
  operator_cardinality,
  ...children.flatMap(steps),
];

rates('of a day with many currencies cost no more than their number', () =>
  withMembers(['C1 USD'], async (database) => {
    const currencies = 500;
    await database.run(`insert into fx_rates
      select '2024-01-01', 'USD', 'C' || range, 2 from range(${currencies})`);
    const sql = readSql('intermediate/exchange_rates');
    const [found] = await database.rows(
      `select count(*)::integer as rows, max(rate) as rate from (${sql})`,
    );
    assert.equal(found, { rows: 1, rate: 0.5 });
    // Each rate is read once and inverted once. All pairs would be 250,000.
    assert.ok((await maxRows(database, sql)) <= 4 * currencies);
  }),
);

rates.run();
