import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason, quotedReason } from '../base/reasons/reason.ts';
import { type Table, tables } from '../load/columns.ts';
import {
  type CountedTable,
  countedTables,
  type LoadedRows,
  type RowCount,
} from '../platforms/source/row-count.ts';
import {
  type ImportedRows,
  type SourceRow,
  type SourceRows,
  sourceLine,
  type TradeBatches,
} from '../platforms/source/source-tables.ts';
import { bounds } from '../read/bounds.ts';
import type { LineValidator } from './validate-lines.ts';

/** Rows of an import that load would refuse. */
export interface RefusedRows {
  count: number;
  /** The first refused rows: table, key and reason. */
  lines: CodedReason[];
}

export interface Loadable<Tables> {
  tables: Tables;
  /** Refused rows; trades in batches add to them as they are read. */
  refused: RefusedRows;
  /** Counts the rows, complete once batches are read. */
  loaded(): LoadedRows;
}

/**
 * Leaves out the rows of an import that load would refuse. An account of which any row was refused,
 * here or when the file was read, contradicts its file: money may be missing. Throws a CommandError
 * if the account itself would be refused, since none of its rows could be loaded.
 */
export async function loadableRows(
  imported: SourceRows,
  read: RowCount,
  validator: LineValidator,
): Promise<Loadable<SourceRows>>;
export async function loadableRows(
  imported: ImportedRows,
  read: RowCount,
  validator: LineValidator,
): Promise<Loadable<ImportedRows>>;
export async function loadableRows(
  imported: ImportedRows,
  read: RowCount,
  validator: LineValidator,
): Promise<Loadable<ImportedRows>> {
  const refused: RefusedRows = { count: 0, lines: [] };
  const keys = createKeyCount();
  const owners = new Set<string>();
  const keep = async <Kind extends Row>(table: Table, rows: readonly Kind[]): Promise<Kind[]> => {
    const faults = await validator.faults(table, rows.map(sourceLine));
    for (const [at, rule] of faults) {
      refused.count++;
      owners.add(rows[at]?.account_id ?? '');
      if (refused.lines.length < bounds.named) {
        const name = nameOf(table, rows[at]);
        refused.lines.push(makeReason('row_of_statement', { table: table.name, name, rule }));
      }
    }
    const loadable = rows.filter((_, at) => !faults.has(at));
    keys.add(table, loadable);
    keys.refuse(
      table,
      rows.filter((_, at) => faults.has(at)),
    );
    return loadable;
  };
  /** Marks the accounts of refused trades before the accounts are written. */
  const mark = async (table: Table, rows: readonly Row[]): Promise<void> => {
    const faults = await validator.faults(table, rows.map(sourceLine));
    for (const at of faults.keys()) owners.add(rows[at]?.account_id ?? '');
  };
  const loaded: [string, unknown][] = [];
  for (const table of tables) {
    const rows = rowsOf(imported, table.name);
    if (rows === undefined) continue;
    if (Symbol.asyncIterator in rows) {
      for await (const batch of rows) await mark(table, batch);
      loaded.push([table.name, inBatches(rows, (batch) => keep(table, batch))]);
      continue;
    }
    const loadable = await keep(table, rows);
    if (table.name === 'accounts' && loadable.length < rows.length) {
      const [detail = quotedReason('')] = refused.lines;
      throw new CommandError(makeReason('row_not_loadable', { detail }));
    }
    loaded.push([table.name, loadable]);
  }
  const accepted: ImportedRows = { ...imported, ...Object.fromEntries(loaded) };
  const accounts = accepted.accounts?.map((account) =>
    read.refused > 0 || owners.has(account.account_id)
      ? { ...account, contradicted: account.contradicted || 'refused rows' }
      : account,
  );
  return {
    tables: { ...accepted, ...(accounts && { accounts }) },
    refused,
    loaded: keys.counted,
  };
}

/**
 * Counts different keys of the rows that are counted, and names those that come again. A key all of
 * whose rows are refused is refused once, as a format counts the others as repeated.
 */
function createKeyCount() {
  const sets = () =>
    new Map<CountedTable, Set<string>>(countedTables.map((name) => [name, new Set()]));
  const [kept, refused] = [sets(), sets()];
  const again: string[] = [];
  return {
    add(table: Table, rows: readonly Row[]): void {
      const known = kept.get(table.name as CountedTable);
      if (known === undefined) return;
      for (const row of rows) {
        const key = keyOf(table, row);
        if (!known.has(key)) known.add(key);
        else if (again.length < bounds.named) again.push(`${table.name} ${nameOf(table, row)}`);
      }
    },
    refuse(table: Table, rows: readonly Row[]): void {
      const known = refused.get(table.name as CountedTable);
      for (const row of rows) known?.add(keyOf(table, row));
    },
    counted: (): LoadedRows => ({
      keys: Object.fromEntries(
        countedTables.map((name) => [name, kept.get(name)?.size ?? 0]),
      ) as LoadedRows['keys'],
      again,
      refused: countedTables
        .flatMap((name) => [...(refused.get(name) ?? [])].map((key) => kept.get(name)?.has(key)))
        .filter((isKept) => !isKept).length,
    }),
  };
}

const keyOf = ({ key }: Table, row: Row): string =>
  key.map((column) => row[column] ?? '').join('\n');

type Row = Readonly<Record<string, string>>;

const rowsOf = (imported: ImportedRows, name: string): readonly Row[] | TradeBatches | undefined =>
  Object.entries(imported).find(([table]) => table === name)?.[1];

function inBatches(
  batches: TradeBatches,
  keep: (batch: readonly SourceRow<'trades'>[]) => Promise<readonly SourceRow<'trades'>[]>,
): TradeBatches {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches) yield await keep(batch);
    },
  };
}

/** Names a row by its key. */
const nameOf = ({ key }: Table, row: Row = {}): string =>
  key
    .filter((column) => key.length === 1 || column !== 'account_id')
    .map((column) => `${column} \`${row[column] ?? ''}\``)
    .join(', ');
