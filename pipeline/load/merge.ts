import { sourceNames } from '../../sql/raw/source_names.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { noteRows, numberAccounts, orderLaterRows } from './account-order.ts';
import { accountTables, rankedSource, rawTableOf, storedColumns, type Table } from './columns.ts';
import type { Landing } from './landing.ts';
import { settleLate, withLate } from './late-rows.ts';
import { removeMoved } from './moved-events.ts';
import { orderedQuery } from './projection.ts';
import { columnListSql, isWinner, type TableLoad, winners } from './winners.ts';

/**
 * Brings the landed rows into their raw tables, and says when each is done. Returns the names of
 * those that it changed.
 */
export async function mergeTables(
  home: Database,
  landing: Landing,
  loads: readonly TableLoad[],
  onMerged: (load: TableLoad) => void,
): Promise<Set<string>> {
  const named = loads
    .filter(({ table }) => table.byAccount)
    .map((load) => `select account_id from ${winners(landing, load)}`);
  if (named.length > 0) await numberAccounts(home, `(${named.join(' union all ')})`);
  const changed = new Set<string>();
  for (const load of loads) {
    const moved = load.table.moves ? await removeMoved(home, landing, load) : 0;
    await settleLate(home, landing, load.table);
    let rows = moved;
    const sources = await sourcesOf(landing, load);
    for (const source of sources) {
      rows += await mergeRows(home, landing, load, { source, isOnly: sources.length === 1 });
    }
    if (rows > 0) changed.add(load.table.name);
    onMerged(load);
  }
  if (named.length > 0) await orderLaterRows(home);
  // Which reports of the broker's count depends on the sources of trades and bookings too.
  const isBooked = changed.has('trades') || changed.has('cash_flows');
  if (changed.has('accounts') || (isBooked && (await isAny(home, ofBroker)))) {
    await describeAccounts(home);
  }
  return changed;
}

const ofBroker = `account_reports where data_source = 'broker_api'`;

/** Creates the rows of `accounts` again for `touched_accounts`, from all their reports. */
export async function describeAccounts(home: Database): Promise<void> {
  await home.run(`delete from accounts
      where account_id in (select account_id from touched_accounts);
    insert into accounts by name ${readSql('runs/described_accounts')}`);
}

/** Returns the sources of the landed rows. Null stands for a table without sources. */
async function sourcesOf(landing: Landing, load: TableLoad): Promise<(string | null)[]> {
  const source = rankedSource(load.table);
  if (source === null) return [null];
  if (!landing.stamped.has(load.table)) return [landing.stamp.source];
  const rows = await landing.database.rows(
    `select distinct ${source} as source from ${winners(landing, load)} order by 1`,
  );
  return rows.map((row) => String(row.source));
}

/** Merges the landed rows of one source. Returns how many rows that changed. */
async function mergeRows(
  home: Database,
  landing: Landing,
  load: TableLoad,
  { source, isOnly }: { readonly source: string | null; readonly isOnly: boolean },
): Promise<number> {
  const { table } = load;
  const ofSource = isOnly ? '' : ` and landed.${rankedSource(table)} = ${literal(`${source}`)}`;
  const winning = isWinner(landing, load) + ofSource;
  const rows = landedRows(landing, table, winning);
  const stored = identifier(rawTableOf(table));
  if (!(await isAny(home, stored))) return insertAll(home, landing, table, { winning, rows });
  const hasOthers =
    table.overruledIn && (await isAny(home, `${stored} where source <> ${literal(`${source}`)}`));
  const overruled = hasOthers ? await overrule(home, table, rows) : noChanges;
  const merged = await changesBy(
    home,
    mergeSql(table, {
      into: stored,
      rows: withLate(landing, table, rows) + inOrder(table),
      key: table.byAccount ? [...table.key, 'account_no'] : table.key,
      columns: columnsOf(table),
      retained: ['first_source', 'first_delivery'],
      condition: `not ${isWorse(table, 'landed', 'stored')}`,
    }),
  );
  if (table.byAccount) await noteRows(home, table, { later: merged.inserted });
  await touch(home, [...overruled.accounts, ...merged.accounts]);
  return merged.rows;
}

const isAny = async (home: Database, rows: string): Promise<boolean> =>
  (await home.rows(`select 1 from ${rows} limit 1`)).length > 0;

/** Columns of the raw table. */
const columnsOf = (table: Table): string[] => [
  ...storedColumns(table),
  ...(table.byAccount ? ['account_no'] : []),
];

/** Returns the query for winning rows, with all columns of the raw table. */
function landedRows(landing: Landing, table: Table, winning: string): string {
  const numbers = table.byAccount ? 'inner join account_numbers using (account_id)' : '';
  return `select ${columnListSql(columnsOf(table))}
    from (from ${landing.rowsOf(table)} as landed where ${winning}) as landed ${numbers}`;
}

