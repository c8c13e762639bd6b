import type pg from 'pg';
import { CommandError } from '../../base/errors.ts';
import { openPool, postgresFault } from '../../base/postgres-pool.ts';
import { makePostgresTables } from '../../base/postgres-tables.ts';
import { publishedForm } from '../../base/published-form.ts';
import { makeReason, ReasonError } from '../../base/reasons/reason.ts';
import { type Lease, leaseOf, type PointerDatabase, type PostgresQuery } from './lease.ts';
import { runsOf, type SharedRuns } from './shared-runs.ts';
import { sharedTables } from './shared-tables.ts';
import type { Content } from './store.ts';

/** A version that was published, and the manifest it is known by. */
export interface Publication {
  readonly version: string;
  readonly manifest: Content;
}

/** Publication in service on every machine. */
export interface PublishedPointer extends Publication {
  /**
   * Number of the publication. It grows by one each time, also for a rollback. 0 before the first.
   */
  readonly serial: number;
  /** Published form of the program that published it; 0 before the first. */
  readonly form: number;
  /** Seconds, by the database's clock, since a run last published or confirmed it. */
  readonly ageSeconds: number;
  /** State that its next publisher continues from. Null if no publisher stored any. */
  readonly state: unknown;
}

/** A row that says what of one kind is in service, and who may move it. */
export interface PointerRow {
  /** Published form of the program that moves it from here. */
  readonly form: number;
  read(): Promise<PublishedPointer>;
  /**
   * Takes the lease if it is free, expired or the holder's own. Null while another machine has it.
   */
  lease(holder: string, seconds: number): Promise<Lease | null>;
  /** Returns the machine that has the lease or had it last. Empty if no machine ever had it. */
  holder(): Promise<string>;
  /** Returns the lease in force, or null. */
  activeLease(): Promise<ActiveLease | null>;
}

/** A lease that lasts. */
export interface ActiveLease {
  readonly holder: string;
  readonly epoch: number;
  /** Seconds until it expires unless renewed, by the database's clock. */
  readonly seconds: number;
}

/** Row of the accounts, with the row of the calendar. */
export interface Pointer extends PointerRow {
  readonly calendar: PointerRow;
  readonly runs: SharedRuns;
  close(): Promise<void>;
}

/** Opens the pointer in PostgreSQL, whose tables are made where they are missing. */
export async function openPointer(
  databaseUrl: string,
  form: number = publishedForm,
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
  } catch (cause) {
    await pool.end();
    throw unanswered(cause);
  }
  return {
    ...rowOf(database, 'accounts', form),
    calendar: rowOf(database, 'calendar', form),
    runs: runsOf(database.ask),
    close: () => pool.end(),
  };
}

function rowOf(database: PointerDatabase, name: string, form: number): PointerRow {
  const { ask } = database;
  return {
    form,
    async read() {
      const row = await ask(
        `select serial, version, manifest_sha256, manifest_bytes, form, state,
           extract(epoch from clock_timestamp() - confirmed_at) as age
         from published_pointer where name = $1`,
        [name],
      );
      if (row === undefined) {
        throw unanswered(new ReasonError(makeReason('pointer_lost', { name })));
      }
      return {
        serial: Number(row.serial),
        version: row.version,
        manifest: { sha256: row.manifest_sha256, bytes: Number(row.manifest_bytes) },
        form: row.form,
        ageSeconds: Number(row.age),
        state: row.state,
      };
    },
    async lease(holder, seconds) {
      const taken = await ask(
        `insert into published_lease
         values ($3, 1, $1, clock_timestamp() + make_interval(secs => $2))
         on conflict (name) do update set epoch = published_lease.epoch + 1, holder = $1,
           until = excluded.until
           where published_lease.until < clock_timestamp() or published_lease.holder = $1
         returning epoch`,
        [holder, seconds, name],
      );
      return taken === undefined ? null : leaseOf(database, name, form, Number(taken.epoch));
    },
    async holder() {
      const row = await ask('select holder from published_lease where name = $1', [name]);
      return row?.holder ?? '';
    },
    async activeLease() {
      const row = await ask(
        `select holder, epoch, extract(epoch from until - clock_timestamp()) as seconds
         from published_lease where name = $1 and until > clock_timestamp()`,
        [name],
      );
      if (row === undefined) return null;
      return { holder: row.holder, epoch: Number(row.epoch), seconds: Number(row.seconds) };
    },
  };
}

const unanswered = (cause: unknown): CommandError =>
  cause instanceof CommandError ? cause : postgresFault('published versions', cause);

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
