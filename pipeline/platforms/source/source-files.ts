import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandError, readFault, writeFault } from '../../base/errors.ts';
import { makeFolder, namesIn } from '../../base/files.ts';
import {
  type ImportedRows,
  type SourceRow,
  type SourceRows,
  type SourceTable,
  sourceTables,
  type TradeBatches,
} from './source-tables.ts';

export interface WrittenFile {
  table: SourceTable;
  path: string;
  rows: number;
}

/** Rows that belong together, and what their files are named after: the account or the feed. */
export interface SourcePart {
  id: string;
  tables: ImportedRows;
}

/** Part whose rows are all in memory. */
export interface InMemoryPart extends SourcePart {
  tables: SourceRows;
}

/**
 * Rows of each account separately, in the order of the table of accounts. Batches are split as they
 * are written.
 */
export function splitByAccount(tables: SourceRows): InMemoryPart[];
export function splitByAccount(tables: ImportedRows): SourcePart[];
export function splitByAccount(tables: ImportedRows): SourcePart[] {
  const ids = [...new Set((tables.accounts ?? []).map((account) => account.account_id))];
  if (ids.length <= 1) return ids.map((id) => ({ id, tables }));
  const { accounts, trades, positions, cash_flows, equity, printed_figures } = tables;
  return ids.map((id) => {
    const rowsOf = <Row extends { account_id: string }>(rows: readonly Row[] | undefined) =>
      rows?.filter((row) => row.account_id === id) ?? [];
    return {
      id,
      tables: {
        accounts: rowsOf(accounts),
        ...(positions === undefined ? {} : { positions: rowsOf(positions) }),
        trades: trades === undefined || isHeld(trades) ? rowsOf(trades) : trades,
        cash_flows: rowsOf(cash_flows),
        equity: rowsOf(equity),
        printed_figures: rowsOf(printed_figures),
      },
    };
  });
}

/**
 * Writes the tables of each part to files of its own, all of them or none. The same rows give the
 * same bytes at the same names; an export that comes again otherwise, as by another clock, replaces
 * its files. Files of other exports are neither read nor changed.
 */
export async function writeSourceFiles(
  directory: string,
  parts: readonly SourcePart[],
): Promise<WrittenFile[]> {
  const drafts: Draft[] = [];
  const batched = new Map<TradeBatches, Draft[]>();
  try {
    makeFolder(directory);
    for (const { id, tables: imported } of parts) {
      const tables = withPositionReport(imported);
      for (const table of tableNames) {
        const rows = tables[table];
        if (rows === undefined) continue;
        const name = sourceFileName(table, id, tables.accounts?.[0]);
        const draft = await Draft.begin(join(directory, name), table, id);
        drafts.push(draft);
        if (isHeld(rows)) {
          await draft.write(rows);
          await draft.end();
        } else batched.set(rows, [...(batched.get(rows) ?? []), draft]);
      }
    }
    for (const [batches, drafts] of batched) await writeBatches(batches, drafts);
    for (const draft of drafts) await rename(draft.draft, draft.path);
    for (const path of formerFiles(directory, drafts)) await rm(path, { force: true });
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`cannot write to ${directory}: ${writeFault(cause)}`, undefined, {
      cause,
    });
  } finally {
    await Promise.all(drafts.map((draft) => draft.drop()));
  }
  return drafts.map(({ table, path, rows }) => ({ table, path, rows }));
}

/**
 * Adds the time of the list of open positions, even of an empty one, if the export has such a list.
 */
export function withPositionReport<Tables extends ImportedRows>(tables: Tables): Tables {
  const { accounts: [account] = [], positions } = tables;
  if (account === undefined || positions === undefined || tables.position_reports) return tables;
  const { account_id, updated_at: reported_at } = account;
  return { ...tables, position_reports: [{ account_id, reported_at }] };
}

/**
 * Names the file of a part's rows, such as `trades-A-20240630-0123456789ab.csv` for account `A`.
 * The name has the day on which the export ends and the beginning of its fingerprint. Files load in
 * order of their names, so of two exports the later one wins a ticket. Without an account the name
 * is `<table>-<id>.csv`.
 */
