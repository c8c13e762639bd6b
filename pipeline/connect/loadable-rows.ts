import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason, quotedReason } from '../base/reasons/reason.ts';
import { type Table, tables } from '../load/columns.ts';
import {
  type CountedTable,
  countedTables,
  type LoadedRows,
  type RowCount,
} from '../platforms/source/row-count.ts';
import { type SourceRows, sourceLine } from '../platforms/source/source-tables.ts';
import { bounds } from '../read/bounds.ts';
import type { LineValidator } from './validate-lines.ts';

/** Rows of an import that load would refuse. */
export interface RefusedRows {
  count: number;
  /** The first refused rows: table, key and reason. */
  lines: CodedReason[];
}

export interface Loadable {
  tables: SourceRows;
  refused: RefusedRows;
  loaded: LoadedRows;
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
): Promise<Loadable> {
  const refused: RefusedRows = { count: 0, lines: [] };
  const keys = createKeyCount();
  const owners = new Set<string>();
  const accepted: SourceRows = { ...imported };
  for (const table of tables) {
    const rows = Object.entries<readonly Row[]>(imported).find(
      ([name]) => name === table.name,
    )?.[1];
    if (rows === undefined) continue;
    const faults = await faultsOf(validator, table, rows);
    for (const [at, rule] of faults) {
      refused.count++;
      owners.add(rows[at]?.account_id ?? '');
      if (refused.lines.length < bounds.named) {
        const name = nameOf(table, rows[at]);
        refused.lines.push(makeReason('row_of_statement', { table: table.name, name, rule }));
      }
    }
    if (table.name === 'accounts' && faults.size > 0) {
      const [detail = quotedReason('')] = refused.lines;
      throw new CommandError(makeReason('row_not_loadable', { detail }));
    }
    for (const [at, row] of rows.entries()) keys.add(table, row, faults.has(at));
    Object.assign(accepted, { [table.name]: rows.filter((_, at) => !faults.has(at)) });
  }
  const accounts = accepted.accounts?.map((account) =>
    read.refused > 0 || owners.has(account.account_id)
      ? { ...account, contradicted: account.contradicted || 'refused rows' }
      : account,
  );
  return {
    tables: { ...accepted, ...(accounts && { accounts }) },
    refused,
    loaded: keys.counted(),
  };
}

const rowsAtOnce = 5000;

/** Finds the faults of rows. Their lines would take more memory than all rows. */
async function faultsOf(validator: LineValidator, table: Table, rows: readonly Row[]) {
  const faults = new Map<number, CodedReason>();
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const lines = rows.slice(from, from + rowsAtOnce).map(sourceLine);
    for (const [at, rule] of await validator.faults(table, lines)) faults.set(from + at, rule);
  }
  return faults;
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
    add(table: Table, row: Row, isRefused: boolean): void {
      const known = (isRefused ? refused : kept).get(table.name as CountedTable);
      if (known === undefined) return;
      const key = keyOf(table, row);
      if (!known.has(key)) known.add(key);
      else if (!isRefused && again.length < bounds.named) {
        again.push(`${table.name} ${nameOf(table, row)}`);
      }
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

/** Names a row by its key. */
const nameOf = ({ key }: Table, row: Row = {}): string =>
  key
    .filter((column) => key.length === 1 || column !== 'account_id')
    .map((column) => `${column} \`${row[column] ?? ''}\``)
    .join(', ');
