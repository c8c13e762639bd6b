import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { Log } from '../log.ts';
import { arrowSource } from './arrow.ts';
import { type Batch, type BatchEntry, fits, stageBatch } from './batch.ts';
import type { Table } from './columns.ts';
import { decodeText } from './decode.ts';
import type { SourceFile } from './discover.ts';
import { FileFailure, fileFailure } from './failure.ts';
import { checkColumns } from './header.ts';
import { fingerprint, type IsLoaded } from './ledger.ts';
import { parquetSource } from './parquet.ts';
import { RejectList, rejectOrdinals } from './rejects.ts';
import { type LoadedFile, type Stage, stageRows } from './stage.ts';
import { copyRows, inspect } from './text-file.ts';

type FileLog = Pick<Log, 'warn'>;

/** A file with its content's name in the ledger. */
export interface Content extends SourceFile {
  /** Its place in the order of loading. */
  number: number;
  sha256: string;
}

export interface Failure {
  file: string;
  reason: string;
}

/** Tells the files with a new content from those loaded before. */
export function chooseNew(
  found: readonly SourceFile[],
  isLoaded: IsLoaded,
): { contents: Content[]; skipped: number; failures: Failure[] } {
  const contents: Content[] = [];
  const failures: Failure[] = [];
  let skipped = 0;
  for (const [number, file] of found.entries()) {
    try {
      const sha256 = contentOf(file);
      if (isLoaded(file.table, sha256, file.file)) skipped += 1;
      else contents.push({ ...file, number, sha256 });
    } catch (error) {
      failures.push({ file: file.file, reason: fileFailure(error).message });
    }
  }
  return { contents, skipped, failures };
}

/** Reads every file into the stage, in order; a file that cannot be read fails alone. */
export async function readFiles(
  stage: Stage,
  directory: string,
  contents: readonly Content[],
  { log, onRows }: { log: FileLog; onRows: (rows: number) => void },
): Promise<{ files: LoadedFile[]; failures: Failure[] }> {
  const files: LoadedFile[] = [];
  const failures: Failure[] = [];
  const batches = new Map<Table, Batch>();
  const fail = ({ file }: { file: string }, { message }: FileFailure) => {
    failures.push({ file, reason: message });
  };
  const add = (loaded: readonly LoadedFile[]) => {
    files.push(...loaded);
    onRows(loaded.reduce((sum, { rowsIn }) => sum + rowsIn, 0));
  };
  const flush = async (table: Table) => {
    const batch = batches.get(table);
    batches.delete(table);
    if (!batch) return;
    add(await stageBatch(stage, batch, fail));
  };
  for (const content of contents) {
    const { table } = content;
    try {
      if (content.format === 'csv' || content.format === 'ndjson') {
        const entry = await prepareText(stage, directory, content, log);
        const open = batches.get(table);
        if (open && !fits(open, entry)) await flush(table);
        const batch = batches.get(table) ?? { table, entries: [] };
        batch.entries.push(entry);
        batches.set(table, batch);
      } else {
        await flush(table);
        add([await stageTyped(stage, content)]);
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      fail(content, fileFailure(error));
    }
  }
  for (const table of [...batches.keys()]) await flush(table);
  return { files: files.sort((a, b) => a.number - b.number), failures };
}

function contentOf({ path, format }: SourceFile): string {
  if (!format) throw new FileFailure('has an extension that no reader knows');
  const before = statSync(path);
  if (!before.isFile()) throw new FileFailure('is not a file');
  const sha256 = fingerprint(path);
  if (statSync(path).mtimeMs !== before.mtimeMs) throw new FileFailure('changes while it is read');
  return sha256;
}

async function prepareText(
  stage: Stage,
  directory: string,
  content: Content,
  log: FileLog,
): Promise<BatchEntry> {
  const target = join(directory, `${content.number}`);
  const path = await decodeText(content, `${target}.text`);
  const text = inspect(path, content.format === 'csv');
  if (text.isCsv) checkColumns(content.table, text.header);
  if (text.isOpenEnded) {
    log.warn('file ends without a line break: if it was cut, its last value may be wrong', {
      file: content.file,
    });
  }
  const entry = { content, text, readPath: path, madePaths: [`${target}.text`, `${target}.rows`] };
  if (!text.needsCopy) return entry;
  const list = new RejectList(stage, content);
  copyRows(text, `${target}.rows`, (record) => list.add(record));
  await list.finish();
  return { ...entry, readPath: `${target}.rows` };
}

async function stageTyped(stage: Stage, content: Content): Promise<LoadedFile> {
  const { table, path, file, number, sha256 } = content;
  const { source, rows } =
    content.format === 'arrow'
      ? await arrowSource(stage.database, stage.catalog, path, table)
      : await parquetSource(stage.database, path, table);
  const firstRow = await stageRows(stage, table, source, rows, [file]);
  const loaded: LoadedFile = {
    number,
    file,
    table,
    sha256,
    firstRow,
    staged: rows,
    rowsIn: rows,
    rejected: 0,
    replaced: 0,
  };
  loaded.rejected = await rejectOrdinals(stage, loaded);
  return loaded;
}
