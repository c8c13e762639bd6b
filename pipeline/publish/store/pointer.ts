import type pg from 'pg';
import { type Partition, partitionsOf, publishedAs, wholePartition } from '../../base/partition.ts';
import { openPool } from '../../base/postgres-pool.ts';
import { makePostgresTables } from '../../base/postgres-tables.ts';
import { publishedForm } from '../../base/published-form.ts';
import type { PointerDatabase, PostgresQuery } from './lease.ts';
import {
  columns,
  type PointerRow,
  type PublishedPointer,
  pointerIn,
  rowOf,
  unanswered,
  unpublished,
} from './pointer-row.ts';
import { runsOf, type SharedRuns } from './shared-runs.ts';
import { sharedTables } from './shared-tables.ts';

/** Partitions that are in service together. */
export interface PublishedSet {
  /** The publication of each, by its index. Serial 0 if it has none yet. */
  readonly partitions: readonly PublishedPointer[];
  /** Seconds, by the database's clock, since they are in service together. */
  readonly ageSeconds: number;
}

/** A partition of another set. */
interface OtherPartition {
  readonly partition: Partition;
  /** False if it has published since the set in service began: its set may be about to follow. */
  readonly isEarlier: boolean;
}

/** Row of the accounts of a partition, with the row of the calendar. */
export interface Pointer extends PointerRow {
  readonly calendar: PointerRow;
  /** Returns the row of another partition. */
  rowOf(partition: Partition): PointerRow;
  /** Reads which partitions are in service, and what they published. */
  readSet(): Promise<PublishedSet>;
  /**
   * Queries that put the set of this partition in service. They do so once all of its partitions
   * have published since the set before began, and at once if nothing is in service. They belong in
   * the transaction of a publication.
   */
  readonly switchSet: readonly PostgresQuery[];
  /** Lists partitions that are neither of this set nor in service, and have a version. */
  others(): Promise<OtherPartition[]>;
  /** Notes that a partition has no version any more. It can publish again. */
  empty(partition: Partition): Promise<void>;
  /** Those of deleted ids that this partition has not removed yet. */
  unremoved(ids: readonly string[]): Promise<string[]>;
  /** Notes that this partition removed ids. Returns those that all in service have removed. */
  removed(ids: readonly string[]): Promise<string[]>;
  readonly runs: SharedRuns;
  close(): Promise<void>;
}

/** Opens the pointer in PostgreSQL, whose tables are made where they are missing. */
export async function openPointer(
  databaseUrl: string,
  form: number = publishedForm,
  partition: Partition = wholePartition,
): Promise<Pointer> {
  const pool = openPool(databaseUrl, { max: 2, query_timeout: 5000 });
  const query = async (text: string, values?: unknown[]) => {
    try {
      return await pool.query(text, values);
    } catch (cause) {
      throw unanswered(cause);
    }
  };
  const database: PointerDatabase = {
    ask: async (text, values) => (await query(text, values)).rows[0],
    together: (queries) =>
      transact(pool, queries).catch((cause: unknown) => {
        throw unanswered(cause);
      }),
  };
  try {
    await makePostgresTables(pool, sharedTables);
    await pool.query(
      `insert into published_pointer values ($1, 0, '', '', 0, 0, clock_timestamp(), 0)
       on conflict do nothing`,
      [publishedAs(partition)],
    );
  } catch (cause) {
    await pool.end();
    throw unanswered(cause);
  }
  return {
    ...rowOf(database, publishedAs(partition), form),
    rowOf: (sibling) => rowOf(database, publishedAs(sibling), form),
    readSet: () => readSet(database),
    switchSet: switchTo(partition),
    ...othersOf(database, partition),
    ...removalsOf(database, publishedAs(partition)),
    calendar: rowOf(database, 'calendar', form),
    runs: runsOf(database.ask),
    close: () => pool.end(),
  };
}

