import { sql } from 'kysely';
import type { Schema } from '../../base/tables.ts';

/** Tables of PostgreSQL by which machines share what is published. */
export const sharedTables: Schema = {
  name: 'published',
  migrations: {
    '0001_initial_ffedd93d': {
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
  create table published_set (
    one boolean primary key default true check (one), partitions integer not null,
    since timestamptz not null);
  insert into published_set (partitions, since) values (1, clock_timestamp());
  create table published_chain (
    name text, number bigint, line text not null, primary key (name, number));
  create table published_removals (id text, name text, primary key (id, name));
  create table published_runs (
    number bigint generated always as identity primary key, machine text not null,
    partition text not null, ended_at timestamptz not null default clock_timestamp(),
    run jsonb not null);
  create index published_good_runs on published_runs (partition, number)
    where run ->> 'outcome' = 'published'`)
          .execute(db);
      },
    },
  },
};
