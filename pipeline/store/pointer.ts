import type pg from 'pg';
import { CommandError, exitCodes } from '../base/errors.ts';
import { openPool } from '../base/postgres-pool.ts';
import { programVersion } from '../base/program-version.ts';
import type { Content } from './store.ts';

/** A version that was published, and the manifest it is known by. */
export interface Publication {
  readonly version: string;
  readonly manifest: Content;
}

/** What is in service on every machine. */
export interface Pointed extends Publication {
  /** Of the publication; one more each time, a rollback among them. 0 before the first. */
  readonly serial: number;
  /** Version of the program that published it; empty where that was before it was noted. */
  readonly program: string;
  /** Seconds since a run last published it or found that it stands, by the database's clock. */
  readonly ageSeconds: number;
}

/** The row that says what is in service, and who may move it. */
export interface Pointer {
  /** Version of the program that moves it from here. */
  readonly program: string;
  read(): Promise<Pointed>;
  /** Whether accounts are shared out to several machines. */
  isSharded(): Promise<boolean>;
  /** Takes the lease, or takes it over where it is the holder's own or has run out; null while another has it. */
  lease(holder: string, seconds: number): Promise<Lease | null>;
  close(): Promise<void>;
}

/** What changes together with a publication, or not at all. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Rows it has to change, else nothing is changed; any number when unset. */
  readonly rows?: number;
}

/** The right to publish, for economy: what makes a publication right is `move` alone. */
export interface Lease {
  readonly epoch: number;
  /** False once another has taken it over. */
  renew(seconds: number): Promise<boolean>;
  /**
   * Puts a version in service that was computed on the publication of that serial; answers with its
   * own. Null, with nothing changed, where there was another since or the lease was taken over.
   */
  move(
    from: number,
    version: string,
    manifest: Content,
    also?: readonly Statement[],
  ): Promise<number | null>;
  /** Says that what is in service is up to date; false, with nothing changed, where it is no more. */
  confirm(serial: number, also?: readonly Statement[]): Promise<boolean>;
  /** Changes what belongs to no publication; false, with nothing changed, once another has the lease. */
  commit(statements: readonly Statement[]): Promise<boolean>;
  release(): Promise<void>;
}

const tablesLock = 7_264_119;
const tables = `
  create table if not exists published_lease (
    name text primary key, epoch bigint not null, holder text not null, until timestamptz not null);
  create table if not exists published_pointer (
    name text primary key, serial bigint not null, version text not null,
    manifest_sha256 text not null, manifest_bytes bigint not null, epoch bigint not null,
    confirmed_at timestamptz not null);
  alter table published_pointer add column if not exists program text not null default '';
  insert into published_pointer values ('accounts', 0, '', '', 0, 0, clock_timestamp())
    on conflict do nothing`;
/** The newest of what is made above. */
const newestOfTables = `select from information_schema.columns
  where table_schema = current_schema and table_name = 'published_pointer' and column_name = 'program'`;

/** Opens the pointer in PostgreSQL; its two tables are made, or brought up to date, where they are not. */
export async function openPointer(
  databaseUrl: string,
  program: string = programVersion,
): Promise<Pointer> {
  const pool = openPool(databaseUrl, { max: 2, query_timeout: 5000 });
  const query = async (text: string, values?: unknown[]) => {
    try {
      return await pool.query(text, values);
    } catch (cause) {
      throw unanswered(cause);
    }
  };
  const ask = async (text: string, values?: unknown[]) => (await query(text, values)).rows[0];
  const together = (statements: readonly Statement[]) =>
    transact(pool, statements).catch((cause: unknown) => {
      throw unanswered(cause);
    });
  try {
    if ((await ask(newestOfTables)) === undefined) {
      await query(`select pg_advisory_xact_lock(${tablesLock}); ${tables}`);
    }
  } catch (error) {
    await pool.end();
    throw error;
  }

  const leaseOf = (epoch: number): Lease => ({
    epoch,
    renew: async (seconds) =>
      (await ask(
        `update published_lease set until = clock_timestamp() + make_interval(secs => $2)
         where name = 'accounts' and epoch = $1 returning epoch`,
        [epoch, seconds],
      )) !== undefined,
    async move(from, version, { sha256, bytes }, also = []) {
      const moved = await together([
        {
          text: `update published_pointer set serial = serial + 1, version = $3,
           manifest_sha256 = $4, manifest_bytes = $5, program = $6, epoch = $1,
           confirmed_at = clock_timestamp()
         where name = 'accounts' and serial = $2 and epoch <= $1
           and (select epoch from published_lease where name = 'accounts' for share) = $1`,
          values: [epoch, from, version, sha256, bytes, program],
          rows: 1,
        },
        ...also,
      ]);
      return moved ? from + 1 : null;
    },
    confirm: (serial, also = []) =>
      together([
        {
          text: `update published_pointer set confirmed_at = clock_timestamp()
         where name = 'accounts' and serial = $2 and epoch <= $1`,
          values: [epoch, serial],
          rows: 1,
        },
        ...(also.length > 0 ? [held(epoch)] : []),
        ...also,
      ]),
    commit: (statements) => together([held(epoch), ...statements]),
    async release() {
      await ask(
        `update published_lease set until = clock_timestamp() - interval '1 second'
         where name = 'accounts' and epoch = $1`,
        [epoch],
      );
    },
  });

  return {
    program,
    async read() {
      const row = await ask(
        `select serial, version, manifest_sha256, manifest_bytes, program,
           extract(epoch from clock_timestamp() - confirmed_at) as age
         from published_pointer where name = 'accounts'`,
      );
      return {
        serial: Number(row.serial),
        version: row.version,
        manifest: { sha256: row.manifest_sha256, bytes: Number(row.manifest_bytes) },
        program: row.program,
        ageSeconds: Number(row.age),
      };
    },
    async isSharded() {
      const row = await ask("select to_regclass('shard_setup') is not null as is_sharded");
      return row.is_sharded;
    },
    async lease(holder, seconds) {
      const taken = await ask(
        `insert into published_lease
         values ('accounts', 1, $1, clock_timestamp() + make_interval(secs => $2))
         on conflict (name) do update set epoch = published_lease.epoch + 1, holder = $1,
           until = excluded.until
           where published_lease.until < clock_timestamp() or published_lease.holder = $1
         returning epoch`,
        [holder, seconds],
      );
      return taken === undefined ? null : leaseOf(Number(taken.epoch));
    },
    close: () => pool.end(),
  };
}

const held = (epoch: number): Statement => ({
  text: "select epoch from published_lease where name = 'accounts' and epoch = $1 for share",
  values: [epoch],
  rows: 1,
});

function unanswered(cause: unknown): CommandError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new CommandError(`the pointer in PostgreSQL: ${reason}`, exitCodes.failed, { cause });
}

/** Carries out all or nothing; false where one does not change the rows that it has to. */
async function transact(pool: pg.Pool, statements: readonly Statement[]): Promise<boolean> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('begin');
    for (const { text, values, rows } of statements) {
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
