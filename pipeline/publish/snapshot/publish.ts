import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { syncDirectory, writeDurably } from '../../base/files.ts';
import { publishedForm } from '../../base/published-form.ts';
import type { Assembled } from './assemble.ts';
import { addToChain, chainEnd, lineOf, versionsInChain, whatIsFollowed } from './chain.ts';
import { writeEntries } from './entries.ts';
import { emptyId, type FileEntry, layoutFormat, type Manifest } from './layout.ts';
import { readPointer, writePointer } from './pointer.ts';
import {
  isNamedAfter,
  nextVersion,
  readSealed,
  sealed,
  sequenceOf,
  versionsIn,
} from './versions.ts';

/** Name of the published version; null before the first. */
export function currentVersion(dataDir: DataDirectory): string | null {
  return readPointer(dataDir.current);
}

/**
 * Writes a version beside the published one, durably and under its final name; it is
 * not in service before `publishVersion`. Null when the published one has this content.
 */
export function writeVersion(
  dataDir: DataDirectory,
  assembled: Assembled,
  previous: Manifest | null,
  asOf: string,
  restated: Manifest['restated'] = {},
): Manifest | null {
  const isSame = previous && isNamedAfter(previous.version, assembled.sha256);
  if (isSame && previous.restatements === assembled.restatements) return null;
  const version = nextVersion(knownVersions(dataDir), assembled.sha256);
  return writeNamed(dataDir, version, assembled, asOf, restated);
}

/** Writes a version under a name that it is given. */
export function writeNamed(
  dataDir: DataDirectory,
  version: string,
  assembled: Assembled,
  asOf: string,
  restated: Manifest['restated'] = {},
): Manifest {
  const building = join(dataDir.temporary, version);
  mkdirSync(building);
  const written = writeEntries(join(building, 'accounts.ndjson'), assembled.lines());
  const accounts: FileEntry = { path: `${version}/accounts.ndjson`, ...written };
  const manifest: Manifest = sealed({
    format: layoutFormat,
    form: publishedForm,
    version,
    sequence: sequenceOf(version),
    as_of: asOf,
    accounts: assembled.identities.filter(({ id }) => id !== emptyId).length,
    trades: assembled.trades,
    files: [...assembled.files, accounts],
    previous: whatIsFollowed(dataDir, readPublished(dataDir)),
    ...(Object.keys(restated).length > 0 && { restated }),
    restatements: assembled.restatements,
  });
  writeDurably(join(building, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  syncDirectory(building);
  syncDirectory(dataDir.packs);
  renameSync(building, dataDir.version(version));
  syncDirectory(dataDir.snapshots);
  return manifest;
}

/**
 * Puts a version in service that `writeVersion` has written, or confirms again the one that is: one
 * atomic rename, once the chain has it. `again` says in an error how to try once more.
 */
export function publishVersion(dataDir: DataDirectory, version: string, again = 'run again'): void {
  const line = nextLine(dataDir, version);
  if (line !== null) addToChain(dataDir, line);
  writePointer(dataDir.current, version, { name: 'version', again });
}

/** The line that publishing a version adds to the chain; null where its newest line is of that version. */
export const nextLine = (dataDir: DataDirectory, version: string): string | null =>
  chainEnd(dataDir)?.link?.version === version
    ? null
    : lineOf(dataDir, readManifest(dataDir, version), readPublished(dataDir));

/** The number that the next version has. */
export const nextSequence = (dataDir: DataDirectory): number =>
  sequenceOf(nextVersion(knownVersions(dataDir), ''));

/**
 * Of a data directory that was put back without its versions the chain still has their numbers, and
 * of one that took over, where an earlier version was in service.
 */
function knownVersions(dataDir: DataDirectory): string[] {
  const kept = versionsIn(dataDir.snapshots);
  const hasNewest = kept.length > 0 && chainEnd(dataDir)?.link?.rollback !== true;
  return hasNewest ? kept : [...kept, ...versionsInChain(dataDir).filter(Boolean)];
}

/** The manifest of the version in service; null where there is none that can be read. */
export function readPublished(dataDir: DataDirectory): Manifest | null {
  const version = currentVersion(dataDir);
  try {
    return version === null ? null : readManifest(dataDir, version);
  } catch {
    return null;
  }
}

/** Names of the versions that are there, newest first. */
export function keptVersions(dataDir: DataDirectory): string[] {
  return versionsIn(dataDir.snapshots);
}

/** Removes all but the newest `keep` versions, the published one always among them. */
export function removeOldVersions(dataDir: DataDirectory, keep: number): void {
  const current = currentVersion(dataDir);
  const versions = keptVersions(dataDir);
  const kept = new Set([...versions.slice(0, keep), current]);
  for (const version of versions) {
    if (!kept.has(version)) rmSync(dataDir.version(version), { recursive: true, force: true });
  }
  const used = new Set<string>();
  for (const version of kept) {
    if (!version) continue;
    const manifest =
      version === current ? readManifest(dataDir, version) : readOld(dataDir, version);
    for (const { path } of manifest?.files ?? []) used.add(path);
  }
  for (const name of readdirSync(dataDir.packs)) {
    if (!used.has(`packs/${name}`)) rmSync(join(dataDir.packs, name), { force: true });
  }
}

/** A version that no reader could open is no version: it goes, so that its packs can. */
function readOld(dataDir: DataDirectory, version: string): Manifest | null {
  try {
    return readManifest(dataDir, version);
  } catch {
    rmSync(dataDir.version(version), { recursive: true, force: true });
    return null;
  }
}

/** The manifest of a version; throws unless it is as it was written. */
export const readManifest = (dataDir: DataDirectory, version: string): Manifest =>
  readSealed(
    dataDir.manifest(version),
    { version, format: layoutFormat },
    { name: 'snapshot', file: `${version}/manifest.json` },
  );
