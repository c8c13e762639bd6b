import { openPool } from '../base/postgres-pool.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { IdleResult } from './batch.ts';
import { stateFault } from './state.ts';

/** Why the next batch has to compute a shard. */
type DueReason =
  | 'never computed'
  | 'rows wait'
  | 'an account has moved away'
  | 'an account in it may change soon'
  | 'another version of the program'
  | 'a rollback'
  | 'a day, week, month or year has ended';

/** State of a shard for `status`. */
export interface ShardDue {
  readonly shard: number;
  readonly accounts: number;
  /** Null if only a change of the registry or of the calendar would make it due. */
  readonly due: DueReason | null;
}

/** Row of PostgreSQL about a shard. */
interface ShardRow {
  readonly shard: number;
  readonly accounts: string;
  readonly slices: string;
  readonly departures: string;
  readonly is_computed: boolean;
  readonly idle: IdleResult | null;
}

const query = `
  select number as shard, working is not null as is_computed, idle,
    (select count(*) from shard_accounts where shard = number) as accounts,
    (select count(*) from shard_slices as slice
     where slice.shard = number and sequence > coalesce(loaded_to, 0)) as slices,
    (select count(*) from shard_departures as departure
     where departure.shard = number and sequence > coalesce(departed_to, 0)) as departures
  from shard_setup cross join generate_series(0, shards - 1) as number
  left join shard_states as state on state.shard = number
  order by number`;

type Rule = readonly [DueReason, (row: ShardRow, inService: string, now: number) => boolean];

/** Rules in order of priority. The first that applies gives the reason. */
const rules: readonly Rule[] = [
  ['never computed', ({ is_computed }) => !is_computed],
  ['rows wait', ({ slices }) => Number(slices) > 0],
  ['an account has moved away', ({ departures }) => Number(departures) > 0],
  ['an account in it may change soon', ({ idle }) => idle === null],
  ['another version of the program', ({ idle }) => idle?.form !== formDigest()],
  ['a rollback', ({ idle }, inService) => idle?.version !== inService],
  [
    'a day, week, month or year has ended',
    ({ idle }, _, now) => (idle?.until ?? Number.POSITIVE_INFINITY) <= now,
  ],
];

/**
 * Reads every shard with the reason why the next batch must compute it. Changes of the registry
 * and of the calendar are unknown until that batch.
 */
export async function readDue(
  databaseUrl: string,
  inService: string,
  now: Date,
): Promise<ShardDue[]> {
  const pool = openPool(databaseUrl, { max: 1 });
  try {
    const { rows } = await pool.query<ShardRow>(query);
    return rows.map((row) => ({
      shard: row.shard,
      accounts: Number(row.accounts),
      due: rules.find(([, holds]) => holds(row, inService, now.getTime()))?.[0] ?? null,
    }));
  } catch (cause) {
    throw stateFault(cause);
  } finally {
    await pool.end();
  }
}
