import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asFileFault, CommandError, writeFault } from '../base/errors.ts';
import { durationWords, Estimate } from '../base/estimate.ts';
import { makeFolder, syncDirectory, syncFile } from '../base/files.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { Database } from '../duckdb/database.ts';
import { type Described, dictionaryOf, writeDictionary } from './dictionary.ts';
import { type ExportFormat, writers } from './formats.ts';
import { exportedMarts, type Mart } from './marts.ts';
import { attachSorted, type Compression, type NumberType, withSorted } from './sorted.ts';
import { openWarehouse } from './warehouse.ts';

interface ExportRequest {
  warehouse: string;
  out: string;
  formats: readonly ExportFormat[];
  compression?: Compression;
  /** Type of exact numbers; decimal if it is missing. */
  numbers?: NumberType;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  log?: Log;
  /** Clock of the estimate, in seconds from any moment. */
  seconds?: () => number;
}

export interface ExportedFile {
  name: string;
  rows: number;
}

/**
 * Writes every mart as a file of every format, all from one state of the warehouse, and what their
 * columns mean. Files of the same names are replaced once all are written. A failed export leaves
 * them as they were.
 */
export async function exportMarts({
  warehouse,
  out,
  formats,
  compression = 'snappy',
  numbers = 'decimal',
  memoryLimit,
  threads,
  log = silentLog,
  seconds = () => performance.now() / 1000,
}: ExportRequest): Promise<ExportedFile[]> {
  if (!existsSync(warehouse)) {
    throw new CommandError(`no warehouse at ${warehouse}; run the pipeline first`);
  }
  const marts = exportedMarts();
  const directory = resolve(out);
  const building = createBuilding(directory);
  try {
    const temporaryDirectory = join(building, 'spill');
    const database = await openWarehouse(warehouse, marts, {
      memoryLimit,
      threads,
      temporaryDirectory,
    });
    const files = await writeFiles(database, marts, building, {
      formats,
      compression,
      numbers,
      log,
      seconds,
    })
      .catch((error: unknown) => {
        const fault = asFileFault(error, directory);
        throw new CommandError(
          `export to ${directory} failed, its files are as they were: ${reasonOf(fault)}`,
          undefined,
          { cause: error },
        );
      })
      .finally(() => database.close());
    for (const { name } of files) renameSync(join(building, name), join(directory, name));
    syncDirectory(directory);
    return files;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

async function writeFiles(
  database: Database,
  marts: readonly Mart[],
  building: string,
  {
    formats,
    compression,
    numbers,
    log,
    seconds,
  }: Required<Pick<ExportRequest, 'formats' | 'compression' | 'numbers' | 'log' | 'seconds'>>,
): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  const dictionary: Described[] = [];
  const estimate = new Estimate();
  const work = await workOf(database, marts);
  let left = formats.length * [...work.values()].reduce((sum, each) => sum + each, 0);
  await attachSorted(database, join(building, 'sorted.duckdb'));
  const begun = seconds();
  for (const mart of marts) {
    await withSorted(database, mart, numbers, async (table) => {
      dictionary.push(...(await dictionaryOf(database, mart, table.name)));
      for (const format of formats) {
        const name = `${mart.name}.${format}`;
        const secondsLeft = estimate.secondsLeft(seconds() - begun) ?? 0;
        log.info('exporting', {
          file: name,
          rows: table.rows,
          ...(secondsLeft >= 1 && { left: `about ${durationWords(secondsLeft)}` }),
        });
        await writers[format](database, table, join(building, name), compression);
        syncFile(join(building, name));
        files.push({ name, rows: table.rows });
        const done = work.get(mart) ?? 0;
        left -= done;
        estimate.note(done, left, seconds() - begun);
      }
    });
  }
  writeDictionary(dictionary, join(building, dictionaryName));
  syncFile(join(building, dictionaryName));
  return [...files, { name: dictionaryName, rows: dictionary.length }];
}

/** File with the meaning of every column of the others. */
const dictionaryName = 'columns.csv';

/** Work that a file takes besides its rows, in rows. */
const workOfFile = 1_000;

/** Returns the work of a file of each mart, in rows. */
async function workOf(database: Database, marts: readonly Mart[]): Promise<Map<Mart, number>> {
  const work = new Map<Mart, number>();
  for (const mart of marts) {
    const [count] = await database.rows(`select count(*) as rows from ${mart.view}`);
    work.set(mart, workOfFile + Number(count?.rows));
  }
  return work;
}

function createBuilding(directory: string): string {
  try {
    makeFolder(directory);
    return mkdtempSync(join(directory, '.export-'));
  } catch (error) {
    throw new CommandError(`cannot write to ${directory}: ${writeFault(error)}`, undefined, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split('\n', 1)[0] ?? '';
  return line.startsWith('Out of Memory') ? `${line}; raise TRACKRECORD_MEMORY_LIMIT` : line;
}
