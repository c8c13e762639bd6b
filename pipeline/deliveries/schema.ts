import { type Generated, type Kysely, sql } from 'kysely';
import type { SourceName } from '../../sql/raw/source_names.ts';
import type { Schema } from '../base/tables.ts';
import type { DealSource } from './deals/terminal.ts';

/** State of a delivery. */
export type DeliveryState = 'received' | 'loaded' | 'published' | 'refused';

/** Row of one delivery; `number` counts deliveries in the order in which they came. */
export interface DeliveryRow {
  readonly number: Generated<number>;
  readonly receipt: string;
  readonly key_id: string;
  readonly account_id: string;
  /** Set by the program that took the delivery in. */
  readonly source: SourceName;
  /**
   * SHA-256 of the unpacked body, or of the statement's file. The same body counts once for a key.
   */
  readonly digest: string;
  readonly idempotency_key: string | null;
  readonly received_at: string;
  readonly state: DeliveryState;
  readonly accepted: number;
  /** JSON of the rejections that the receipt names. */
  readonly rejected: string;
  readonly rejected_count: number;
  /** 1 if it lists open positions, or says that no position is open; else 0. */
  readonly has_positions: number;
  /** Reason why its rows don't count for now although they were accepted. */
  readonly refusal: string | null;
  readonly run: string | null;
  readonly version: string | null;
  /**
   * JSON of its rows as bytes, compressed if they are many: libsql ends the whole process at a text
   * that is not UTF-8.
   */
  readonly content: Uint8Array | ArrayBuffer | null;
  /** 1 if it has content; 0 if nothing was accepted, or if later deliveries replace all of it. */
  readonly has_content: number;
  /** Size of its content as lines of source files. */
  readonly rows: number;
  readonly bytes: number;
  /** Instant at which it was withdrawn; null if it counts. */
  readonly withdrawn_at: string | null;
  /** Statement that it came with; null if a program or a connector sent it. */
  readonly statement: string | null;
}

/** Statement that an owner uploaded. Instants are ISO 8601; JSON is stored as text. */
export interface StatementRow {
  readonly id: string;
  readonly owner: string;
  /** Name of the uploaded file. */
  readonly name: string;
  readonly options: string;
  readonly dropped_at: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** JSON of the reading; null while the file is being read. */
  readonly reading: string | null;
  readonly read_since: string;
  /** JSON of the slugs of its accounts, in order; null until it is confirmed. */
  readonly slugs: string | null;
  /** The file, compressed; null once the statement is confirmed. */
  readonly file: Uint8Array | ArrayBuffer | null;
  /**
   * Its rows, a line an account, compressed; null if nothing was found in the file, and once the
   * statement is confirmed.
   */
  readonly rows: Uint8Array | ArrayBuffer | null;
}

export interface DeliveryTables {
  readonly deliveries: DeliveryRow;
  /**
   * Numbers up to which runs loaded deliveries. The mark of each is random: one that is missing
   * shows that a run knows another database, or that an earlier copy was put back.
   */
  readonly delivery_cuts: { readonly number: number; readonly mark: string };
  /**
   * Deals of terminals and brokers, by the number of their delivery. A later one with the same
   * ticket counts instead.
   */
  readonly deals: {
    readonly account_id: string;
    readonly source: DealSource;
    readonly ticket: string;
    readonly number: number;
    /** Position of the deal; empty if it belongs to none. */
    readonly position: string;
    /** Time on the server's clock, in seconds. */
    readonly time: number;
    /** JSON as bytes. */
    readonly deal: Uint8Array | ArrayBuffer;
  };
  /** Sums and facts of each account; the account `''` has refused rows that name none. */
  readonly delivery_accounts: {
    readonly account_id: string;
    /** Empty if nobody has sent anything for it. */
    readonly owner: Generated<string>;
    /** Size of its deliveries, which counts for its owner's plan. */
    readonly rows: Generated<number>;
    readonly bytes: Generated<number>;
    /** Bytes that remained when replaced rows were last removed. */
    readonly compacted_bytes: Generated<number>;
    /** 1 if the next run should remove replaced rows, since the owner met a limit. */
    readonly is_full: Generated<number>;
    /** Currency of the confirmed statements; null if no statement was confirmed. */
    readonly statement_currency: Generated<string | null>;
    /** JSON of what its owner says about texts of balance rows; null if nothing was asked. */
    readonly balance_texts: Generated<string | null>;
    /** JSON of the newest account data that a terminal sent, and their time in UTC seconds. */
    readonly terminal: Generated<string | null>;
    readonly gmt: Generated<number | null>;
    /** Count of its deals by ticket, so that an answer need not count them. */
    readonly deals: Generated<number>;
    /** Time of its newest deal, in seconds on its server's clock. */
    readonly newest: Generated<number | null>;
    /** Differs each time that the next run has to load the account anew; else null. */
    readonly reload: Generated<string | null>;
    /** Run that refused the newest of its rows, and JSON of their count and the newest of them. */
    readonly refused_at: Generated<string | null>;
    readonly refused: Generated<string | null>;
  };
  /** Unpacked bytes that an owner sent on a day. */
  readonly received_days: {
    readonly owner: string;
    readonly day: string;
    readonly bytes: number;
  };
  /** Progress of connectors, by account of a broker. */
  readonly broker_reads: {
    readonly connection: string;
    readonly broker_id: string;
    /** Account that its rows were delivered to. */
    readonly account_id: string;
    /** JSON of the state to go on from; `null` if the history is read from its beginning. */
    readonly state: string;
    /** Count of stored pages, which tells equal pages apart. */
    readonly pages: number;
    /**
     * Instant at which the newest read that reached the end of the history began; null before it.
     */
    readonly complete_at: string | null;
    /** Count of pages when that read ended; more pages mean that a read was cut off. */
    readonly complete_pages: number;
    /** JSON of the delivered rows of the time that is read again, with a digest of each. */
    readonly compared: string;
  };
  readonly statements: StatementRow;
}

