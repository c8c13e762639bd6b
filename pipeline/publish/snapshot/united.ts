import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../base/data-directory.ts';
import { type Partition, partitionsOf } from '../../base/partition.ts';
import { readWholePointer } from './pointer.ts';
import type { Snapshot } from './reader.ts';
import { sequenceOf, sha256Of, versionOf } from './versions.ts';

/** Version of one partition, in the data directory that has it. */
export interface PublishedPart {
  readonly dataDir: DataDirectory;
  readonly version: string;
}

/** Returns the folder for the copy of a partition. The only one of a set needs none of its own. */
export const partDirectory = (copy: DataDirectory, { index, count }: Partition): DataDirectory =>
  count === 1 ? copy : dataDirectory(join(copy.path, 'partitions', `${index}-of-${count}`));

/** The file of a copy that says how many partitions are in service. */
export const setFile = ({ path }: DataDirectory): string => join(path, 'partitions', 'count');

/** Number of partitions of a data directory: one unless it is a copy of several. */
export function countIn(dataDir: DataDirectory): number {
  const file = setFile(dataDir);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 1;
}

/**
 * Returns the published versions of a data directory: one, or those of all partitions. Throws a
 * CommandError if a pointer is damaged.
 */
export const partsIn = (dataDir: DataDirectory, count = countIn(dataDir)): PublishedPart[] =>
  partitionsOf(count).flatMap((partition) => {
    const directory = partDirectory(dataDir, partition);
    const version = readWholePointer(directory.current);
    return version === null ? [] : [{ dataDir: directory, version }];
  });

/** Names what is published: the version, or all those of partitions. Null before the first. */
export function nameOfParts(parts: readonly PublishedPart[]): string | null {
  const versions = parts.map(({ version }) => version);
  if (versions.length < 2) return versions[0] ?? null;
  const sequence = versions.reduce((sum, version) => sum + sequenceOf(version), 0);
  return versionOf(sequence, sha256Of(versions.join('\n')));
}

/** A snapshot that consists of several. */
export interface UnitedSnapshot extends Snapshot {
  readonly parts: readonly Snapshot[];
}

/**
 * Unites the versions of partitions. If two of them have an account, because it changed its owner,
 * the one that was computed last counts.
 */
export function unite(parts: readonly Snapshot[], version: string): UnitedSnapshot {
  const newest = parts.toSorted((first, second) =>
    second.manifest.as_of.localeCompare(first.manifest.as_of),
  );
  const [first] = newest;
  if (first === undefined) throw new Error('no partition has published');
  const homeOf = (id: string) => newest.find((part) => part.entry(id) !== undefined);
  return {
    parts,
    version,
    manifest: {
      ...first.manifest,
      version,
      accounts: parts.reduce((sum, { manifest }) => sum + manifest.accounts, 0),
      trades: parts.reduce((sum, { manifest }) => sum + manifest.trades, 0),
    },
    get damaged() {
      return new Map(parts.flatMap(({ damaged }) => [...damaged]));
    },
    *ids() {
      const known = new Set<string>();
      for (const part of newest) {
        for (const id of part.ids()) {
          if (!known.has(id)) yield id;
          known.add(id);
        }
      }
    },
    entry: (id) => homeOf(id)?.entry(id),
    asOf: (id) => (homeOf(id) ?? first).manifest.as_of,
    part: (id, name) => homeOf(id)?.part(id, name),
    list: (id, name) => homeOf(id)?.list(id, name),
    recheck() {
      for (const part of parts) part.recheck();
    },
    async bring(id) {
      for (const part of newest) await part.bring(id);
    },
    close() {
      for (const part of parts) part.close();
    },
  };
}
