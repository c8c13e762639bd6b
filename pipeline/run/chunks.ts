import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { emptyId } from '../publish/snapshot/layout.ts';

/** Subjects that are computed together. */
export interface Chunk {
  readonly no: number;
  readonly subjects: number;
}

/** Returns the chunks of `dirty_subjects`, ordered by number. */
export async function readChunks(database: Database): Promise<Chunk[]> {
  const rows = await database.rows(
    'select chunk_no, count(*) as subjects from dirty_subjects group by chunk_no order by chunk_no',
  );
  return rows.map((row) => ({ no: Number(row.chunk_no), subjects: Number(row.subjects) }));
}

/** Counts accounts and portfolios, without the entry that stands for accounts without data. */
export async function accountsIn(
  database: Database,
  table: 'dirty_subjects' | 'selection',
): Promise<number> {
  const [row] = await database.rows(
    `select count(*) as accounts from ${table} where subject_id <> ${literal(emptyId)}`,
  );
  return Number(row?.accounts);
}

/** Makes `selection` the remaining subjects of a chunk, and returns the chunk with their number. */
export async function enterChunk(database: Database, chunk: Chunk): Promise<Chunk> {
  await selectSubjects(database, chunk.no);
  // Other connections do not see the temporary table.
  await database.run('create or replace table run_context as from temp.run_context');
  const [row] = await database.rows('select count(*) as subjects from selection');
  return { ...chunk, subjects: Number(row?.subjects) };
}

/**
 * Makes `selection` the subjects of a chunk, numbered from 1 by `subject_no` in order of their ids.
 * Without a chunk, it takes every portfolio.
 */
export async function selectSubjects(database: Database, chunkNo: number | null): Promise<void> {
  await database.run(`create or replace table selection as ${readSql('runs/selection')}`, {
    chunk_no: chunkNo,
  });
}

/**
 * Splits a chunk of two or more subjects into two, in the same order. The second gets the unused
 * number `no`.
 */
export async function halve(database: Database, chunk: Chunk, no: number): Promise<Chunk[]> {
  const first = Math.ceil(chunk.subjects / 2);
  await database.run(
    `update dirty_subjects set chunk_no = ${no}
      where subject_id in (${readSql('runs/second_half')})`,
    { chunk_no: chunk.no, first },
  );
  return [
    { no: chunk.no, subjects: first },
    { no, subjects: chunk.subjects - first },
  ];
}