/**
 * Describes the tables of deliveries. SQLite and PostgreSQL differ in the counting key, in bytes
 * and in one index. SQLite adds up an owner's sizes in it, which takes a third less of a sending if
 * the owner has 100 accounts. PostgreSQL would write all indexes anew whenever a size changes.
 */
export const deliverySchema = (isPostgres: boolean): Schema => ({
  name: 'deliveries',
  migrations: { '0001_initial_c91893a1': { up: (db) => makeTables(db, isPostgres) } },
});

async function makeTables(db: Kysely<DeliveryTables>, isPostgres: boolean): Promise<void> {
  const counting = isPostgres
    ? 'bigint generated always as identity primary key'
    : 'integer primary key autoincrement';
  const bytes = isPostgres ? 'bytea' : 'blob';
  const sizes = isPostgres ? 'owner' : 'owner, rows, bytes';
  for (const statement of statements(counting, bytes, sizes)) await sql.raw(statement).execute(db);
}

const statements = (counting: string, bytes: string, sizes: string): readonly string[] => [
  `create table deliveries (
    number ${counting},
    receipt text not null unique, key_id text not null, account_id text not null,
    source text not null,
    digest text not null, idempotency_key text, received_at text not null, state text not null,
    accepted integer not null, rejected text not null, rejected_count integer not null,
    has_positions integer not null, refusal text, run text, version text,
    has_content integer not null, rows integer not null, bytes bigint not null,
    withdrawn_at text, statement text, content ${bytes})`,
  'create unique index deliveries_by_digest on deliveries (digest, key_id)',
  `create unique index deliveries_by_idempotency_key on deliveries (idempotency_key, key_id)
    where idempotency_key is not null`,
  'create index deliveries_by_state on deliveries (state, number)',
  `create index refused_deliveries on deliveries (key_id, number)
    where (rejected_count > 0 or refusal is not null) and withdrawn_at is null`,
  `create index deliveries_with_positions on deliveries (account_id, number)
    where has_positions = 1`,
  'create index deliveries_of_account on deliveries (account_id, number)',
  `create index deliveries_of_statement on deliveries (statement)
    where statement is not null`,
  'create table delivery_cuts (number bigint primary key, mark text not null unique)',
  `create table deals (
    account_id text not null, source text not null, ticket text not null, number bigint not null,
    position text not null, time bigint not null, deal ${bytes} not null,
    primary key (account_id, source, ticket, number))`,
  'create index deals_by_position on deals (account_id, source, position, ticket)',
  'create index deals_by_time on deals (account_id, source, time)',
  'create index deals_of_delivery on deals (number)',
  `create table delivery_accounts (
    account_id text primary key, owner text not null default '', rows bigint not null default 0,
    bytes bigint not null default 0, compacted_bytes bigint not null default 0,
    is_full integer not null default 0, statement_currency text, balance_texts text,
    terminal text, gmt bigint, deals bigint not null default 0, newest bigint,
    reload text, refused_at text, refused text)`,
  `create index delivery_accounts_by_owner on delivery_accounts (${sizes})`,
  `create index delivery_accounts_to_reload on delivery_accounts (account_id)
    where reload is not null`,
  `create index delivery_accounts_refused_at on delivery_accounts (refused_at)
    where refused_at is not null`,
  `create table received_days (
    owner text not null, day text not null, bytes bigint not null, primary key (owner, day))`,
  `create table broker_reads (
    connection text not null, broker_id text not null, account_id text not null,
    state text not null, pages bigint not null, complete_at text, complete_pages bigint not null,
    compared text not null, primary key (connection, broker_id))`,
  `create table statements (
    id text primary key, owner text not null, name text not null, options text not null,
    dropped_at text not null, sha256 text not null, reading text, read_since text not null,
    slugs text, file ${bytes}, rows ${bytes})`,
  'create index statements_by_owner on statements (owner)',
  'create index statements_by_age on statements (dropped_at)',
];
