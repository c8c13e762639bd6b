import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { CommandError, readFault } from '../../base/errors.ts';
import {
  type SourceRow,
  type SourceRows,
  type SourceTable,
  sourceTables,
} from './source-tables.ts';

/** The same with the instant of its list of open positions, which may be empty; an export without such a list says nothing. */
export function withPositionReport(tables: SourceRows): SourceRows {
  const { accounts: [account] = [], positions } = tables;
  if (account === undefined || positions === undefined || tables.position_reports) return tables;
  const { account_id, updated_at: reported_at } = account;
  return { ...tables, position_reports: [{ account_id, reported_at }] };
}

/** Tables of which exports of one account have each a part, and what tells their rows apart. */
const keys = {
  trades: ['ticket'],
  positions: ['reported_at', 'ticket'],
  cash_flows: ['id'],
  equity: ['at'],
  position_reports: ['reported_at'],
  printed_figures: ['statement', 'figure'],
} as const satisfies { [Table in SourceTable]?: readonly string[] };
const keyedTables = Object.keys(keys) as (keyof typeof keys)[];

/** Tables of earlier imports that are held to join an export with them. */
export const joinedTables: readonly SourceTable[] = keyedTables;

export interface Joined {
  tables: SourceRows;
  /** How many rows of a table earlier imports wrote and this one does not have. */
  kept: ReadonlyMap<string, number>;
  /** Earlier imports of the account wrote rows that stay. */
  isJoined: boolean;
}

/**
 * Joins what exports of one account tell, each of its period: rows with the same key are as in the
 * export that is imported now, others stay. What was there before the first row is said by the export
 * that begins first, how the account stands by the one that ends last. Calendars are as their file is.
 * Trades of a long account are left to whoever writes them, row by row.
 */
export async function joinEarlier(
  tables: SourceRows,
  pathOf: (table: SourceTable) => string,
  isLong = false,
): Promise<Joined> {
  const apart = { kept: new Map<string, number>(), isJoined: false };
  const [account] = tables.accounts ?? [];
  if (account === undefined) return { ...apart, tables };
  const earlier = await earlierAccount(account.account_id, pathOf('accounts'));
  if (earlier === undefined) return { ...apart, tables };
  if (earlier.currency !== account.currency) {
    throw new CommandError(
      `${pathOf('accounts')}: ${account.account_id} is in ${earlier.currency} there and in ${account.currency} in this export; give another --account-id or --out, as one account can't add up both, or remove its files there if that currency was wrong`,
    );
  }
  const printed = await readTable('printed_figures', pathOf('printed_figures'));
  const others = othersOf(printed, tables);
  const isBeside =
    printed.length === 0 ||
    (others.length === 0 && !isLong && (await hasOtherTrades(tables, pathOf)));
  // The same file again, with another clock or another id: nothing of it stays.
  if (others.length === 0 && !isBeside) return { ...apart, tables };
  const until = [...others, ...(isBeside ? [earlier.updated_at] : [])];
  const isNewest = until.every((at) => !isAfter(at, account.updated_at));
  const kept = new Map<string, number>();
  const joined: SourceRows = { ...tables, accounts: [joinAccounts(earlier, account, isNewest)] };
  for (const table of keyedTables) {
    if (isLong && table === 'trades') continue;
    const own: Row[] = await readTable(table, pathOf(table));
    const rows = joinRows(own, tables[table] ?? [], keys[table]);
    Object.assign(joined, { [table]: rows });
    kept.set(table, rows.length - (tables[table]?.length ?? 0));
  }
  return { tables: joined, kept, isJoined: true };
}

/** Whether earlier imports wrote trades that this export does not have, as of a list that prints no figures. */
async function hasOtherTrades(
  { trades = [] }: SourceRows,
  pathOf: (table: SourceTable) => string,
): Promise<boolean> {
  const own = new Set(trades.map(({ ticket }) => ticket));
  const before = await readTable('trades', pathOf('trades'));
  return before.some(({ ticket }) => !own.has(ticket));
}

/** What earlier imports say of an account, in their file of accounts. */
export async function earlierAccount(
  id: string,
  path: string,
): Promise<SourceRow<'accounts'> | undefined> {
  const rows = await readTable('accounts', path);
  return rows.find(({ account_id }) => account_id === id);
}

type Row = Readonly<Record<string, string>>;

