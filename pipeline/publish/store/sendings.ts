import type pg from 'pg';
import { openPool, postgresFault } from '../../base/postgres-pool.ts';

/** What machines that share a store know of what was sent in, and of statements. */
export interface SendingsDatabase {
  /** The rows of an answer. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Lends a transaction in which nobody else enters anything: numbers follow one another as they are seen. */
  alone<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const tablesLock = 7_264_121;
const enteringLock = 7_264_122;

/**
 * `object_sha256` is the object that holds it with others, at that place; nothing where no row was taken. What a
 * terminal's deals are is in there too: here is only which there are.
 */
const tables = `
  create table if not exists sendings (
    number bigint generated always as identity primary key,
    receipt text not null unique, key_id text not null, account_id text not null,
    digest text not null, idempotency_key text, received_at text not null, state text not null,
    accepted integer not null, rejected text not null, rejected_count integer not null,
    has_positions boolean not null, run text, version text,
    object_sha256 text, object_bytes bigint, place integer, rows integer not null,
    bytes bigint not null);
  create unique index if not exists sendings_by_digest on sendings (key_id, digest);
  create unique index if not exists sendings_by_idempotency_key
    on sendings (key_id, idempotency_key) where idempotency_key is not null;
  create index if not exists sendings_waiting on sendings (received_at) where state = 'received';
  create index if not exists refused_sendings on sendings (key_id, number) where rejected_count > 0;
  create index if not exists sendings_with_positions
    on sendings (account_id, number) where has_positions;
  create table if not exists sending_terminals (
    account_id text primary key, account text not null, gmt bigint not null);
  create table if not exists sending_deals (
    account_id text not null, ticket text not null, time bigint not null,
    primary key (account_id, ticket));
  create index if not exists sendings_of_account on sendings (account_id, number);
  create table if not exists sending_kept (
    account_id text primary key, owner text not null, rows bigint not null, bytes bigint not null,
    is_full boolean not null default false);
  create index if not exists sending_kept_by_owner on sending_kept (owner);
  create table if not exists sending_days (
    owner text not null, day text not null, bytes bigint not null, primary key (owner, day));
  create table if not exists sending_cuts (number bigint primary key);
  create table if not exists refused_by_runs (account_id text primary key, refused text not null);
  create table if not exists statements (
    id text primary key, owner text not null, name text not null, options text not null,
    reading text, state text not null, file text, parts text, confirmation text,
    refusal text, rows integer not null default 0, bytes bigint not null default 0,
    dropped_at timestamptz not null default clock_timestamp(),
    read_since timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz, number bigint unique);
  create table if not exists statement_kept (
    account_id text primary key, owner text not null, rows bigint not null, bytes bigint not null);
  create index if not exists statement_kept_by_owner on statement_kept (owner);
  create index if not exists statements_by_owner on statements (owner) where state = 'open';
  create index if not exists statements_of_owner on statements (owner);
  create index if not exists open_statements on statements (dropped_at) where state = 'open';
  create index if not exists confirmed_statements on statements (number) where state = 'confirmed'`;

/** Opens the tables, which are made where they are not there, once they are asked; nothing is asked of them yet. */
export function openSendings(databaseUrl: string): SendingsDatabase {
  const pool = openPool(databaseUrl, { max: 4, query_timeout: 10_000 });
  let making: Promise<unknown> | undefined;
  const make = async (): Promise<void> => {
    const { rows } = await pool.query(`select to_regclass('statements') as made`);
    if (rows[0].made !== null) return;
    await pool.query(`select pg_advisory_xact_lock(${tablesLock}); ${tables}`);
  };
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      making ??= make();
      await making.catch((error) => {
        making = undefined;
        throw error;
      });
      return await work();
    } catch (cause) {
      throw postgresFault('what is sent in,', cause);
    }
  };
  return {
    ask: (text, values = []) => told(async () => (await pool.query(text, [...values])).rows),
    alone: (work) => told(() => transact(pool, work)),
    close: () => pool.end(),
  };
}

async function transact<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [enteringLock]);
    const result = await work(client);
    await client.query('commit');
    isDone = true;
    return result;
  } finally {
    // A connection that is closed takes what was begun on it back.
    client.release(!isDone);
  }
}
