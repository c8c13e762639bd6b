import { openPool } from '../base/postgres-pool.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { Idle } from './batch.ts';
import { stateFault } from './state.ts';

/** Why the next batch has to compute a shard. */
type DueReason =
  | 'it was never computed'
  | 'rows wait'
  | 'an account has left'
  | 'it has to look again'
  | 'the program is another'
  | 'a rollback came'
  | 'a day, week, month or year has ended';

/** A shard, as PostgreSQL knows it. */
export interface ShardDue {
  readonly shard: number;
  readonly accounts: number;
  /** Null where only a change of the registry or of the calendar would have it computed. */
  readonly due: DueReason | null;
}

/** Row of PostgreSQL about a shard. */
interface Row {
  readonly shard: number;
  readonly accounts: string;
  readonly slices: string;
  readonly departures: string;
  readonly is_computed: boolean;
  readonly idle: Idle | null;
}

const query = `
  select number as shard, working_sha256 is not null as is_computed, idle,
    (select count(*) from shard_accounts where shard = number) as accounts,
    (select count(*) from shard_slices as slice
     where slice.shard = number and sequence > coalesce(loaded_to, 0)) as slices,
    (select count(*) from shard_departures as departure
     where departure.shard = number and sequence > coalesce(departed_to, 0)) as departures
  from shard_setup cross join generate_series(0, shards - 1) as number
  left join shard_states as state on state.shard = number
  order by number`;

type Rule = readonly [DueReason, (row: Row, inService: string, now: number) => boolean];

/** The first that holds is told. */
const rules: readonly Rule[] = [
  ['it was never computed', ({ is_computed }) => !is_computed],
  ['rows wait', ({ slices }) => Number(slices) > 0],
  ['an account has left', ({ departures }) => Number(departures) > 0],
  ['it has to look again', ({ idle }) => idle === null],
  ['the program is another', ({ idle }) => idle?.form !== formDigest()],
  ['a rollback came', ({ idle }, inService) => idle?.version !== inService],
  [
    'a day, week, month or year has ended',
    ({ idle }, _, now) => (idle?.until ?? Number.POSITIVE_INFINITY) <= now,
  ],
];

/** Every shard, and why the next batch has to compute it; changes of the registry and the calendar only that batch knows. */
export async function readDue(
  databaseUrl: string,
  inService: string,
  now: Date,
): Promise<ShardDue[]> {
  const pool = openPool(databaseUrl, { max: 1 });
  try {
    const { rows } = await pool.query<Row>(query);
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
