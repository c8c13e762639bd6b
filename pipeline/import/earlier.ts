import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { CommandError } from '../base/errors.ts';
import { compareDecimals, negateDecimal, parseDecimal, sumDecimals } from './decimals.ts';
import {
  type SourceRow,
  type SourceRows,
  type SourceTable,
  sourceTables,
} from './source-tables.ts';

/** The same with the instant of its list of open positions, which may be empty; an export without such a list says nothing. */
export function withPositionReport(tables: SourceRows): SourceRows {
  const { accounts: [account] = [], positions } = tables;
  if (account === undefined || positions === undefined) return tables;
  const { account_id, updated_at: reported_at } = account;
  return { ...tables, position_reports: [{ account_id, reported_at }] };
}

/** Tables of which exports of one account have each a part, and what tells their rows apart. */
const keys = {
  trades: ['ticket'],
  cash_flows: ['id'],
  equity: ['at'],
  position_reports: ['reported_at'],
  printed_figures: ['statement', 'figure'],
} as const satisfies { [Table in SourceTable]?: readonly string[] };

export interface Joined {
  tables: SourceRows;
  /** How many rows of a table earlier imports wrote and this one does not have. */
  kept: ReadonlyMap<string, number>;
  warnings: string[];
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
  const apart = { kept: new Map<string, number>(), warnings: [], isJoined: false };
  const [account] = tables.accounts ?? [];
  if (account === undefined) return { ...apart, tables };
  const before = await readTable('accounts', pathOf('accounts'));
  const [earlier] = before.filter(({ account_id }) => account_id === account.account_id);
  if (earlier === undefined) return { ...apart, tables };
  if (earlier.currency !== account.currency) {
    throw new CommandError(
      `${pathOf('accounts')}: ${account.account_id} is in ${earlier.currency} there and in ${account.currency} in this export; give another --account-id or --out`,
    );
  }
  const printed = await readTable('printed_figures', pathOf('printed_figures'));
  const others = othersOf(printed, tables);
  // The same file again, with another clock or another id: nothing of it stays.
  if (others.length === 0 && printed.length > 0) return { ...apart, tables };
  const until = [...others, ...(printed.length > 0 ? [] : [earlier.updated_at])];
  const isNewest = until.every((at) => !isAfter(at, account.updated_at));
  const all: SourceRows = { accounts: [earlier] };
  const kept = new Map<string, number>();
  const joined: SourceRows = { ...tables, accounts: [joinAccounts(earlier, account, isNewest)] };
  for (const table of [
    ...(['trades', 'cash_flows', 'equity', 'position_reports', 'printed_figures'] as const),
  ]) {
    if (isLong && table === 'trades') continue;
    const own: Row[] = await readTable(table, pathOf(table));
    Object.assign(all, { [table]: own });
    const rows = joinRows(own, tables[table] ?? [], keys[table]);
    Object.assign(joined, { [table]: rows });
    kept.set(table, rows.length - (tables[table]?.length ?? 0));
  }
  if (!isNewest) {
    const positions = await readTable('positions', pathOf('positions'));
    Object.assign(joined, { positions });
    kept.set('positions', positions.length);
  }
  const warnings = isLong ? [] : gapWarnings(isNewest ? tables : all, joined);
  return { tables: joined, kept, warnings, isJoined: true };
}

type Row = Readonly<Record<string, string>>;

/** When statements that were imported earlier were printed, without the one that is imported now. */
function othersOf(
  printed: readonly SourceRow<'printed_figures'>[],
  { printed_figures: [own] = [] }: SourceRows,
): string[] {
  const others = printed.filter(({ statement }) => statement !== own?.statement);
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
  };
}

function joinRows(earlier: readonly Row[], rows: readonly Row[], key: readonly string[]): Row[] {
  const idOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const joined = new Map(earlier.map((row) => [idOf(row), row]));
  const own = new Map(rows.map((row) => [idOf(row), row]));
  // Rows that one export has twice are left to the loader, which tells of them.
  if (own.size < rows.length) {
    return [...earlier.filter((row) => !own.has(idOf(row))), ...rows];
  }
  for (const [id, row] of own) joined.set(id, row);
  return [...joined.values()];
}

/** What the rows of exports together lack, or have too much, that those of the newest alone do not. */
function gapWarnings(newest: SourceRows, joined: SourceRows): string[] {
  const [alone, together] = [gapOf(newest), gapOf(joined)];
  if (alone === null || together === null || compareDecimals(alone, together) === 0) return [];
  const gap = sumDecimals([together, negateDecimal(alone)]);
  const apart = gap.startsWith('-') ? `${negateDecimal(gap)} less` : `${gap} more`;
  return [
    `joined with what was imported into the directory earlier, opening balance, trades and bookings come to ${apart} than the balance says: is a period between them missing?`,
  ];
}

/** By how much opening balance and rows exceed the balance that is printed; null where none is. */
function gapOf({ accounts, trades = [], cash_flows = [] }: SourceRows): string | null {
  const [account] = accounts ?? [];
  if (!account?.reported_balance) return null;
  const amounts = [
    account.opening_balance,
    ...trades.flatMap(({ profit, commission, swap }) => [profit, commission, swap]),
    ...cash_flows.flatMap(({ kind, amount }) => (kind === 'credit' ? [] : [amount])),
  ].filter((amount) => parseDecimal(amount) !== null);
  return sumDecimals([...amounts, negateDecimal(account.reported_balance)]);
}

async function readTable<Table extends SourceTable>(
  table: Table,
  path: string,
): Promise<SourceRow<Table>[]>;
async function readTable(table: SourceTable, path: string): Promise<Record<string, string>[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    if (isAbsent(cause)) return null;
    throw new CommandError(`cannot read ${path}: ${cause.message}`, undefined, { cause });
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
