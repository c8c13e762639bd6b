import { createHash } from 'node:crypto';
import { runChecks } from './duckdb/checks.ts';
import type { Database } from './duckdb/database.ts';
import { dropMarts, keepMarts } from './duckdb/marts.ts';
import {
  computeRelations,
  dropRelations,
  type Relation,
  relationsInOrder,
} from './duckdb/relations.ts';
import { allSql, publishingCode, readSql } from './duckdb/sql-files.ts';
import { readPublished, refuseLoss } from './published.ts';
import type { RunOptions } from './run-options.ts';
import { compact } from './snapshot/compact.ts';
import { type AccountEntry, layoutPaths, type Manifest } from './snapshot/layout.ts';
import { Parts } from './snapshot/parts.ts';
import { writeVersion } from './snapshot/publish.ts';
import { writeShard } from './snapshot/shard.ts';
import { Stages } from './stages.ts';

export interface Computed {
  version: string;
  isNew: boolean;
  accounts: number;
  warnings: string[];
  /** What the version holds. */
  entries: readonly AccountEntry[];
}

const defaultShardTrades = 1_000_000;
const shownAccounts = 5;

/**
 * Computes what changed since the published version and writes the next one beside it; `pack`
 * puts together packs that are no good any more.
 */
export async function recompute(
  database: Database,
  options: RunOptions,
  stages: Stages = new Stages(),
  pack: (parts: Parts, snapshots: string) => void = compact,
): Promise<Computed> {
  const { dataDir, asOf, log } = options;
  const paths = layoutPaths(dataDir);
  const published = await stages.time('publish', () => readPublished(options));
  const previous = published?.manifest ?? null;
  const isFull = (options.full ?? false) || !(await isContinuation(database, previous));
  await database.run(
    `create or replace temp table run_context as select
      $as_of::timestamp as as_of, $full::boolean as is_full, $size::bigint as shard_trades`,
    {
      as_of: asOf.toISOString().replace('Z', ''),
      full: isFull,
      size: options.shardTrades ?? defaultShardTrades,
    },
  );
  await stages.time('statistics', () => createDirty(database));
  if (isFull) {
    await database.run('delete from published_state');
    await dropMarts(database);
    await database.run(`insert into pending_changes
      select 'accounts', account_id from (${readSql('runs/undescribed_facts')})`);
  }
  const relations = relationsInOrder();
  const warnings = [
    ...(await undescribed(database)),
    ...(await stages.time('statistics', () => leaveOutUnratable(database, relations))),
  ];
  const shards = await readShards(database);

  const parts = await stages.time('publish', () => keptParts(database, paths, published));
  try {
    for (const [position, shard] of shards.entries()) {
      const { accounts } = shard;
      log.info('computing', { shard: position + 1, shards: shards.length, accounts });
      await enterScope(database, `dirty_subjects.shard_no = ${shard.no}`);
      await computeShard(database, relations, parts, paths.temporary, stages);
    }
    await stages.time('publish', () => {
      parts.seal();
      pack(parts, paths.snapshots);
    });
  } catch (error) {
    parts.abandon();
    throw error;
  }
  const assembled = parts.assemble();
  const manifest = await stages.time('publish', () =>
    writeVersion(dataDir, assembled, previous, asOf.toISOString()),
  );
  const version = manifest?.version ?? previous?.version ?? '';
  await settle(database, version);
  const accounts = shards.reduce((sum, shard) => sum + shard.accounts, 0);
  const { entries } = assembled;
  return { version, isNew: manifest !== null, accounts, warnings, entries };
}

/** The published parts of every subject that still is one. */
async function keptParts(
  database: Database,
  paths: ReturnType<typeof layoutPaths>,
  published: Awaited<ReturnType<typeof readPublished>>,
): Promise<Parts> {
  const parts = new Parts(paths.packs, paths.temporary, published?.manifest.files);
  const known = await database.rows('select subject_id from subjects');
  const wanted = new Set(known.map((row) => String(row.subject_id)));
  if (published) {
    refuseLoss(published, wanted);
    for (const entry of published.entries) parts.keep(entry);
  }
  parts.retain((id) => wanted.has(id));
  return parts;
}

