import { statSync } from 'node:fs';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import type { Database } from '../duckdb/database.ts';
import { checkFile, checkFiles, checkSince } from '../publish/snapshot/check-file.ts';
import { emptyId, type Manifest, portfolioId } from '../publish/snapshot/layout.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot, readManifest, type StoredSnapshot } from '../publish/snapshot/reader.ts';
import type { Registered } from './registered.ts';
import type { RunOptions } from './run-options.ts';

/** Published version with its accounts. Close `entries` after use. */
export interface Published {
  manifest: Manifest;
  entries: StoredSnapshot;
}

/**
 * Returns the published version, or null if the next one cannot build on it. Files that nobody
 * wrote to since it was published are not read, but by a full run.
 */
export async function readPublished({
  dataDir,
  full,
  log,
}: Pick<RunOptions, 'dataDir' | 'full' | 'log'>): Promise<Published | null> {
  const version = currentVersion(dataDir);
  if (version === null) return null;
  try {
    const manifest = readManifest(dataDir, version);
    const writtenAt = statSync(dataDir.manifest(version)).mtimeMs;
    const { faulty } = await checkFiles(
      dataDir,
      version,
      full ? checkFile : (snapshots, file) => checkSince(snapshots, file, writtenAt),
    );
    if (faulty.size > 0) throw new Error([...faulty.values()].join(', '));
    return { manifest, entries: openSnapshot(dataDir, version, { manifest }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('the published version is damaged; this run computes every account again', {
      version,
      reason,
    });
    return null;
  }
}

/** Throws if no account is loaded but the published version has some. Publishing would empty it. */
export function refuseLoss({ manifest, entries }: Published, wanted: ReadonlySet<string>): void {
  const accounts = (ids: Iterable<string>) =>
    [...ids].filter((id) => id !== emptyId && !id.startsWith(portfolioId(''))).length;
  const before = accounts(entries.ids());
  if (before === 0 || accounts(wanted) > 0) return;
  throw new CommandError(
    makeReason('run_nothing_loaded', { version: manifest.version, accounts: before }),
  );
}

/**
 * Throws if the registry is empty although an earlier run published accounts of it. Publishing
 * would drop the portfolios and bring back history that owners removed. The database has the
 * registry of the last run; pass null before a rebuild. A registry whose owners deleted
 * everything is no lost one: it has the deletions until a run has removed their data.
 */
export async function refuseEmptyRegistry(
  registered: Pick<Registered, 'isEmpty'>,
  database: Pick<Database, 'rows'> | null,
  {
    dataDir,
    emptyRegistry,
    log,
    registry,
  }: Pick<RunOptions, 'dataDir' | 'emptyRegistry' | 'log' | 'registry'>,
): Promise<void> {
  if (emptyRegistry || !(await registered.isEmpty())) return;
  if (((await registry.deletions?.pending()) ?? []).length > 0) return;
  const published = await readPublished({ dataDir, full: false, log });
  if (published === null) return;
  try {
    const [last] = (await database?.rows('select count(*) as count from decisions')) ?? [];
    const decided = [...published.entries.identities()].filter(
      ({ id, history_cut_at: cut }) => cut !== null || id.startsWith(portfolioId('')),
    ).length;
    const count = Math.max(Number(last?.count ?? 0), decided);
    if (count === 0) return;
    throw new CommandError(
      makeReason('run_registry_empty', { version: published.manifest.version, accounts: count }),
    );
  } finally {
    published.entries.close();
  }
}
