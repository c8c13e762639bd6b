import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { namesIn, syncDirectory, syncFiles, writeDurably } from '../../base/files.ts';
import { publishedForm } from '../../base/published-form.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import {
  appendToChain,
  chainEnd,
  chainId,
  chainLine,
  previousHash,
  versionsInChain,
} from './chain.ts';
import type { Drafted } from './draft.ts';
import { type FileEntry, fileFolders, layoutFormat, type Manifest } from './layout.ts';
import { readPointer, writePointer } from './pointer.ts';
import { openSnapshot, readManifest, type StoredSnapshot } from './reader.ts';
import { isNamedAfter, nextVersion, seal, sequenceOf, versionsIn } from './versions.ts';

/** Name of the published version; null before the first. */
export function currentVersion(dataDir: DataDirectory): string | null {
  return readPointer(dataDir.current);
}

/**
 * Writes a version durably under its final name. It is in service only after `publishVersion`.
 * Returns null if the published version has the same content.
 */
export function writeVersion(
  dataDir: DataDirectory,
  drafted: Drafted,
  before: StoredSnapshot | null,
  asOf: string,
  restated: Manifest['restated'] = {},
  marks?: Manifest['marks'],
  removed = 0,
): Manifest | null {
  if (isInService(drafted, before)) return null;
  const version = nextVersion(knownVersions(dataDir), drafted.sha256);
  return writeNamed(dataDir, version, drafted, asOf, { restated, marks, removed });
}

/** Returns true if the published version has this content. */
export function isInService(
  { sha256, restatements }: Pick<Drafted, 'sha256' | 'restatements'>,
  before: StoredSnapshot | null,
): boolean {
  if (before === null || !isNamedAfter(before.manifest.version, sha256)) return false;
  return before.manifest.restatements === restatements;
}

interface WriteOptions {
  readonly restated?: Manifest['restated'];
  readonly marks?: Manifest['marks'] | undefined;
  readonly removed?: number;
}

/** Writes a version under a name that it is given. All of its files are on disk then. */
export function writeNamed(
  dataDir: DataDirectory,
  version: string,
  { buckets, accounts, trades, restatements, written }: Drafted,
  asOf: string,
  { restated = {}, marks, removed = 0 }: WriteOptions = {},
): Manifest {
  const manifest: Manifest = seal({
    format: layoutFormat,
    form: publishedForm,
    version,
    sequence: sequenceOf(version),
    as_of: asOf,
    accounts,
    trades,
    buckets,
    previous: previousHash(dataDir, readPublished(dataDir)),
    ...(Object.keys(restated).length > 0 && {
      restated: Object.fromEntries(
        Object.entries(restated).map(([id, kinds]) => [chainId(id), kinds]),
      ),
    }),
    ...(removed > 0 && { removed }),
    ...(marks && { marks }),
    restatements,
  });
  const paths = written.map(({ path }) => join(dataDir.snapshots, path));
  syncFiles(dataDir.snapshots, paths);
  const unfinished = join(dataDir.temporary, version);
  writeDurably(unfinished, `${JSON.stringify(manifest, null, 1)}\n`);
  putManifest(dataDir, version, unfinished);
  return manifest;
}

/** Gives the manifest of a version its name. It and all files that it names must be on disk. */
export function putManifest(dataDir: DataDirectory, version: string, unfinished: string): void {
  mkdirSync(dataDir.versions, { recursive: true });
  renameSync(unfinished, dataDir.manifest(version));
  syncDirectory(dataDir.versions);
  syncDirectory(dataDir.snapshots);
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
  writePointer(dataDir.current, version, { code: 'run_unconfirmed_version', again });
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
  const stored = versionsIn(dataDir.versions);
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
  return versionsIn(dataDir.versions);
}

/**
 * Removes all but the newest `keep` versions, the published one always among them, and every file
 * that none of those names.
 */
export function removeOldVersions(dataDir: DataDirectory, keep: number): void {
  const current = currentVersion(dataDir);
  const versions = storedVersions(dataDir);
  const retained = new Set([...versions.slice(0, keep), ...(current === null ? [] : [current])]);
  for (const version of versions) if (!retained.has(version)) removeVersion(dataDir, version);
  const used = new Set<string>();
  for (const version of retained) {
    try {
      const entries = openSnapshot(dataDir, version);
      for (const { path } of entries.files(used)) used.add(path);
    } catch (error) {
      if (version === current) throw error;
      // No reader could open it, so it is no version: it goes, and its files can.
      removeVersion(dataDir, version);
    }
  }
  for (const path of storedFiles(dataDir)) {
    if (!used.has(path)) rmSync(join(dataDir.snapshots, path), { force: true });
  }
}

const removeVersion = (dataDir: DataDirectory, version: string): void =>
  rmSync(dataDir.manifest(version), { force: true });

/** The files that a stored version names. Throws if it cannot be read. */
export const filesOf = (dataDir: DataDirectory, version: string): FileEntry[] => [
  ...openSnapshot(dataDir, version).files(),
];

/** Paths of all files of versions that are there, whether a version names them or not. */
export const storedFiles = ({ snapshots }: Pick<DataDirectory, 'snapshots'>): string[] =>
  fileFolders.flatMap((folder) =>
    namesIn(join(snapshots, folder)).flatMap((head) =>
      namesIn(join(snapshots, folder, head)).map((name) => `${folder}/${head}/${name}`),
    ),
  );
