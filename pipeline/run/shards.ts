import type { Database } from '../duckdb/database.ts';

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
  await enterScope(database, `dirty_subjects.shard_no = ${shard.no}`);
  const [row] = await database.rows('select count(*) as subjects from scope');
  return { ...shard, subjects: Number(row?.subjects) };
}

/** Makes `scope` what a condition leaves of `dirty_subjects`, numbered from 1 by `subject_no` in order of their ids. */
export async function enterScope(database: Database, condition: string): Promise<void> {
  await database.run(`create or replace table scope as
    select
        row_number() over (order by subjects.subject_id)::integer as subject_no,
        subjects.subject_id,
        subjects.type,
        subjects.currency,
        subjects.created_at,
    from dirty_subjects
    inner join subjects using (subject_id)
    where ${condition}`);
}

/** Parts a shard of two subjects or more into two, in the same order; `no`, which none has yet, is for the second. */
export async function halve(database: Database, shard: Shard, no: number): Promise<Shard[]> {
  const first = Math.ceil(shard.subjects / 2);
  await database.run(`update dirty_subjects set shard_no = ${no} where subject_id in (
    select dirty.subject_id from dirty_subjects as dirty where dirty.shard_no = ${shard.no}
    order by dirty.is_portfolio, dirty.subject_id offset ${first})`);
  return [
    { no: shard.no, subjects: first },
    { no, subjects: shard.subjects - first },
  ];
}
