import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import { sha256Of } from '../publish/snapshot/versions.ts';
import type { IdleResult, IdleSpan, ShardInput, ShardResult } from './batch.ts';

/**
 * Reads how long the result of a computed shard stays the same. Null if it must be computed again.
 */
export async function readIdle(database: Database): Promise<IdleSpan | null> {
  const [row] = await database.rows(readSql('runs/idle'));
  if (row?.idle_from === undefined) return null;
  return {
    from: Number(row.idle_from),
    until: row.idle_until === null ? null : Number(row.idle_until),
  };
}

/**
 * Returns the part of a result that the version stores. Null if the next batch must compute the
 * shard.
 */
export function idleOf(
  { registered, calendar }: ShardInput,
  {
    idle,
    state,
    form,
    subjects,
    heldBack,
    warnings,
  }: Omit<ShardResult, 'manifest' | 'objects' | 'changed'>,
  version: string,
): IdleResult | null {
  if (idle === null || state.working === null) return null;
  return {
    ...idle,
    form,
    version,
    subjects,
    heldBack,
    warnings,
    working: state.working,
    registered: digestOf(registered),
    calendar: calendar?.sha256 ?? null,
  };
}

/**
 * Returns true if computing a shard would give the published result again. Its data, program,
 * registry and calendar must be unchanged. No day, week, month or year that its figures count may
 * have ended. Nothing may have been deleted, and the store must have every pack.
 */
export const isIdle = (input: ShardInput): boolean =>
  isUntouched(input) && input.state.idle?.registered === digestOf(input.registered);

/** Returns true if a shard is idle, unless a decision in the registry concerns it. */
export function isUntouched(input: ShardInput): boolean {
  const { idle, working } = input.state;
  if (idle === null) return false;
  const asOf = Date.parse(input.asOf);
  return (
    input.slices.length === 0 &&
    input.departed.length === 0 &&
    input.deleted.length === 0 &&
    input.lost.length === 0 &&
    idle.version === input.before?.version &&
    idle.working === working &&
    idle.form === formDigest() &&
    idle.calendar === (input.calendar?.sha256 ?? null) &&
    idle.from <= asOf &&
    (idle.until === null || asOf < idle.until)
  );
}

const digests = new WeakMap<ShardInput['registered'], string>();

/** Returns the hash of what is registered in a shard, which is computed once for each list. */
function digestOf(registered: ShardInput['registered']): string {
  const digest = digests.get(registered) ?? sha256Of(JSON.stringify(registered));
  digests.set(registered, digest);
  return digest;
}
