import type pg from 'pg';
import { CommandError } from '../base/errors.ts';
import { openPool, postgresFault } from '../base/postgres-pool.ts';
import { makePostgresTables } from '../base/postgres-tables.ts';
import { sharedTables } from '../publish/store/shared-tables.ts';
import type { Content } from '../publish/store/store.ts';
import type { DepartedAccount, ShardState, Slice } from './batch.ts';
import type { Assigned, ShardMap } from './shard-map.ts';

/** State of all shards in PostgreSQL, read at one moment. */
export interface ShardRegister {
  /** Number that every change increases. A change must name the epoch that it started from. */
  readonly epoch: number;
  /** State of the registry that the last batch published. Null before, or if it is unknown. */
  readonly decided: string | null;
  readonly map: ShardMap;
  /** Number of shards that the next split makes, if it is another than the map's. */
  readonly wanted?: number;
  /** Database of split files. Null before the first split. */
  readonly intake: Content | null;
  /** State of each shard, in order. */
  readonly states: readonly ShardState[];
  /** Stored rows of each shard, and then those that wait for it, in order. */
  readonly slices: readonly ShardSlice[];
  /** Accounts that left a shard, not yet applied to its database. */
  readonly departures: readonly Departure[];
}

export interface ShardSlice extends Slice {
  readonly shard: number;
}

export interface Departure extends DepartedAccount {
  readonly shard: number;
}

/** Change of a split, committed as a whole or not at all. */
export interface SplitChange extends Pick<Assigned, 'accounts' | 'owners'> {
  /** Number of shards from now on. Shards beyond it have nothing left. */
  readonly shards: number;
  readonly intake: Content;
  /** Slices with rows of accounts that left, and their content without these rows. */
  readonly replaced: readonly { readonly was: ShardSlice; readonly now: Content | null }[];
  readonly slices: readonly ShardSlice[];
  readonly departures: readonly Departure[];
}

/** Reads the state of shards in PostgreSQL. Only the holder of the lease may change it. */
export interface ShardStore {
  read(): Promise<ShardRegister>;
  close(): Promise<void>;
}

/**
 * Opens the tables of shards, and creates missing ones. With null it takes the number of shards
 * that there is, or 4. With another number, the next split moves accounts to so many shards.
 */
export async function openShards(databaseUrl: string, shards: number | null): Promise<ShardStore> {
  const pool = openPool(databaseUrl, { max: 1 });
  const query = async <Result>(work: (client: pg.PoolClient) => Promise<Result>) => {
    try {
      const client = await pool.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    } catch (cause) {
      throw stateFault(cause);
    }
  };
  try {
    await makePostgresTables(pool, sharedTables).catch((cause: unknown) => {
      throw stateFault(cause);
    });
    await query((client) =>
      client.query(
        "insert into shard_setup values ('accounts', $1, 0, null, null, null) on conflict do nothing",
        [shards ?? defaultShards],
      ),
    );
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    async read() {
      const register = await query(readRegister);
      return { ...register, wanted: shards ?? register.map.shards };
    },
    close: () => pool.end(),
  };
}

/** Reads the state of existing shards, whatever their number. */
export async function readShards(databaseUrl: string): Promise<ShardRegister> {
  const pool = openPool(databaseUrl, { max: 1 });
  try {
    const client = await pool.connect();
    try {
      return await readRegister(client);
    } finally {
      client.release();
    }
  } catch (cause) {
    throw stateFault(cause);
  } finally {
    await pool.end();
  }
}

/** Describes a failure of PostgreSQL in one line. */
export function stateFault(cause: unknown): CommandError {
  if (cause instanceof CommandError) return cause;
  return postgresFault('the shards', cause);
}

const defaultShards = 4;

async function readRegister(client: pg.PoolClient): Promise<ShardRegister> {
  await client.query('begin isolation level repeatable read read only');
  try {
    const rows = async (text: string) => (await client.query(text)).rows;
    const [setup] = await rows('select * from shard_setup');
    const states = new Map(
      (await rows('select * from shard_states')).map((row) => [row.shard, stateOf(row)]),
    );
    return {
      epoch: Number(setup.epoch),
      decided: setup.decided,
      intake: contentOf(setup.intake_sha256, setup.intake_bytes),
      map: {
        shards: setup.shards,
        accounts: shardsBy(await rows('select account_id as name, shard from shard_accounts')),
        owners: shardsBy(await rows('select owner as name, shard from shard_owners')),
      },
      states: Array.from(
        { length: setup.shards },
        (_, shard) => states.get(shard) ?? newState(shard),
      ),
      slices: (await rows('select * from shard_slices order by shard, sequence')).map((row) => ({
        shard: row.shard,
        sequence: Number(row.sequence),
        table: row.table_name,
        sha256: row.sha256,
        bytes: Number(row.bytes),
        bucket: row.bucket,
      })),
      departures: (await rows('select * from shard_departures order by shard, sequence')).map(
        (row) => ({
          shard: row.shard,
          sequence: Number(row.sequence),
          account: row.account_id,
        }),
      ),
    };
  } finally {
    await client.query('rollback');
  }
}

const contentOf = (sha256: string | null, bytes: string | null): Content | null =>
  sha256 === null ? null : { sha256, bytes: Number(bytes) };

const stateOf = (
  row: Record<string, string> & Pick<ShardState, 'shard' | 'working' | 'idle' | 'last'>,
): ShardState => ({
  shard: row.shard,
  working: row.working,
  loadedTo: Number(row.loaded_to),
  departedTo: Number(row.departed_to),
  idle: row.idle,
  last: row.last,
});

const newState = (shard: number): ShardState => ({
  shard,
  working: null,
  loadedTo: 0,
  departedTo: 0,
  idle: null,
  last: null,
});

const shardsBy = (rows: readonly { name: string; shard: number }[]): Map<string, number> =>
  new Map(rows.map(({ name, shard }) => [name, shard]));
