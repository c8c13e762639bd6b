import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../errors.ts';
import { syncDirectory, syncFile } from '../files.ts';
import { type Log, silentLog } from '../log.ts';
import { type ExportFormat, writers } from './formats.ts';
import { exportedMarts } from './marts.ts';
import { openWarehouse } from './warehouse.ts';

export interface ExportRequest {
  warehouse: string;
  out: string;
  formats: readonly ExportFormat[];
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  log?: Log;
}

export interface ExportedFile {
  name: string;
  rows: number;
}

/**
 * Writes every mart as a file of every format, all from one state of the warehouse. Files of
 * the same names are replaced once all are written; a failed export leaves them as they were.
 */
export async function exportMarts({
  warehouse,
  out,
  formats,
  memoryLimit,
  threads,
  log = silentLog,
}: ExportRequest): Promise<ExportedFile[]> {
  if (!existsSync(warehouse)) {
    throw new CommandError(`no warehouse at ${warehouse}; run the pipeline first`);
  }
  const marts = exportedMarts();
  const directory = resolve(out);
  const stage = createStage(directory);
  try {
    const temporaryDirectory = join(stage, 'spill');
    const database = await openWarehouse(warehouse, marts, {
      memoryLimit,
      threads,
      temporaryDirectory,
    });
    const files: ExportedFile[] = [];
    try {
      for (const mart of marts) {
        for (const format of formats) {
          const name = `${mart.name}.${format}`;
          log.info('exporting', { file: name });
          const path = join(stage, name);
          files.push({ name, rows: await writers[format](database, mart, path) });
          syncFile(path);
        }
      }
    } finally {
      database.close();
    }
    for (const { name } of files) renameSync(join(stage, name), join(directory, name));
    syncDirectory(directory);
    return files;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function createStage(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true });
    return mkdtempSync(join(directory, '.export-'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`cannot write to ${directory}: ${reason}`, undefined, { cause: error });
  }
}
