import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandError, readFault, writeFault } from '../../base/errors.ts';
import { makeFolder, namesIn } from '../../base/files.ts';
import {
  type SourceRow,
  type SourceRows,
  type SourceTable,
  sourceTables,
} from './source-tables.ts';

export interface WrittenFile {
  table: SourceTable;
  path: string;
  rows: number;
}

/** Rows that belong together, and what their files are named after: the account or the feed. */
export interface SourcePart {
  id: string;
  tables: SourceRows;
}

/** Rows of each account separately, in the order of the table of accounts. */
export function splitByAccount(tables: SourceRows): SourcePart[] {
  const ids = [...new Set((tables.accounts ?? []).map((account) => account.account_id))];
  if (ids.length <= 1) return ids.map((id) => ({ id, tables }));
  return ids.map((id) => {
    const ofAccount = Object.entries<readonly Row[]>(tables).map(([table, rows]) => [
      table,
      rows.filter(({ account_id }) => account_id === id),
    ]);
    return { id, tables: Object.fromEntries(ofAccount) };
  });
}

type Row = Readonly<Record<string, string>>;

/**
 * Writes the tables of each part to files of its own, all of them or none. The same rows give the
 * same bytes at the same names; an export that comes again otherwise, as by another clock, replaces
 * its files. Files of other exports are neither read nor changed.
 */
export async function writeSourceFiles(
  directory: string,
  parts: readonly SourcePart[],
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  try {
    makeFolder(directory);
    for (const { id, tables: imported } of parts) {
      const tables = withPositionReport(imported);
      for (const table of tableNames) {
        const rows = tables[table];
        if (rows === undefined) continue;
        const path = join(directory, sourceFileName(table, id, tables.accounts?.[0]));
        written.push({ table, path, rows: rows.length });
        await writeDraft(draftOf(path), table, rows);
      }
    }
    for (const { path } of written) await rename(draftOf(path), path);
    for (const path of formerFiles(directory, written)) await rm(path, { force: true });
    return written;
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`cannot write to ${directory}: ${writeFault(cause)}`, undefined, {
      cause,
    });
  } finally {
    const drafts = written.map(({ path }) => rm(draftOf(path), { force: true }));
    await Promise.allSettled(drafts);
  }
}

/** The file in which rows wait until those of all parts are on the disk. */
const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path, '.csv')}.${process.pid}.tmp`);

const rowsAtOnce = 5000;

async function writeDraft(path: string, table: SourceTable, rows: readonly Row[]): Promise<void> {
  const columns = sourceTables[table].slice();
  const file = await open(path, 'w');
  try {
    await file.writeFile(stringify([columns]));
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await file.writeFile(stringify(rows.slice(from, from + rowsAtOnce), { columns }));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Adds the time of the list of open positions, even of an empty one, if the export has such a list.
 */
export function withPositionReport(tables: SourceRows): SourceRows {
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
function formerFiles(directory: string, files: readonly WrittenFile[]): string[] {
  const all = exportFilesIn(directory);
  const written = new Set(files.map(({ path }) => path));
  const exportOf = ({ account, digest }: ExportFile) => `${account} ${digest}`;
  const exports = new Set(all.filter(({ path }) => written.has(path)).map(exportOf));
  return all
    .filter((file) => !written.has(file.path) && exports.has(exportOf(file)))
    .map(({ path }) => path);
}

/** Tables that a source may have. */
const tableNames = Object.keys(sourceTables) as readonly SourceTable[];

/** File name that is unique for an id. Letters, digits and `-` stay; other bytes become `_xx`. */
export function fileSafe(id: string): string {
  const name = Buffer.from(id)
    .toString('latin1')
    .replace(/[^A-Za-z0-9-]/g, (byte) => `_${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const digest = createHash('sha256').update(id).digest('hex');
  return name.length > 120 ? `${name.slice(0, 80)}_${digest}` : name;
}
