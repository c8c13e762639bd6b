import type { PostgresQuery } from '../publish/store/lease.ts';
import type { ShardState } from './batch.ts';
import type { SplitChange } from './state.ts';

const nextEpoch = (epoch: number): PostgresQuery => ({
  text: 'update shard_setup set epoch = epoch + 1 where epoch = $1',
  values: [epoch],
  rows: 1,
});

/** Returns the queries that commit a split which started from an epoch. */
export function splitQueries(epoch: number, change: SplitChange): PostgresQuery[] {
  const { shards, intake, replaced, slices, departures } = change;
  return [
    nextEpoch(epoch),
    {
      text: 'update shard_setup set shards = $1, intake_sha256 = $2, intake_bytes = $3',
      values: [shards, intake.sha256, intake.bytes],
    },
    ...mapped('shard_accounts', 'account_id', change.accounts),
    ...mapped('shard_owners', 'owner', change.owners),
    ...replaced.map(({ was: { shard, sequence }, now }) =>
      now === null
        ? {
            text: 'delete from shard_slices where shard = $1 and sequence = $2',
            values: [shard, sequence],
          }
        : {
            text: `update shard_slices set sha256 = $3, bytes = $4
              where shard = $1 and sequence = $2`,
            values: [shard, sequence, now.sha256, now.bytes],
          },
    ),
    ...inParts(slices).map((part) => ({
      text: `insert into shard_slices (shard, sequence, table_name, sha256, bytes)
        select shard, sequence, "table", sha256, bytes from jsonb_to_recordset($1::jsonb)
          as slice (shard integer, sequence bigint, "table" text, sha256 text, bytes bigint)`,
      values: [JSON.stringify(part)],
    })),
    ...inParts(departures).map((part) => ({
      text: `insert into shard_departures (shard, sequence, account_id)
        select shard, sequence, account from jsonb_to_recordset($1::jsonb)
          as departure (shard integer, sequence bigint, account text)`,
      values: [JSON.stringify(part)],
    })),
    ...['shard_slices', 'shard_departures', 'shard_states'].map((table) => ({
      text: `delete from ${table} where shard >= $1`,
      values: [shards],
    })),
  ];
}

/**
 * Returns the queries that commit, together with a publication, the states of a batch read at an
 * epoch. Accounts and owners that are `gone` lose their shard. `decided` is the state of the
 * registry that was published.
 */
export function batchQueries(
  epoch: number,
  states: readonly ShardState[],
  gone: { readonly accounts: readonly string[]; readonly owners: readonly string[] } = nobody,
  decided: string | null = null,
): PostgresQuery[] {
  const rows = states.map(({ shard, working, archive, loadedTo, departedTo, idle }) => ({
    shard,
    working_sha256: working?.sha256,
    working_bytes: working?.bytes,
    archive_sha256: archive?.sha256,
    archive_bytes: archive?.bytes,
    loaded_to: loadedTo,
    departed_to: departedTo,
    idle,
  }));
  return [
    nextEpoch(epoch),
    { text: 'update shard_setup set decided = $1', values: [decided] },
    {
      text: `insert into shard_states
        select state.* from jsonb_populate_recordset(null::shard_states, $1::jsonb) as state
        on conflict (shard) do update set
          working_sha256 = excluded.working_sha256, working_bytes = excluded.working_bytes,
          archive_sha256 = excluded.archive_sha256, archive_bytes = excluded.archive_bytes,
          loaded_to = excluded.loaded_to, departed_to = excluded.departed_to,
          idle = excluded.idle`,
      values: [JSON.stringify(rows)],
      rows: states.length,
    },
    {
      text: `delete from shard_slices as slice using shard_states as state
        where slice.shard = state.shard and slice.sequence <= state.loaded_to`,
      values: [],
    },
    {
      text: `delete from shard_departures as departure using shard_states as state
        where departure.shard = state.shard and departure.sequence <= state.departed_to`,
      values: [],
    },
    { text: 'delete from shard_accounts where account_id = any($1)', values: [gone.accounts] },
    { text: 'delete from shard_owners where owner = any($1)', values: [gone.owners] },
  ];
}

const nobody = { accounts: [], owners: [] };

function mapped(
  table: string,
  column: string,
  shards: ReadonlyMap<string, number>,
): PostgresQuery[] {
  return inParts([...shards]).map((part) => ({
    text: `insert into ${table} select * from unnest($1::text[], $2::integer[])
      on conflict (${column}) do update set shard = excluded.shard`,
    values: [part.map(([name]) => name), part.map(([, shard]) => shard)],
  }));
}

const partLength = 50_000;

const inParts = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / partLength) }, (_, part) =>
    items.slice(part * partLength, (part + 1) * partLength),
  );