/** Computes, checks, keeps and writes what `scope` names. */
async function computeShard(
  database: Database,
  relations: Relation[],
  parts: Parts,
  temporaryDirectory: string,
  stages: Stages,
): Promise<void> {
  await stages.time('statistics', async () => {
    await computeRelations(database, relations);
    await runChecks(database);
    await keepMarts(database);
  });
  await stages.time('write', () => writeShard(database, parts, temporaryDirectory));
  await database.run(`insert into computed_now by name ${readSql('runs/computed_now')}`);
  await dropRelations(database, relations);
}

/** SHA-256 over everything that decides what the published bytes of a fact are. */
const formDigest = (): string =>
  createHash('sha256').update(allSql()).update(publishingCode()).digest('hex');

/** True when the marts belong to the published version and were computed by this SQL. */
async function isContinuation(database: Database, previous: Manifest | null): Promise<boolean> {
  const [state] = await database.rows('select version, form_sha256 from published_state');
  return state?.version === previous?.version && state?.form_sha256 === formDigest();
}

async function createDirty(database: Database): Promise<void> {
  for (const name of ['definitions', 'dirty_subjects']) {
    await database.run(`create or replace temp table ${name} as ${readSql(`runs/${name}`)}`);
  }
  await database.run('create or replace temp table computed_now as from computed_subjects limit 0');
}

async function enterScope(database: Database, condition: string): Promise<void> {
  await database.run(`create or replace temp table scope as
    select
        row_number() over (order by subjects.subject_id)::integer as subject_no,
        subjects.subject_id,
        subjects.type,
        subjects.currency,
        subjects.created_at,
    from dirty_subjects
    inner join subjects using (subject_id)
    where ${condition}`);
}

/** A line for each account whose facts nothing says the currency of. */
async function undescribed(database: Database): Promise<string[]> {
  const rows = await database.rows(readSql('runs/undescribed_accounts'));
  const lines = rows.map(
    ({ account_id }) => `${account_id}: no row of accounts describes it; its facts wait for one`,
  );
  const more = lines.length - shownAccounts;
  return more > 0 ? [...lines.slice(0, shownAccounts), `and ${more} accounts more`] : lines;
}

/** Takes portfolios that cannot be converted out of the run, with a line for each. */
async function leaveOutUnratable(database: Database, relations: Relation[]): Promise<string[]> {
  const needed = relations.filter(({ table }) =>
    ['members', 'exchange_rates', 'foreign_days', 'missing_rates'].includes(table),
  );
  await enterScope(database, "subjects.type = 'portfolio'");
  await computeRelations(database, needed);
  const missing = await database.rows(
    'select subject_id, base, quote, day from missing_rates order by subject_id, base',
  );
  for (const table of ['dirty_subjects', 'computed_subjects']) {
    await database.run(`delete from ${table}
      where subject_id in (select missing_rates.subject_id from missing_rates)`);
  }
  await dropRelations(database, needed);
  return missing.map(
    ({ subject_id, base, quote, day }) =>
      `${subject_id}: no rate ${base} to ${quote} on or before ${day}; it keeps its last figures`,
  );
}

async function readShards(database: Database): Promise<{ no: number; accounts: number }[]> {
  const rows = await database.rows(
    'select shard_no, count(*) as accounts from dirty_subjects group by shard_no order by shard_no',
  );
  return rows.map((row) => ({ no: Number(row.shard_no), accounts: Number(row.accounts) }));
}

/** Notes what the marts belong to now; changes of accounts that nothing describes stay pending. */
async function settle(database: Database, version: string): Promise<void> {
  await database.run(`
    begin;
    delete from computed_subjects
    where subject_id in (select computed_now.subject_id from computed_now)
        or subject_id not in (select subjects.subject_id from subjects);
    insert into computed_subjects from computed_now;
    delete from pending_changes
    where account_id is null
        or account_id in (select accounts.account_id from accounts);
    delete from published_state;`);
  await database.run('insert into published_state values (?, ?)', [version, formDigest()]);
  await database.run('commit');
}
