import { CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type FileBatch, fitsBatch, landBatch } from './batch.ts';
import type { Table } from './columns.ts';
import type { LedgerFile, SourceFile } from './discover.ts';
import { FileFailure, fileFailure } from './failure.ts';
import { warnOfIgnored } from './header.ts';
import { type KnownFiles, stateOf } from './known-files.ts';
import { type Landing, type LoadedFile, landRows } from './landing.ts';
import { type Ledger, readContent } from './ledger.ts';
import { ParquetFiles } from './parquet.ts';
import { rejectOrdinals } from './rejects.ts';
import { prepareText } from './text-source.ts';

export interface Failure {
  file: string;
  reason: string;
}

/**
 * Separates files with new content from those loaded before. Records the content of the files it
 * reads.
 */
export function chooseNew(
  found: readonly SourceFile[],
  ledger: Ledger,
  known: KnownFiles,
): { contents: LedgerFile[]; skipped: number; failures: Failure[] } {
  const contents: LedgerFile[] = [];
  const failures: Failure[] = [];
  let skipped = 0;
  for (const [number, file] of found.entries()) {
    try {
      const untouched = fingerprintOfUntouched(file, known);
      if (untouched !== undefined && ledger.isLoaded(file.table, untouched, file.file)) {
        skipped += 1;
        continue;
      }
      const content = contentOf(file, known);
      if (ledger.isLoaded(file.table, content.sha256, file.file)) skipped += 1;
      else contents.push({ ...file, number, ...content });
    } catch (error) {
      failures.push({ file: file.file, reason: fileFailure(error).message });
    }
  }
  return { contents, skipped, failures };
}

/**
 * Reads every file into the landing, in order; a file that cannot be read fails alone. The rows of
 * tables that `getMore` rows after the files are copied, never read in place.
 */
export async function readFiles(
  landing: Landing,
  directory: string,
  contents: readonly LedgerFile[],
  getMore: ReadonlySet<Table>,
  { log, onRows }: { log: Pick<Log, 'warn'>; onRows: (rows: number, bytes: number) => void },
): Promise<{ files: LoadedFile[]; failures: Failure[] }> {
  const files: LoadedFile[] = [];
  const failures: (Failure & { number: number })[] = [];
  const batches = new Map<Table, FileBatch>();
  /** Tables whose files are not all in one batch, or are not all of their rows. */
  const shared = new Set(getMore);
  const fail = (
    { file, number, bytes }: Pick<LedgerFile, 'file' | 'number' | 'bytes'>,
    { message }: FileFailure,
  ) => {
    failures.push({ file, number, reason: message });
    onRows(0, bytes);
  };
  const add = (loaded: readonly LoadedFile[]) => {
    files.push(...loaded);
    onRows(...sizeOf(loaded));
  };
  const flush = async (table: Table, isLast: boolean) => {
    const batch = batches.get(table);
    batches.delete(table);
    if (!batch) return;
    add(await landBatch(landing, batch, isLast && !shared.has(table), fail));
    shared.add(table);
  };
  const parquet = await ParquetFiles.of(landing.database, contents, log);
  for (const content of contents) {
    const { table, format } = content;
    try {
      if (format === 'arrow') {
        await flush(table, false);
        shared.add(table);
        add([await landArrow(landing, content, log)]);
        continue;
      }
      const entry =
        format === 'parquet'
          ? await parquet.prepare(content)
          : await prepareText(landing, directory, content, log);
      const open = batches.get(table);
      if (open && !fitsBatch(open, entry)) await flush(table, false);
      const batch = batches.get(table) ?? { table, entries: [] };
      batch.entries.push(entry);
      batches.set(table, batch);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      fail(content, fileFailure(error));
    }
  }
  for (const table of [...batches.keys()]) await flush(table, true);
  files.sort(byNumber);
  failures.sort(byNumber);
  return { files, failures: failures.map(({ file, reason }) => ({ file, reason })) };
}

/** Adds up the rows and bytes of loaded files. */
export function sizeOf(files: readonly LoadedFile[]): [rows: number, bytes: number] {
  return [
    files.reduce((sum, { rowsIn }) => sum + rowsIn, 0),
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  ];
}

const byNumber = (first: { number: number }, second: { number: number }) =>
  first.number - second.number;

function fingerprintOfUntouched({ path, format }: SourceFile, known: KnownFiles) {
  return format && known.find(path, stateOf(path));
}

function contentOf(
  { path, format }: SourceFile,
  known: KnownFiles,
): Pick<LedgerFile, 'sha256' | 'bytes' | 'writtenAt'> {
  if (!format) throw new FileFailure('has an unknown extension');
  const before = stateOf(path);
  if (!before.isFile) throw new FileFailure('is not a file');
  const content = readContent(path);
  const after = stateOf(path);
  if (after.writtenAt !== before.writtenAt) throw new FileFailure('changed while it was read');
  if (after.words === before.words) known.note(path, before, content.sha256);
  return { ...content, writtenAt: after.writtenAt };
}

async function landArrow(
  landing: Landing,
  content: LedgerFile,
  log: Pick<Log, 'warn'>,
): Promise<LoadedFile> {
  const { table, path, file, number, sha256, bytes, writtenAt } = content;
  // Its library takes every start of a command a seventh of a second.
  const { arrowSource } = await import('./arrow.ts');
  const { source, rows } = await arrowSource(landing.database, landing.catalog, path, table);
  warnOfIgnored(content, (name) => source.columns.has(name), log);
  const firstRow = await landRows(landing, table, source, rows, [file]);
  const counts = { landed: rows, rowsIn: rows, rejected: 0, replaced: 0 };
  const loaded = { number, file, path, writtenAt, table, sha256, bytes, firstRow, ...counts };
  return { ...loaded, rejected: await rejectOrdinals(landing, loaded) };
}