function sourceFileName(
  table: SourceTable,
  id: string,
  account?: Pick<SourceRow<'accounts'>, 'updated_at' | 'statement'>,
): string {
  const name = `${table}-${fileSafe(id)}`;
  if (account === undefined) return `${name}.csv`;
  const day = new Date(account.updated_at).toISOString().slice(0, 10).replaceAll('-', '');
  return `${name}-${day}-${account.statement.slice(0, 12)}.csv`;
}

/** A file that was written of an export of an account. */
export interface ExportFile {
  readonly table: SourceTable;
  readonly path: string;
  /** The account's id as file names have it. */
  readonly account: string;
  readonly digest: string;
}

/** Lists the files that were written of exports of accounts, in the order in which they load. */
export function exportFilesIn(directory: string): ExportFile[] {
  return sortedNamesIn(directory).flatMap((name) => {
    const [, word, account = '', digest = ''] =
      /^([a-z_]+)-(.*)-\d{8}-([0-9a-f]{12})\.csv$/.exec(name) ?? [];
    const table = tableNames.find((known) => known === word);
    return table === undefined ? [] : [{ table, path: join(directory, name), account, digest }];
  });
}

function sortedNamesIn(directory: string): string[] {
  try {
    return namesIn(directory).sort();
  } catch (cause) {
    const said = `cannot read the folder ${directory}: ${readFault(cause)}`;
    throw new CommandError(said, undefined, { cause });
  }
}

/** Files of the same exports of the same accounts that have other names than those just written. */
function formerFiles(directory: string, drafts: readonly Draft[]): string[] {
  const all = exportFilesIn(directory);
  const written = new Set(drafts.map(({ path }) => path));
  const exportOf = ({ account, digest }: ExportFile) => `${account} ${digest}`;
  const exports = new Set(all.filter(({ path }) => written.has(path)).map(exportOf));
  return all
    .filter((file) => !written.has(file.path) && exports.has(exportOf(file)))
    .map(({ path }) => path);
}

/** Tables that a source may have. */
const tableNames = Object.keys(sourceTables) as readonly SourceTable[];

type Row = Readonly<Record<string, string>>;

const isHeld = <Rows extends readonly Row[]>(rows: Rows | TradeBatches): rows is Rows =>
  Array.isArray(rows);

/** Writes each row to the draft of its account; what there is but one of takes them all. */
async function writeBatches(batches: TradeBatches, drafts: readonly Draft[]): Promise<void> {
  const [only, ...others] = drafts;
  for await (const rows of batches) {
    if (others.length === 0) await only?.write(rows);
    else {
      for (const draft of drafts) {
        await draft.write(rows.filter((row) => row.account_id === draft.id));
      }
    }
  }
  for (const draft of drafts) await draft.end();
}

/** A file that is not in its place until all of it is on the disk. */
class Draft implements WrittenFile {
  rows = 0;
  readonly table: SourceTable;
  readonly path: string;
  readonly draft: string;
  readonly id: string;
  readonly #columns: string[];
  #file: FileHandle | undefined;

  private constructor(path: string, table: SourceTable, id: string) {
    this.table = table;
    this.path = path;
    this.id = id;
    this.draft = join(dirname(path), `.${basename(path, '.csv')}.${process.pid}.tmp`);
    this.#columns = sourceTables[table].slice();
  }

  static async begin(path: string, table: SourceTable, id: string): Promise<Draft> {
    const draft = new Draft(path, table, id);
    try {
      draft.#file = await open(draft.draft, 'w');
      await draft.#file.writeFile(stringify([draft.#columns]));
      return draft;
    } catch (error) {
      await draft.drop();
      throw error;
    }
  }

  async write(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    this.rows += rows.length;
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      await this.#file?.writeFile(stringify(some, { columns: this.#columns }));
    }
  }

  async end(): Promise<void> {
    await this.#file?.sync();
    await this.#close();
  }

  async drop(): Promise<void> {
    await this.#close().catch(() => undefined);
    await rm(this.draft, { force: true }).catch(() => undefined);
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

const rowsAtOnce = 5000;

/** File name that is unique for an id. Letters, digits and `-` stay; other bytes become `_xx`. */
export function fileSafe(id: string): string {
  const name = Buffer.from(id)
    .toString('latin1')
    .replace(/[^A-Za-z0-9-]/g, (byte) => `_${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const digest = createHash('sha256').update(id).digest('hex');
  return name.length > 120 ? `${name.slice(0, 80)}_${digest}` : name;
}
