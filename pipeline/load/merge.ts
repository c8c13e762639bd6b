import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import {
  inOrder,
  insertNumbered,
  noteRows,
  numberAccounts,
  orderLaterRows,
} from './account-order.ts';
import { accountTables, rankedSource, rawTableOf, storedColumns, type Table } from './columns.ts';
import { dropChanged, noMatch } from './drop-changed.ts';
import type { Landing } from './landing.ts';
import { noteLate, settleLate } from './late-rows.ts';
import { removeMoved } from './moved-events.ts';
import { orderedQuery } from './projection.ts';
import {
  columnListSql,
  countWinners,
  isNotIn,
  isWinner,
  type TableLoad,
  winners,
} from './winners.ts';

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
    const isMerged = await mergeTable(home, landing, load);
    await noteLate(home, landing, load.table);
    if (isMerged || moved > 0) changed.add(load.table.name);
    onMerged(load);
  }
  if (named.length > 0) await orderLaterRows(home);
  // Which reports of the broker's count depends on the sources of trades and bookings too.
  const isBooked = changed.has('trades') || changed.has('cash_flows');
  if (changed.has('accounts') || (isBooked && (await isAnyFromBroker(home)))) {
    await describeAccounts(home);
  }
  return changed;
}

async function isAnyFromBroker(home: Database): Promise<boolean> {
  const [row] = await home.rows(
    `select exists (from account_reports where data_source = 'broker_api') as is_any`,
  );
  return row?.is_any === true;
}

/** Creates the rows of `accounts` again for `touched_accounts`, from all their reports. */
export async function describeAccounts(home: Database): Promise<void> {
  await home.run(`delete from accounts
      where account_id in (select account_id from touched_accounts);
    insert into accounts by name ${readSql('runs/described_accounts')}`);
}

/** Brings the landed rows into the table; true when that changed it. */
async function mergeTable(home: Database, landing: Landing, load: TableLoad): Promise<boolean> {
  const { table } = load;
  const expected = countWinners(load);
  let changes = 0;
  let same = 0;
  for (const source of await sourcesOf(landing, load)) {
    const merged = await mergeRows(home, landing, load, source);
    changes += merged.changes;
    same += merged.same;
  }
  if (changes + same !== expected) {
    throw new CommandError(
      makeReason('run_rows_lost', { table: table.name, expected, found: changes + same }),
    );
  }
  return changes > 0;
}

/**
 * Sources of the landed rows, whose rows are merged one source after another. Null stands for all
 * rows.
 */
async function sourcesOf(landing: Landing, load: TableLoad): Promise<(string | null)[]> {
  if (!landing.stamped.has(load.table)) return [null];
  const rows = await landing.database.rows(
    `select distinct ${rankedSource(load.table)} as source from ${winners(landing, load)} order by 1`,
  );
  return rows.length < 2 ? [null] : rows.map(({ source }) => String(source));
}

/**
 * Merges the rows of one source. `same` counts rows that are there already, or from a better
 * source.
 */
async function mergeRows(
  home: Database,
  landing: Landing,
  load: TableLoad,
  source: string | null,
): Promise<{ changes: number; same: number }> {
  const { table } = load;
  const winning =
    isWinner(landing, load) +
    (source ? ` and landed.${rankedSource(table)} = ${literal(source)}` : '');
  const [stored] = await home.rows(
    `select count(*) as count from ${identifier(rawTableOf(table))}`,
  );
  const isEmpty = stored?.count === '0';
  const match = isEmpty ? noMatch : await dropChanged(home, landing, table, winning);
  const isNew = match.staying > 0 ? ` and ${isNotIn('load_matches where stays')}` : '';
  const condition = winning + isNew;
  const changes = await insert(home, landing, table, condition, {
    isEmpty,
    isOfAll: source === null,
    isReplacing: match.dropped > 0,
  });
  if (accountTables.includes(table.name)) {
    if (changes > 0) await touch(home, `${landing.rowsOf(table)} as landed where ${condition}`);
    if (match.overruled > 0) {
      const rows = 'select row from load_matches where is_overruled';
      await touch(home, `${landing.rowsOf(table)} as landed where landed.row in (${rows})`);
    }
  }
  await home.run('drop table if exists load_matches');
  return { changes, same: match.staying };
}

async function touch(home: Database, rows: string): Promise<void> {
  await home.run(`insert into touched_accounts
    select distinct account_id from ${rows}
      and account_id not in (select account_id from touched_accounts)`);
}

interface Insertion {
  readonly isEmpty: boolean;
  /** Set if all landed rows are inserted at once, not those of one source. */
  readonly isOfAll: boolean;
  /** Set if any of them replaces a stored row. */
  readonly isReplacing: boolean;
}

async function insert(
  home: Database,
  landing: Landing,
  table: Table,
  condition: string,
  { isEmpty, isOfAll, isReplacing }: Insertion,
): Promise<number> {
  const rows = `${landing.rowsOf(table)} as landed where ${condition}`;
  const relation = isReplacing && table.overruledIn ? withFirstStamps(rows) : `(from ${rows})`;
  if (table.byAccount) {
    const isDirect = isOfAll && !isReplacing;
    const source = isDirect ? landing.inPlace.get(table)?.source : undefined;
    const ordered = source
      ? orderedQuery(table, source, landing.stamp, condition)
      : inOrder(table, relation);
    const inserted = await insertNumbered(home, table, ordered);
    await noteRows(home, table, isEmpty ? { ordered: inserted } : { later: inserted });
    return inserted;
  }
  const columns = columnListSql(storedColumns(table));
  const [inserted] = await home.rows(
    `insert into ${identifier(rawTableOf(table))} (${columns}) select ${columns} from ${relation}`,
  );
  return Number(inserted?.Count);
}

/** The landed rows with the first stamps of the stored rows that they replace. */
const withFirstStamps = (rows: string): string => `(
    select landed.* replace (
      coalesce(dropped.first_source, landed.first_source) as first_source,
      coalesce(dropped.first_delivery, landed.first_delivery) as first_delivery)
    from (from ${rows}) as landed
    left join (from load_matches where not stays) as dropped using (row)
  )`;
