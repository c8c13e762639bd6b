import { sql } from 'kysely';
import type { Schema } from '../../base/tables.ts';

/** Tables of PostgreSQL by which machines share what is published, and accounts of a run. */
export const sharedTables: Schema = {
  name: 'published',
  migrations: {
    '0001_initial_d2b69898': {
      async up(db) {
        await sql
          .raw(`
  create table published_lease (
    name text primary key, epoch bigint not null, holder text not null, until timestamptz not null);
  create table published_pointer (
    name text primary key, serial bigint not null, version text not null,
    manifest_sha256 text not null, manifest_bytes bigint not null, epoch bigint not null,
    confirmed_at timestamptz not null, form integer not null, state jsonb);
  insert into published_pointer
    select name, 0, '', '', 0, 0, clock_timestamp(), 0
    from (values ('accounts'), ('calendar')) as rows (name);
  create table published_runs (
    number bigint generated always as identity primary key, machine text not null,
    ended_at timestamptz not null default clock_timestamp(), run jsonb not null);

  create table shard_setup (
    name text primary key, shards integer not null, epoch bigint not null,
    intake_sha256 text, intake_bytes bigint, decided text);
  create table shard_accounts (account_id text primary key, shard integer not null);
  create table shard_owners (owner text primary key, shard integer not null);
  create table shard_slices (
    shard integer not null, sequence bigint not null, table_name text not null,
    sha256 text not null, bytes bigint not null, bucket jsonb, primary key (shard, sequence));
  create table shard_departures (
    shard integer not null, sequence bigint not null, account_id text not null,
    primary key (shard, sequence));
  create table shard_states (
    shard integer primary key, working text,
    loaded_to bigint not null, departed_to bigint not null, idle jsonb, last jsonb);
  create table shard_jobs (
    batch uuid not null, shard integer not null, program text not null, input json not null,
    due_at timestamptz not null default clock_timestamp(), attempts integer not null default 0,
    claim uuid unique, claimed_until timestamptz, failures integer not null default 0, fault text,
    result json, has_ended boolean not null default false, primary key (batch, shard))`)
          .execute(db);
      },
    },
  },
};
