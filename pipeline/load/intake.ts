import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { Log } from '../log.ts';
import { arrowSource } from './arrow.ts';
import { type Batch, type BatchEntry, createBatch, fits, stageBatch } from './batch.ts';
import type { Table } from './columns.ts';
import { decodeText } from './decode.ts';
import type { SourceFile } from './discover.ts';
import { FileFailure, fileFailure } from './failure.ts';
import { checkColumns } from './header.ts';
import { fingerprint } from './ledger.ts';
import { parquetSource } from './parquet.ts';
import { RejectList, rejectOrdinals } from './rejects.ts';
import { type LoadedFile, type Stage, stageRows } from './stage.ts';
import { copyRows, inspect } from './text-file.ts';

export interface IntakeOptions {
  stage: Stage;
  /** Where unpacked files go. */
  directory: string;
  found: readonly SourceFile[];
  isLoaded: (table: Table, sha256: string) => boolean;
  log: Pick<Log, 'info' | 'warn'>;
}

export interface Intake {
  files: LoadedFile[];
  skipped: number;
  failures: { file: string; reason: string }[];
}

interface Content extends SourceFile {
  number: number;
  sha256: string;
}

/** Reads every file that the ledger does not know into the stage; a file that fails fails alone. */
export async function readFiles(options: IntakeOptions): Promise<Intake> {
  const intake: Intake = { files: [], skipped: 0, failures: [] };
  const batches = new Map<Table, Batch>();
  const fail = ({ file }: { file: string }, { message }: FileFailure) => {
    intake.failures.push({ file, reason: message });
    options.log.warn('file refused', { file, reason: message });
  };
  const flush = async (table: Table) => {
    const batch = batches.get(table);
    batches.delete(table);
    if (batch) intake.files.push(...(await stageBatch(options.stage, batch, fail)));
  };
  for (const [number, file] of options.found.entries()) {
    try {
      const sha256 = contentOf(file);
      if (options.isLoaded(file.table, sha256)) {
        intake.skipped += 1;
        continue;
      }
      const content = { ...file, number, sha256 };
      if (file.format === 'csv' || file.format === 'ndjson') {
        const entry = await prepareText(options, content);
        const open = batches.get(file.table);
        if (open && !fits(open, entry)) await flush(file.table);
        const batch = batches.get(file.table) ?? createBatch(file.table);
        batches.set(file.table, batch);
        batch.entries.push(entry);
      } else {
        await flush(file.table);
        intake.files.push(await stageTyped(options.stage, content));
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      fail(file, fileFailure(error));
    }
  }
  for (const table of batches.keys()) await flush(table);
  intake.files.sort((a, b) => a.number - b.number);
  return intake;
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
  { stage, directory, log }: IntakeOptions,
  content: Content,
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