/**
 * Joins exports of one account, in the order in which they are imported, as `joinEarlier` would one by
 * one: in the time of all their rows, and for one that comes again, as it comes last.
 */
export function joinExports(exports: readonly SourceRows[]): SourceRows {
  const last = new Map(exports.map((one, at) => [statementOf(one) ?? at, one]));
  const [first, ...more] = exports.filter((one, at) => last.get(statementOf(one) ?? at) === one);
  if (more.length === 0) return first ?? {};
  const rows = new Map(keyedTables.map((table) => [table, new Map<string, Row[]>()]));
  let account: SourceRow<'accounts'> | undefined;
  let until = '';
  for (const tables of [first ?? {}, ...more].map(withPositionReport)) {
    const [own] = tables.accounts ?? [];
    if (own === undefined) continue;
    const isNewest = until === '' || !isAfter(until, own.updated_at);
    account = account === undefined ? own : joinAccounts(account, own, isNewest);
    const at = tables.printed_figures?.[0]?.printed_at ?? own.updated_at;
    if (until === '' || isAfter(at, until)) until = at;
    for (const [table, joined] of rows) {
      for (const [id, same] of byKey(tables[table] ?? [], keys[table])) joined.set(id, same);
    }
  }
  return {
    ...(account && { accounts: [account] }),
    ...Object.fromEntries([...rows].map(([table, all]) => [table, [...all.values()].flat()])),
  };
}

/** What tells the statement of an export apart; undefined where nothing does. */
const statementOf = ({ printed_figures }: SourceRows): string | undefined =>
  printed_figures?.[0]?.statement;

/** Rows by what tells them apart; those that one export has twice stay together. */
function byKey(rows: readonly Row[], key: readonly string[]): Map<string, Row[]> {
  const byId = new Map<string, Row[]>();
  for (const row of rows) {
    const id = idOf(row, key);
    const same = byId.get(id);
    if (same) same.push(row);
    else byId.set(id, [row]);
  }
  return byId;
}

const idOf = (row: Row, key: readonly string[]): string =>
  JSON.stringify(key.map((column) => row[column]));

/** When statements that were imported earlier were printed, without those that are imported now. */
function othersOf(
  printed: readonly SourceRow<'printed_figures'>[],
  { printed_figures = [] }: SourceRows,
): string[] {
  const own = new Set(printed_figures.map(({ statement }) => statement));
  const others = printed.filter(({ statement }) => !own.has(statement));
  return [...new Set(others.map(({ printed_at }) => printed_at))];
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

function joinAccounts(
  earlier: SourceRow<'accounts'>,
  account: SourceRow<'accounts'>,
  isNewest: boolean,
): SourceRow<'accounts'> {
  const last = isNewest ? account : earlier;
  const first = isAfter(account.created_at, earlier.created_at) ? earlier : account;
  const other = last === account ? earlier : account;
  return {
    ...last,
    created_at: first.created_at,
    opening_balance: first.opening_balance,
    // What the newest export does not say, an earlier one may have.
    broker: last.broker || other.broker,
    server: last.server || other.server,
    leverage: last.leverage || other.leverage,
    demo: last.demo || other.demo,
    timezone: last.timezone || other.timezone,
  };
}

function joinRows(earlier: readonly Row[], rows: readonly Row[], key: readonly string[]): Row[] {
  const joined = new Map(earlier.map((row) => [idOf(row, key), row]));
  const own = new Map(rows.map((row) => [idOf(row, key), row]));
  // Rows that one export has twice are left to the loader, which tells of them.
  if (own.size < rows.length) {
    return [...earlier.filter((row) => !own.has(idOf(row, key))), ...rows];
  }
  for (const [id, row] of own) joined.set(id, row);
  return [...joined.values()];
}

async function readTable<Table extends SourceTable>(
  table: Table,
  path: string,
): Promise<SourceRow<Table>[]>;
async function readTable(table: SourceTable, path: string): Promise<Record<string, string>[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    if (isAbsent(cause)) return null;
    throw new CommandError(`cannot read ${path}: ${readFault(cause)}`, undefined, { cause });
  });
  if (text === null) return [];
  const columns: readonly string[] = sourceTables[table];
  try {
    const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
    return rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? ''])));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new CommandError(
      `${path}: cannot be joined with this export: ${cause.message}; move it away`,
      undefined,
      { cause },
    );
  }
}

const isAbsent = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
