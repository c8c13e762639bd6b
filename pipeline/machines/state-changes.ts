import type { PostgresQuery } from '../publish/store/lease.ts';
import type { AssembledBatch } from './assemble-shards.ts';
import type { ShardSlice, SplitChange } from './state.ts';

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
    ...inserted(slices),
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
  { states, rows }: Pick<AssembledBatch, 'states' | 'rows'>,
  gone: { readonly accounts: readonly string[]; readonly owners: readonly string[] } = nobody,
  decided: string | null = null,
): PostgresQuery[] {
  const stored = states.map(({ shard, working, loadedTo, departedTo, idle, last }) => ({
    shard,
    working,
    loaded_to: loadedTo,
    departed_to: departedTo,
    idle,
    last,
  }));
  return [
    nextEpoch(epoch),
    { text: 'update shard_setup set decided = $1', values: [decided] },
    {
      text: `insert into shard_states
        select state.* from jsonb_populate_recordset(null::shard_states, $1::jsonb) as state
        on conflict (shard) do update set
          working = excluded.working, loaded_to = excluded.loaded_to,
          departed_to = excluded.departed_to, idle = excluded.idle, last = excluded.last`,
      values: [JSON.stringify(stored)],
      rows: states.length,
    },
    ...rows
      .filter(({ dropped }) => dropped.length > 0)
      .map(({ shard, dropped }) => ({
        text: 'delete from shard_slices where shard = $1 and sequence = any($2::bigint[])',
        values: [shard, dropped],
        rows: dropped.length,
      })),
    ...inserted(rows.flatMap(({ shard, added }) => added.map((slice) => ({ shard, ...slice })))),
    {
      text: `delete from shard_departures as departure using shard_states as state
        where departure.shard = state.shard and departure.sequence <= state.departed_to`,
      values: [],
    },
    { text: 'delete from shard_accounts where account_id = any($1)', values: [gone.accounts] },
    { text: 'delete from shard_owners where owner = any($1)', values: [gone.owners] },
  ];
}

const inserted = (slices: readonly ShardSlice[]): PostgresQuery[] =>
  inParts(slices).map((part) => ({
    text: `insert into shard_slices (shard, sequence, table_name, sha256, bytes, bucket)
      select shard, sequence, "table", sha256, bytes, bucket from jsonb_to_recordset($1::jsonb)
        as slice (shard integer, sequence bigint, "table" text, sha256 text, bytes bigint,
          bucket jsonb)`,
    values: [JSON.stringify(part)],
  }));

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
