import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';

/** Subjects that are computed together. */
export interface Shard {
  readonly no: number;
  readonly subjects: number;
}

/** The shards that `dirty_subjects` is parted into, in the order of their numbers. */
export async function readShards(database: Database): Promise<Shard[]> {
  const rows = await database.rows(
    'select shard_no, count(*) as subjects from dirty_subjects group by shard_no order by shard_no',
  );
  return rows.map((row) => ({ no: Number(row.shard_no), subjects: Number(row.subjects) }));
}

/** Makes `scope` the subjects of a shard that are left in it, and answers with how many they are. */
export async function enterShard(database: Database, shard: Shard): Promise<Shard> {
  await enterScope(database, shard.no);
  const [row] = await database.rows('select count(*) as subjects from scope');
  return { ...shard, subjects: Number(row?.subjects) };
}

/**
 * Makes `scope` what `dirty_subjects` has in a shard, numbered from 1 by `subject_no` in order of
 * their ids; without a shard, every portfolio there.
 */
export async function enterScope(database: Database, shardNo: number | null): Promise<void> {
  await database.run(`create or replace table scope as ${readSql('runs/scope')}`, {
    shard_no: shardNo,
  });
}

/** Parts a shard of two subjects or more into two, in the same order; `no`, which none has yet, is for the second. */
export async function halve(database: Database, shard: Shard, no: number): Promise<Shard[]> {
  const first = Math.ceil(shard.subjects / 2);
  await database.run(
    `update dirty_subjects set shard_no = ${no}
      where subject_id in (${readSql('runs/second_half')})`,
    { shard_no: shard.no, first },
  );
  return [
    { no: shard.no, subjects: first },
    { no, subjects: shard.subjects - first },
  ];
}