const inOrder = ({ byAccount }: Table): string =>
  byAccount ? ` order by account_no, ${identifier(byAccount)}` : '';

/** Puts rows into a table that has none. */
async function insertAll(
  home: Database,
  landing: Landing,
  table: Table,
  { winning, rows }: { readonly winning: string; readonly rows: string },
): Promise<number> {
  const source = table.byAccount ? landing.inPlace.get(table)?.source : undefined;
  const query = source
    ? orderedQuery(table, source, landing.stamp, winning)
    : withLate(landing, table, rows) + inOrder(table);
  const [inserted] = await home.rows(`insert into ${identifier(rawTableOf(table))}
    (${columnListSql(columnsOf(table))}) ${query}`);
  const count = Number(inserted?.Count);
  if (table.byAccount) await noteRows(home, table, { ordered: count });
  if (count > 0 && accountTables.includes(table.name)) {
    await home.run(`insert into touched_accounts
      select distinct account_id from ${landing.rowsOf(table)} as landed
      where ${winning} and account_id not in (select account_id from touched_accounts)`);
  }
  return count;
}

/** Keeps what lesser sources say: landed rows, or stored ones that better rows replace. */
function overrule(home: Database, table: Table, rows: string): Promise<Changes> {
  const columns = storedColumns(table);
  const lesser = columns.map(
    (name) =>
      `if(${isWorse(table, 'landed', 'stored')}, landed.${name}, stored.${name}) as ${name}`,
  );
  const match = [...table.key, ...(table.byAccount ? ['account_no'] : [])];
  return changesBy(
    home,
    mergeSql(table, {
      into: identifier(`${table.overruledIn}`),
      rows: `select ${lesser.join(', ')}
        from (${rows}) as landed
        inner join ${identifier(rawTableOf(table))} as stored using (${columnListSql(match)})
        where landed.source <> stored.source`,
      key: [...table.key, 'source'],
      columns,
      retained: [],
      condition: 'true',
    }),
  );
}

interface Merge {
  readonly into: string;
  readonly rows: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Columns that a row keeps when another one replaces it. */
  readonly retained: readonly string[];
  /** Condition under which a row of `landed` may replace the one in `stored` with its key. */
  readonly condition: string;
}

function mergeSql(
  { columns: declared }: Table,
  { into, rows, key, columns, retained, condition }: Merge,
): string {
  const required = new Set(declared.filter((column) => column.required).map(({ name }) => name));
  const isSame = (name: string) =>
    `stored.${identifier(name)} ${required.has(name) ? '=' : 'is not distinct from'} landed.${identifier(name)}`;
  const compared = declared.map(({ name }) => name).concat(columns.filter(isCompared));
  const set = columns.filter((name) => !key.includes(name) && !retained.includes(name));
  return `merge into ${into} as stored using (${rows}) as landed
    on ${key.map(isSame).join(' and ')}
    when matched and ${condition} and not (${compared.map(isSame).join(' and ')})
      then update set ${set.map((name) => `${identifier(name)} = landed.${identifier(name)}`).join(', ')}
    when not matched then insert (${columnListSql(columns)})
      values (${columns.map((name) => `landed.${identifier(name)}`).join(', ')})
    returning merge_action = 'INSERT', ${columns.includes('account_id') ? 'account_id' : 'null'}`;
}

/** A row that comes again from another delivery is the same row, unless it came late. */
const isCompared = (name: string): boolean => name === 'source' || name === 'came_late';

interface Changes {
  readonly rows: number;
  readonly inserted: number;
  readonly accounts: ReadonlySet<string>;
}

const noChanges: Changes = { rows: 0, inserted: 0, accounts: new Set() };

/** Runs a merge, and returns what it changed. */
async function changesBy(home: Database, sql: string): Promise<Changes> {
  let [rows, inserted] = [0, 0];
  const accounts = new Set<string>();
  for await (const chunk of await home.connection.stream(sql)) {
    rows += chunk.rowCount;
    for (const isInserted of chunk.getColumnValues(0)) if (isInserted === true) inserted += 1;
    for (const id of chunk.getColumnValues(1)) if (typeof id === 'string') accounts.add(id);
  }
  return { rows, inserted, accounts };
}

const ranks = sourceNames.map(literal).join(', ');

/** Returns the condition that the source of a row is worse than another row's. */
export function isWorse(table: Table, row: string, than: string): string {
  const source = rankedSource(table);
  const rank = (of: string) => `list_position([${ranks}], ${of}.${source})`;
  return source === null ? 'false' : `${rank(row)} > ${rank(than)}`;
}

/** Notes accounts with changed rows. */
async function touch(home: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await home.run(
    `insert into touched_accounts
      select distinct id from (select unnest(from_json($ids::json, '["VARCHAR"]')) as id)
      where id not in (select account_id from touched_accounts)`,
    { ids: JSON.stringify(accountIds) },
  );
}
