import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { syncDirectory, writeDurably } from '../../base/files.ts';
import { publishedForm } from '../../base/published-form.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import type { Assembled, AssembledBucket } from './assemble.ts';
import { hasLooseBuckets, writeBuckets } from './buckets.ts';
import {
  appendToChain,
  chainEnd,
  chainId,
  chainLine,
  previousHash,
  versionsInChain,
} from './chain.ts';
import type { Entries } from './entries.ts';
import { emptyId, type FileEntry, layoutFormat, type Manifest } from './layout.ts';
import { readPointer, writePointer } from './pointer.ts';
import { isNamedAfter, nextVersion, readSealed, seal, sequenceOf, versionsIn } from './versions.ts';

/** Name of the published version; null before the first. */
export function currentVersion(dataDir: DataDirectory): string | null {
  return readPointer(dataDir.current);
}

/**
 * Writes a version durably under its final name. It is in service only after `publishVersion`.
 * Returns null if the published version has the same content. A purge also writes one with the same
 * content in other packs.
 */
export function writeVersion(
  dataDir: DataDirectory,
  assembled: Assembled,
  before: Entries | null,
  asOf: string,
  restated: Manifest['restated'] = {},
  marks?: Manifest['marks'],
  { isPurging = false, removed = 0 } = {},
): Manifest | null {
  if (isInService(assembled, before, { isPurging })) return null;
  const version = nextVersion(knownVersions(dataDir), assembled.sha256);
  const options = { before, isPurging, restated, marks, removed };
  return writeNamed(dataDir, version, assembled, asOf, options);
}

/**
 * Returns true if the published version has this content. For a purge it must have it in the same
 * packs too.
 */
export function isInService(
  assembled: Assembled,
  before: Entries | null,
  { isPurging }: { readonly isPurging: boolean },
): boolean {
  if (before === null || !isNamedAfter(before.manifest.version, assembled.sha256)) return false;
  const isKept = !isPurging || isPurged(before, assembled.files);
  return isKept && before.manifest.restatements === assembled.restatements;
}

/** Returns true if a version has all of these files, and no bytes of other accounts. */
function isPurged(version: Entries, wanted: readonly FileEntry[]): boolean {
  const paths = new Set(version.manifest.files.map(({ path }) => path));
  return wanted.every(({ path }) => paths.has(path)) && !hasLooseBuckets(version);
}

interface WriteOptions {
  /** Version in service, whose buckets stay where they are the same. */
  readonly before?: Entries | null;
  readonly isPurging?: boolean;
  readonly restated?: Manifest['restated'];
  readonly marks?: Manifest['marks'] | undefined;
  readonly removed?: number;
}

/** Writes a version under a name that it is given. */
export function writeNamed(
  dataDir: DataDirectory,
  version: string,
  assembled: Assembled,
  asOf: string,
  { before = null, isPurging = false, restated = {}, marks, removed = 0 }: WriteOptions = {},
): Manifest {
  const building = join(dataDir.temporary, version);
  mkdirSync(building);
  const { files, buckets } = writeBuckets(dataDir, assembled, before, { isPurging });
  const accountsIn = ({ ids }: AssembledBucket) => ids.filter((id) => id !== emptyId).length;
  const manifest: Manifest = seal({
    format: layoutFormat,
    form: publishedForm,
    version,
    sequence: sequenceOf(version),
    as_of: asOf,
    accounts: assembled.buckets.reduce((sum, bucket) => sum + accountsIn(bucket), 0),
    trades: assembled.trades,
    files,
    buckets,
    previous: previousHash(dataDir, readPublished(dataDir)),
    ...(Object.keys(restated).length > 0 && {
      restated: Object.fromEntries(
        Object.entries(restated).map(([id, kinds]) => [chainId(id), kinds]),
      ),
    }),
    ...(removed > 0 && { removed }),
    ...(marks && { marks }),
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
 * Puts a version written by `writeVersion` in service, by one atomic rename after the chain has its
 * line. Calling it again for the version in service confirms it. `again` tells in an error how to
 * retry.
 */
export function publishVersion(
  dataDir: DataDirectory,
  version: string,
  again = makeReason('run_again'),
): void {
  const line = nextLine(dataDir, version);
  if (line !== null) appendToChain(dataDir, line);
  writePointer(dataDir.current, version, { name: 'version', again });
}

/** Line that a version adds to the chain. Null if the newest line is for that version. */
export const nextLine = (dataDir: DataDirectory, version: string): string | null =>
  chainEnd(dataDir)?.link?.version === version
    ? null
    : chainLine(dataDir, readManifest(dataDir, version), readPublished(dataDir));

/** The number that the next version has. */
export const nextSequence = (dataDir: DataDirectory): number =>
  sequenceOf(nextVersion(knownVersions(dataDir), ''));

/**
 * Returns every version name that must not be used again. A restored data directory may lack
 * versions that its chain names. After a rollback, a machine that takes over lacks them too.
 */
function knownVersions(dataDir: DataDirectory): string[] {
  const stored = versionsIn(dataDir.snapshots);
  const hasNewest = stored.length > 0 && chainEnd(dataDir)?.link?.rollback !== true;
  return hasNewest ? stored : [...stored, ...versionsInChain(dataDir).filter(Boolean)];
}

/**
 * Reads the manifest of the version in service. Returns null if nothing is published or the
 * manifest is damaged.
 */
export function readPublished(dataDir: DataDirectory): Manifest | null {
  const version = currentVersion(dataDir);
  try {
    return version === null ? null : readManifest(dataDir, version);
  } catch {
    return null;
  }
}

/** Names of the versions that are there, newest first. */
export function storedVersions(dataDir: DataDirectory): string[] {
  return versionsIn(dataDir.snapshots);
}

/** Removes all but the newest `keep` versions, the published one always among them. */
export function removeOldVersions(dataDir: DataDirectory, keep: number): void {
  const current = currentVersion(dataDir);
  const versions = storedVersions(dataDir);
  const retained = new Set([...versions.slice(0, keep), current]);
  for (const version of versions) {
    if (!retained.has(version)) rmSync(dataDir.version(version), { recursive: true, force: true });
  }
  const used = new Set<string>();
  for (const version of retained) {
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