async function readSet({ ask }: PointerDatabase): Promise<PublishedSet> {
  const { count, rows, age } = await ask(
    `select partitions as count, extract(epoch from clock_timestamp() - since) as age, (select json_object_agg(name, row_to_json(rows))
       from (select name, ${columns} from published_pointer) as rows) as rows
     from published_set`,
  );
  const partitions = partitionsOf(count).map((partition) => {
    const row = rows[publishedAs(partition)];
    return row === undefined ? unpublished : pointerIn(row);
  });
  return { partitions, ageSeconds: Number(age) };
}

/**
 * Array of the rows of the partitions in service. With `where one` PostgreSQL expects a single set;
 * otherwise it would compile the query for millions of rows, which takes seconds.
 */
const namesInService = `array(select case partitions when 1 then 'accounts'
    else 'accounts/' || number || '-of-' || partitions end
  from published_set, generate_series(0, partitions - 1) as number where one)`;

/** See `Pointer.switchSet`. The first query makes publications of a set follow each other. */
function switchTo({ count }: Partition): PostgresQuery[] {
  const names = partitionsOf(count).map(publishedAs);
  return [
    { text: 'select one from published_set for update', values: [] },
    {
      text: `update published_set set partitions = $1, since = clock_timestamp()
        where partitions <> $1 and ($1 = (select count(*) from published_pointer
            where name = any($2) and serial > 0 and confirmed_at > published_set.since)
          or not exists (select from published_pointer
            where version <> '' and name = any(${namesInService})))`,
      values: [count, names],
    },
  ];
}

/** See `Pointer.others` and `Pointer.empty`. */
const othersOf = (
  { ask }: PointerDatabase,
  { count }: Partition,
): Pick<Pointer, 'others' | 'empty'> => ({
  async others() {
    const { others } = await ask(
      `with rows as (
         select coalesce(split_part(split_part(name, '/', 2), '-', 1), '') as index,
           case name when 'accounts' then 1
             else split_part(name, '-of-', 2)::integer end as count,
           confirmed_at <= since as earlier, partitions
         from published_pointer, published_set
         where (name = 'accounts' or name like 'accounts/%') and version <> ''
       )
       select coalesce(json_agg(json_build_object('partition', json_build_object(
           'index', coalesce(nullif(index, '')::integer, 0), 'count', count),
         'isEarlier', earlier)), '[]') as others
       from rows where count not in ($1, partitions)`,
      [count],
    );
    return others;
  },
  async empty(partition) {
    await ask(
      `with gone as (delete from published_chain where name = $1)
       update published_pointer set version = '', manifest_sha256 = '', manifest_bytes = 0,
         confirmed_at = 'epoch'
       where name = $1`,
      [publishedAs(partition)],
    );
  },
});

/** Notes which partitions removed what was deleted. */
function removalsOf(
  { ask }: PointerDatabase,
  name: string,
): Pick<Pointer, 'unremoved' | 'removed'> {
  return {
    async unremoved(ids) {
      const { rest } = await ask(
        `select coalesce(json_agg(id), '[]') as rest from unnest($1::text[]) as id
         where not exists (
           select from published_removals as done where done.id = id.id and done.name = $2)`,
        [ids, name],
      );
      return rest;
    },
    async removed(ids) {
      await ask(
        `insert into published_removals select id, $2 from unnest($1::text[]) as id
         on conflict do nothing`,
        [ids, name],
      );
      const { done } = await ask(
        `with done as (
           select id from published_removals where name = any(${namesInService})
           group by id having count(*) = (select partitions from published_set where one)
         ), gone as (delete from published_removals where id in (select id from done))
         select coalesce(json_agg(id), '[]') as done from done`,
      );
      return done;
    },
  };
}

/** Carries out all or nothing; false where one does not change the rows that it has to. */
async function transact(pool: pg.Pool, queries: readonly PostgresQuery[]): Promise<boolean> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('begin');
    for (const { text, values, rows } of queries) {
      const { rowCount } = await client.query(text, [...values]);
      if (rows !== undefined && rowCount !== rows) return false;
    }
    await client.query('commit');
    isDone = true;
    return true;
  } finally {
    // A connection that is closed takes what was begun on it back.
    client.release(!isDone);
  }
}
