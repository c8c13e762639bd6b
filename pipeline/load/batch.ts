import { rmSync } from 'node:fs';
import { CommandError } from '../base/errors.ts';
import type { Table } from './columns.ts';
import { type FileFailure, fileFailure } from './failure.ts';
import { type Landing, type LoadedFile, landInPlace, landRows } from './landing.ts';
import type { Source } from './projection.ts';
import { forgetRejects } from './rejects.ts';

/** A way to read files that one query can read together. */
export interface FileForm {
  /** Equal for such files alone. */
  name: string;
  /**
   * Rows of the files, one file after another. With `firstRows`, those of each file are numbered
   * from there.
   */
  source(paths: readonly string[], firstRows?: readonly number[]): Source;
  /** Numbers rows, and reads them as fast as a copy of them. */
  isInPlace: boolean;
  /** Rows that one query may read; any number where it says nothing. */
  maxRows?: number;
}

/** A file ready to be read. */
export interface BatchEntry {
  content: Pick<
    LoadedFile,
    'number' | 'file' | 'path' | 'writtenAt' | 'table' | 'sha256' | 'bytes'
  >;
  form: FileForm;
  /** Rows that go on to the rules. */
  rows: number;
  /** Rows refused for their shape. */
  broken: number;
  /** The file as DuckDB is to read it. */
  readPath: string;
  /** Files made on the way, to be removed. */
  madePaths: readonly string[];
  /** Lists its rows that break a rule; answers with how many. */
  reject(landing: Landing, file: LoadedFile): Promise<number>;
}

/** Files of one table and one form, read by one query: a query a file costs 10 ms. */
export interface FileBatch {
  table: Table;
  entries: BatchEntry[];
}

const maxFiles = 500;

/** Returns true if one query can read the file together with those of the batch. */
export function fitsBatch({ entries }: FileBatch, { form, rows }: BatchEntry): boolean {
  const { maxRows } = form;
  return (
    entries[0]?.form.name === form.name &&
    (maxRows === undefined || (entries.length < maxFiles && rowsOf(entries) + rows <= maxRows))
  );
}

/**
 * Stages the files of a batch in order; when it cannot be read, each alone. A batch that is the
 * `only` one of its table may stay where it is.
 */
export async function landBatch(
  landing: Landing,
  batch: FileBatch,
  isOnly: boolean,
  onFailure: (file: BatchEntry['content'], failure: FileFailure) => void,
): Promise<LoadedFile[]> {
  const { entries } = batch;
  let firstRow: number;
  try {
    firstRow = await landEntries(landing, batch, isOnly);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const failure = fileFailure(error);
    if (entries.length > 1) return landAlone(landing, batch, onFailure);
    for (const { content } of entries) {
      await forgetRejects(landing, content.number);
      onFailure(content, failure);
    }
    return [];
  }
  return loadedFiles(landing, entries, firstRow);
}

async function landAlone(
  landing: Landing,
  { table, entries }: FileBatch,
  onFailure: (file: BatchEntry['content'], failure: FileFailure) => void,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  for (const entry of entries) {
    loaded.push(...(await landBatch(landing, { table, entries: [entry] }, false, onFailure)));
  }
  return loaded;
}

async function landEntries(
  landing: Landing,
  { table, entries }: FileBatch,
  isOnly: boolean,
): Promise<number> {
  const filled = entries.filter(({ rows }) => rows > 0);
  const [first] = filled;
  if (!first) return landing.counts.get(table) ?? 0;
  const paths = filled.map(({ readPath }) => readPath);
  const files = entries.map(({ content }) => content.file);
  const rows = rowsOf(filled);
  if (!isOnly || !first.form.isInPlace) {
    return landRows(landing, table, first.form.source(paths), rows, files);
  }
  await landInPlace(landing, table, first.form.source(paths, firstRowsOf(filled)), rows, files);
  return 0;
}

function firstRowsOf(entries: readonly BatchEntry[]): number[] {
  let next = 0;
  return entries.map(({ rows }) => {
    next += rows;
    return next - rows;
  });
}

async function loadedFiles(
  landing: Landing,
  entries: readonly BatchEntry[],
  firstRow: number,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  let next = firstRow;
  let refused = await firstRefused(landing, entries, firstRow);
  for (const { content, rows, broken, madePaths, reject } of entries) {
    const { number, file, path, writtenAt, table, sha256, bytes } = content;
    const entry: LoadedFile = {
      number,
      file,
      path,
      writtenAt,
      table,
      sha256,
      bytes,
      firstRow: next,
      landed: rows,
      rowsIn: rows + broken,
      rejected: broken,
      replaced: 0,
    };
    if (refused < next + rows) {
      entry.rejected += await reject(landing, entry);
      refused = await firstRefused(landing, entries, next + rows);
    }
    for (const made of madePaths) rmSync(made, { force: true });
    loaded.push(entry);
    next += rows;
  }
  return loaded;
}

// One query a batch instead of one a file, as long as nothing is refused.
async function firstRefused(
  landing: Landing,
  [first]: readonly BatchEntry[],
  from: number,
): Promise<number> {
  if (!first) return Number.POSITIVE_INFINITY;
  const [found] = await landing.database.rows(`select min(row) as row
    from ${landing.refusedOf(first.content.table)} where row >= ${from}`);
  return found?.row == null ? Number.POSITIVE_INFINITY : Number(found.row);
}

function rowsOf(entries: readonly BatchEntry[]): number {
  return entries.reduce((sum, { rows }) => sum + rows, 0);
}
