import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { type Table, tables } from './columns.ts';

/** Rows out of order that are not worth putting all in order again. */
const fewRows = 1_000_000;

const orderedTables = tables.filter(({ byAccount }) => byAccount !== undefined);

/** Gives each account of a relation that has no number yet the next one, in order of their ids. */
export async function numberAccounts(database: Database, relation: string): Promise<void> {
  await database.run(`create or replace temp table numbered as
    select account_id,
      (select coalesce(max(account_no), 0) from account_numbers)
        + row_number() over (order by account_id) as account_no
    from (select distinct account_id from ${relation}) as named
    anti join account_numbers using (account_id)`);
  if (!(await isEmpty(database, 'numbered'))) {
    await database.run('insert into account_numbers from numbered');
  }
  await database.run('drop table numbered');
}

/** Notes rows that came in behind those in order, or that all of a table are in order. */
export async function noteRows(
  database: Database,
  { name }: Table,
  rows: { ordered: number } | { later: number },
): Promise<void> {
  if ('later' in rows) {
    await database.run(`update row_order set later_rows = later_rows + ${rows.later}
      where table_name = ${literal(name)}`);
  } else {
    await database.run(`delete from row_order where table_name = ${literal(name)};
      insert into row_order values (${literal(name)}, ${rows.ordered}, 0)`);
  }
}

/** Puts a table in order again when most of its rows came in behind those that are. */
export async function orderLaterRows(database: Database): Promise<void> {
  const rows = await database.rows(`select table_name from row_order
    where later_rows > greatest(ordered_rows, ${fewRows})`);
  for (const { table_name } of rows) {
    const table = orderedTables.find(({ name }) => name === table_name);
    if (table) await putInOrder(database, table);
  }
}

// An insert of no row makes DuckDB 1.5 hide those that the transaction inserts in order after it.
async function isEmpty(database: Database, table: string): Promise<boolean> {
  return (await database.rows(`select 1 from ${table} limit 1`)).length === 0;
}

async function putInOrder(database: Database, table: Table): Promise<void> {
  const [name, before] = [identifier(table.name), identifier(`${table.name} before`)];
  await numberAccounts(database, name);
  await database.run(`alter table ${name} rename to ${before}; ${readSql(`raw/${table.name}`)}`);
  const [inserted] = await database.rows(`insert into ${name} by name
    select * from ${before} order by account_no, ${identifier(`${table.byAccount}`)}`);
  await database.run(`drop table ${before}`);
  await noteRows(database, table, { ordered: Number(inserted?.Count) });
}
