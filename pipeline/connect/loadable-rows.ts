import { CommandError } from '../base/errors.ts';
import { type Table, tables } from '../load/columns.ts';
import type {
  ImportedRows,
  SourceRow,
  SourceRows,
  TradeBatches,
} from '../platforms/source/source-tables.ts';
import { bounds } from '../read/bounds.ts';
import type { Judge } from './judge.ts';

/** Rows of an import that load would refuse. */
export interface RefusedRows {
  count: number;
  /** The first of them: table, key and reason. */
  lines: string[];
}

export interface Loadable<Tables> {
  tables: Tables;
  /** Grows while trades that come in batches are read. */
  refused: RefusedRows;
}

/**
 * Leaves out the rows of an import that load would refuse, by load's own rules.
 * Throws a CommandError if the account itself is refused, since nothing of it could be loaded.
 */
export async function loadableRows(
  imported: SourceRows,
  judge: Judge,
): Promise<Loadable<SourceRows>>;
export async function loadableRows(
  imported: ImportedRows,
  judge: Judge,
): Promise<Loadable<ImportedRows>>;
export async function loadableRows(
  imported: ImportedRows,
  judge: Judge,
): Promise<Loadable<ImportedRows>> {
  const refused: RefusedRows = { count: 0, lines: [] };
  const keep = async <Kept extends Row>(table: Table, rows: readonly Kept[]): Promise<Kept[]> => {
    const faults = await judge.faults(table, rows.map(lineOf));
    for (const [at, reason] of faults) {
      refused.count++;
      if (refused.lines.length < bounds.named) {
        refused.lines.push(`${table.name}, ${nameOf(table, rows[at])}: ${reason}`);
      }
    }
    return rows.filter((_, at) => !faults.has(at));
  };
  const kept: [string, unknown][] = [];
  for (const table of tables) {
    const rows = rowsOf(imported, table.name);
    if (rows === undefined) continue;
    if (Symbol.asyncIterator in rows) {
      kept.push([table.name, inBatches(rows, (batch) => keep(table, batch))]);
      continue;
    }
    const loadable = await keep(table, rows);
    if (table.name === 'accounts' && loadable.length < rows.length) {
      throw new CommandError(`the account cannot be loaded: ${refused.lines[0]}`);
    }
    kept.push([table.name, loadable]);
  }
  return { tables: { ...imported, ...Object.fromEntries(kept) }, refused };
}

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

/** A row as a line of a source file; an empty text is null there as here. */
export const lineOf = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));

/** What tells a row from others of its account. */
const nameOf = ({ key }: Table, row: Row = {}): string =>
  key
    .filter((column) => key.length === 1 || column !== 'account_id')
    .map((column) => `${column} \`${row[column] ?? ''}\``)
    .join(', ');
