import { rmSync } from 'node:fs';
import { CommandError } from '../errors.ts';
import type { Table } from './columns.ts';
import { csvSource } from './csv.ts';
import { type FileFailure, fileFailure } from './failure.ts';
import { ndjsonSource } from './ndjson.ts';
import { forgetRejects, rejectLines } from './rejects.ts';
import { type LoadedFile, type Stage, stageRows } from './stage.ts';
import type { TextFile } from './text-file.ts';

/** A text file ready to be read. */
export interface BatchEntry {
  content: Pick<LoadedFile, 'number' | 'file' | 'table' | 'sha256'>;
  text: TextFile;
  /** The text as DuckDB is to read it. */
  readPath: string;
  /** Files made on the way, to be removed. */
  madePaths: readonly string[];
}

/** Text files of one table and one form, read by one query: a query a file costs 10 ms. */
export interface Batch {
  table: Table;
  entries: BatchEntry[];
}

const mostFiles = 500;
const mostRows = 2_000_000;

/** Whether one query can read the file together with those of the batch. */
export function fits({ entries }: Batch, { text }: BatchEntry): boolean {
  const first = entries[0]?.text;
  return (
    first !== undefined &&
    entries.length < mostFiles &&
    rowsOf(entries) + text.rows <= mostRows &&
    formOf(first) === formOf(text)
  );
}

/** Stages the files of a batch in order; when it cannot be read, each alone. */
export async function stageBatch(
  stage: Stage,
  batch: Batch,
  onFailure: (file: BatchEntry['content'], failure: FileFailure) => void,
): Promise<LoadedFile[]> {
  const { entries } = batch;
  let firstRow: number;
  try {
    firstRow = await stageEntries(stage, batch);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const failure = fileFailure(error);
    if (entries.length > 1) return stageAlone(stage, batch, onFailure);
    for (const { content } of entries) {
      await forgetRejects(stage, content.number);
      onFailure(content, failure);
    }
    return [];
  }
  return loadedFiles(stage, entries, firstRow);
}

async function stageAlone(
  stage: Stage,
  { table, entries }: Batch,
  onFailure: (file: BatchEntry['content'], failure: FileFailure) => void,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  for (const entry of entries) {
    loaded.push(...(await stageBatch(stage, { table, entries: [entry] }, onFailure)));
  }
  return loaded;
}

async function stageEntries(stage: Stage, { table, entries }: Batch): Promise<number> {
  const filled = entries.filter(({ text }) => text.rows > 0);
  const [first] = filled;
  if (!first) return stage.counts.get(table) ?? 0;
  const paths = filled.map(({ readPath }) => readPath);
  const source = first.text.isCsv
    ? csvSource(paths, first.text.header)
    : ndjsonSource(paths, table);
  return stageRows(
    stage,
    table,
    source,
    rowsOf(entries),
    entries.map(({ content }) => content.file),
  );
}

async function loadedFiles(
  stage: Stage,
  entries: readonly BatchEntry[],
  firstRow: number,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  let next = firstRow;
  let refused = await firstRefused(stage, entries, firstRow);
  for (const { content, text, madePaths } of entries) {
    const { rows, broken } = text;
    const { number, file, table, sha256 } = content;
    const counts = { rowsIn: rows + broken, rejected: broken, replaced: 0 };
    const entry = { number, file, table, sha256, firstRow: next, staged: rows, ...counts };
    if (refused < next + rows) {
      entry.rejected += await rejectLines(stage, entry, text);
      refused = await firstRefused(stage, entries, next + rows);
    }
    for (const path of madePaths) rmSync(path, { force: true });
    loaded.push(entry);
    next += rows;
  }
  return loaded;
}

// One query a batch instead of one a file, as long as nothing is refused.
async function firstRefused(
  stage: Stage,
  [first]: readonly BatchEntry[],
  from: number,
): Promise<number> {
  if (!first) return Number.POSITIVE_INFINITY;
  const [found] = await stage.database.rows(`select min(rowid) as row
    from ${stage.rowsOf(first.content.table)} where rowid >= ${from} and reason is not null`);
  return found?.row == null ? Number.POSITIVE_INFINITY : Number(found.row);
}

function rowsOf(entries: readonly BatchEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.rows, 0);
}

function formOf({ isCsv, header, lineEnd, needsCopy }: TextFile): string {
  return JSON.stringify([isCsv, isCsv && header, needsCopy ? 'lf' : lineEnd]);
}
