import { identifier } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { noteRows } from './account-order.ts';
import {
  accountRawTables,
  accountTables,
  rawTableOf,
  storedColumns,
  type Table,
  tables,
} from './columns.ts';
import { describeAccounts } from './merge.ts';
import { columnListSql } from './winners.ts';

const ofAccounts = tables.filter(({ name }) => accountTables.includes(name));

const areDeparted = 'account_id in (select departed.account_id from departed)';

/** Condition for rows of `departed` accounts that a delivery brought. */
const areDelivered = ({ overruledIn }: Table): string =>
  `${areDeparted} and ${overruledIn ? 'source' : 'data_source'} is distinct from 'operator_file'`;

/** Removes every row of these accounts from the raw tables. */
export const removeRows = (
  database: Database,
  accountIds: readonly string[],
  from: readonly string[] = accountRawTables.map(identifier),
): Promise<void> =>
  withDeparted(database, accountIds, async () => {
    for (const table of from) await database.run(`delete from ${table} where ${areDeparted}`);
  });

/**
 * Removes what deliveries brought of accounts, since they are loaded anew. The rows of the
 * operator's files stay, and count again where a delivery had overruled them. The accounts must be
 * in `touched_accounts`.
 */
export const removeDelivered = (database: Database, accountIds: readonly string[]): Promise<void> =>
  withDeparted(database, accountIds, async () => {
    for (const table of ofAccounts) {
      const stored = identifier(rawTableOf(table));
      await database.run(`delete from ${stored} where ${areDelivered(table)}`);
      if (table.overruledIn) await restore(database, table, stored);
    }
    await database.run(`delete from terminals where ${areDeparted}`);
    await describeAccounts(database);
  });

/** Removes what deliveries brought from archived tables. */
export const removeDeliveredFrom = (
  database: Database,
  accountIds: readonly string[],
  archived: readonly Table[],
): Promise<void> =>
  withDeparted(database, accountIds, async () => {
    for (const table of archived) {
      await database.run(`delete from archive.${table.name} where ${areDelivered(table)}`);
    }
  });

/** Puts back the rows of files that better ones overruled, as if no delivery ever came. */
async function restore(database: Database, table: Table, stored: string): Promise<void> {
  const overruled = identifier(`${table.overruledIn}`);
  const ofFiles = `${overruled} where source = 'operator_file' and ${areDeparted}`;
  const numbers = table.byAccount ? 'inner join account_numbers using (account_id)' : '';
  const columns = [...storedColumns(table), ...(table.byAccount ? ['account_no'] : [])];
  const [found] = await database.rows(`select count(*) as rows from ${ofFiles}`);
  const rows = Number(found?.rows);
  if (rows > 0) {
    await database.run(`insert into ${stored} (${columnListSql(columns)})
      select ${columnListSql(columns)} from (from ${ofFiles}) as restored ${numbers}`);
    if (table.byAccount) await noteRows(database, table, { later: rows });
  }
  const late = table.late ? ', came_late = false' : '';
  await database.run(`delete from ${overruled} where ${areDeparted};
    update ${stored} set first_source = source, first_delivery = delivery${late} where ${areDeparted}`);
}

async function withDeparted(
  database: Database,
  accountIds: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `create or replace temp table departed as
      select unnest(from_json($accounts::json, '["VARCHAR"]')) as account_id`,
    { accounts: JSON.stringify(accountIds) },
  );
  await work();
  await database.run('drop table departed');
}
