import { randomUUID } from 'node:crypto';
import { type Generated, type Kysely, sql } from 'kysely';
import type { Schema } from '../base/tables.ts';

/** State of a delivery. */
export type DeliveryState = 'received' | 'loaded' | 'published' | 'refused';

/** What was received in one body, in the order of `number`. */
export interface DeliveryRow {
  readonly number: Generated<number>;
  readonly receipt: string;
  readonly key_id: string;
  readonly account_id: string;
  /** How it came: from a terminal, with its deals; from any program; as a statement of its owner. */
  readonly kind: 'terminal' | 'api' | 'statement';
  /** SHA-256 of the body, unpacked, or of the statement's file; one body counts once for a key. */
  readonly digest: string;
  readonly idempotency_key: string | null;
  readonly received_at: string;
  readonly state: DeliveryState;
  readonly accepted: number;
  /** JSON of the rejections that the receipt names. */
  readonly rejected: string;
  readonly rejected_count: number;
  /** 1 where it has rows of open positions, or says that there are none; else 0. */
  readonly has_positions: number;
  /** Why its rows don't count although they were taken; a reason that may pass. */
  readonly refusal: string | null;
  readonly run: string | null;
  readonly version: string | null;
  /** JSON of its rows, where the database holds them itself. */
  readonly content: string | null;
  /** The object that holds its rows, and on which line: of statements, and where machines share a store. */
  readonly object_sha256: string | null;
  readonly object_bytes: number | null;
  readonly object_line: number | null;
  /** 1 where it has content; 0 where nothing was taken, or later deliveries replace all of it. */
  readonly has_content: number;
  /** Size of its content as lines of source files. */
  readonly rows: number;
  readonly bytes: number;
}

/** A statement that an owner dropped; its instants are ISO 8601, and what is told as JSON is text. */
export interface StatementRow {
  readonly id: string;
  readonly owner: string;
  /** What the file was called where it came from. */
  readonly name: string;
  readonly options: string;
  readonly dropped_at: string;
  /** JSON of the object that holds the file; null once it is confirmed. */
  readonly file: string | null;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** JSON of what was found; null while it is being read. */
  readonly reading: string | null;
  readonly read_since: string;
  /** JSON of the object that holds its rows; null where nothing was found in it. */
  readonly rows: string | null;
  /** JSON of the slugs and receipts of its accounts, in order; null until it is confirmed. */
  readonly confirmation: string | null;
}

export interface DeliveryTables {
  readonly deliveries: DeliveryRow;
  /** One row: what tells this database from any other, since each counts from 1. */
  readonly delivery_source: { readonly id: string };
  /** Numbers up to which runs took deliveries up; every machine takes them up in the same parts. */
  readonly delivery_cuts: { readonly number: number };
  /** The newest that a terminal told of each account, as JSON. */
  readonly terminals: {
    readonly account_id: string;
    readonly account: string;
    readonly gmt: number;
  };
  /** Deals that were received; their content is in the deliveries. */
  readonly known_deals: {
    readonly account_id: string;
    readonly ticket: string;
    readonly time: number;
  };
  /** What is kept of each account, which counts for its owner's plan. */
  readonly kept: {
    readonly account_id: string;
    readonly owner: string;
    readonly rows: number;
    readonly bytes: number;
    /** Bytes that were left when replaced rows were removed last. */
    readonly compacted_bytes: Generated<number>;
    /** 1 where the next run is to remove replaced rows, since the owner met a limit. */
    readonly is_full: Generated<number>;
    /** Currency of the statements that were confirmed; null where none was. */
    readonly statement_currency: Generated<string | null>;
  };
  /** Bytes that an owner sent on a day, unpacked. */
  readonly received_days: {
    readonly owner: string;
    readonly day: string;
    readonly bytes: number;
  };
  readonly statements: StatementRow;
  /** JSON of what runs refused of an account; of the account `''`, the newest of all. */
  readonly refused_by_runs: { readonly account_id: string; readonly refused: string };
}

/** The tables of deliveries; the same in SQLite and PostgreSQL but for keys that count. */
export const deliverySchema = (isPostgres: boolean): Schema => ({
  name: 'deliveries',
  migrations: { '0001_initial': { up: (db) => makeTables(db, isPostgres) } },
});

async function makeTables(db: Kysely<DeliveryTables>, isPostgres: boolean): Promise<void> {
  const { schema } = db;
  const counting = isPostgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`create table deliveries (
    number ${counting},
    receipt text not null unique, key_id text not null, account_id text not null, kind text not null,
    digest text not null, idempotency_key text, received_at text not null, state text not null,
    accepted integer not null, rejected text not null, rejected_count integer not null,
    has_positions integer not null, refusal text, run text, version text, content text,
    object_sha256 text, object_bytes bigint, object_line integer,
    has_content integer not null, rows integer not null, bytes bigint not null)`.execute(db);
  await sql`create unique index deliveries_by_digest on deliveries (digest, key_id)`.execute(db);
  await sql`create unique index deliveries_by_idempotency_key
    on deliveries (idempotency_key, key_id) where idempotency_key is not null`.execute(db);
  await sql`create index deliveries_under_way on deliveries (state, received_at)
    where state in ('received', 'loaded', 'refused')`.execute(db);
  await sql`create index refused_deliveries on deliveries (key_id, number)
    where rejected_count > 0 or refusal is not null`.execute(db);
  await sql`create index deliveries_with_positions on deliveries (account_id, number)
    where has_positions = 1`.execute(db);
  await sql`create index deliveries_of_account on deliveries (account_id, number)`.execute(db);
  await sql`create index deliveries_of_terminals on deliveries (number)
    where kind = 'terminal'`.execute(db);
  await sql`create index deliveries_by_object on deliveries (object_sha256)
    where object_sha256 is not null`.execute(db);
  await schema
    .createTable('delivery_source')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute();
  await db.insertInto('delivery_source').values({ id: randomUUID() }).execute();
  await schema
    .createTable('delivery_cuts')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .execute();
  await schema
    .createTable('terminals')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('gmt', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('known_deals')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('ticket', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_deals_key', ['account_id', 'ticket'])
    .execute();
  await schema
    .createTable('kept')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('compacted_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_full', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('statement_currency', 'text')
    .execute();
  await schema.createIndex('kept_by_owner').on('kept').column('owner').execute();
  await schema
    .createTable('received_days')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('received_days_key', ['owner', 'day'])
    .execute();
  await schema
    .createTable('refused_by_runs')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('refused', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('statements')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('dropped_at', 'text', (column) => column.notNull())
    .addColumn('file', 'text')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('reading', 'text')
    .addColumn('read_since', 'text', (column) => column.notNull())
    .addColumn('rows', 'text')
    .addColumn('confirmation', 'text')
    .execute();
  await schema.createIndex('statements_by_owner').on('statements').column('owner').execute();
  await schema.createIndex('statements_by_age').on('statements').column('dropped_at').execute();
}
