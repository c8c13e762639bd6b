import { randomUUID } from 'node:crypto';
import { CommandError } from '../base/errors.ts';
import { openPool, postgresFault } from '../base/postgres-pool.ts';
import { makePostgresTables } from '../base/postgres-tables.ts';
import { sharedTables } from '../publish/store/shared-tables.ts';
import type { ShardInput, ShardResult } from './batch.ts';

/** Jobs in PostgreSQL, one for each shard of a batch. Every function rejects if it fails. */
export interface Jobs {
  /** Adds the job of a shard unless it is there. Machines with another program do not take it. */
  add(batch: string, program: string, input: ShardInput): Promise<void>;
  /** Reads the state of every job of a batch, or of all jobs, without inputs and results. */
  states(batch?: string): Promise<JobState[]>;
  result(batch: string, shard: number): Promise<ShardResult>;
  /** Removes all jobs of a batch, or all jobs that there are. Their inputs name accounts. */
  remove(batch?: string): Promise<void>;
  /**
   * Claims a job of this program for that long. Takes jobs that nobody has claimed, and those whose
   * claim has run out. A machine that keeps the shard's database has a second to take it before
   * others; `kept` are the names of those kept here. Null if no job is due.
   */
  claim(program: string, seconds: number, kept?: readonly string[]): Promise<Claim | null>;
  /**
   * Reads the name of each shard's database in service. Empty during a batch, and before the first.
   */
  shardsInService(): Promise<ReadonlyMap<number, string | null>>;
  close(): Promise<void>;
}

export interface JobState {
  readonly shard: number;
  /** `failed` and `done` are final. A job that is to be tried again is `waiting`. */
  readonly state: 'waiting' | 'computing' | 'failed' | 'done';
  /** Number of failures so far. */
  readonly failures: number;
  /** Reason of the last failure, or null. */
  readonly fault: string | null;
}

/**
 * A claimed job. Each function returns false, with nothing changed, once another machine has it.
 */
export interface Claim {
  readonly input: ShardInput;
  /** Number of claims so far, with this one. */
  readonly attempts: number;
  renew(seconds: number): Promise<boolean>;
  finish(result: ShardResult): Promise<boolean>;
  /** Gives the job back, to be tried again after that many seconds. It has failed if null. */
  fail(fault: string, retryAfter: number | null): Promise<boolean>;
}

/**
 * Opens the jobs, whose table is made if it is missing. A query that is silent for
 * `queryMilliseconds` rejects.
 */
export async function openJobs(databaseUrl: string, queryMilliseconds = 15_000): Promise<Jobs> {
  const pool = openPool(databaseUrl, { max: 4, query_timeout: queryMilliseconds });
  try {
    await makePostgresTables(pool, sharedTables);
  } catch (error) {
    await pool.end();
    throw error instanceof CommandError ? error : postgresFault('the queue of shards', error);
  }
  const change = async (text: string, values: unknown[]): Promise<boolean> =>
    (await pool.query(text, values)).rowCount === 1;
  return {
    async add(batch, program, input) {
      await pool.query(
        `insert into shard_jobs (batch, shard, program, input) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [batch, input.shard, program, JSON.stringify(input)],
      );
    },
    states: async (batch) =>
      (
        await pool.query<JobState>(
          `select shard, failures, fault, case
             when has_ended then case when result is null then 'failed' else 'done' end
             when claimed_until > clock_timestamp() then 'computing' else 'waiting' end as state
           from shard_jobs where $1::uuid is null or batch = $1`,
          [batch ?? null],
        )
      ).rows,
    async result(batch, shard) {
      const { rows } = await pool.query(
        'select result from shard_jobs where batch = $1 and shard = $2',
        [batch, shard],
      );
      return rows[0].result;
    },
    async remove(batch) {
      await pool.query('delete from shard_jobs where $1::uuid is null or batch = $1', [
        batch ?? null,
      ]);
    },
    async claim(program, seconds, kept = []) {
      const token = randomUUID();
      const { rows } = await pool.query(
        `update shard_jobs
           set claim = $1, claimed_until = clock_timestamp() + make_interval(secs => $2),
             attempts = attempts + 1
         where (batch, shard) = (
           select batch, shard from shard_jobs
           where program = $3 and not has_ended and due_at <= clock_timestamp()
             and (claimed_until is null or claimed_until < clock_timestamp())
             and (input->'state'->>'working' is null or input->'state'->>'working' = any($4)
               or due_at < clock_timestamp() - interval '1 second')
           order by input->'state'->>'working' = any($4) desc nulls last, shard
           limit 1 for update skip locked)
         returning input, attempts`,
        [token, seconds, program, kept],
      );
      const [job] = rows;
      if (job === undefined) return null;
      return {
        ...job,
        renew: (more) =>
          change(
            `update shard_jobs set claimed_until = clock_timestamp() + make_interval(secs => $2)
             where claim = $1`,
            [token, more],
          ),
        finish: (result) =>
          change(
            `update shard_jobs
               set result = $2, has_ended = true, claim = null, claimed_until = null
             where claim = $1`,
            [token, JSON.stringify(result)],
          ),
        fail: (fault, retryAfter) =>
          change(
            `update shard_jobs
               set fault = $2, failures = failures + 1, has_ended = $3, claim = null, claimed_until = null,
                 due_at = clock_timestamp() + make_interval(secs => $4)
             where claim = $1`,
            [token, fault, retryAfter === null, retryAfter ?? 0],
          ),
      };
    },
    async shardsInService() {
      const { rows } = await pool.query<{ shard: number; working: string | null }>(
        'select shard, working from shard_states where not exists (select from shard_jobs)',
      );
      return new Map(rows.map(({ shard, working }) => [shard, working]));
    },
    close: () => pool.end(),
  };
}
