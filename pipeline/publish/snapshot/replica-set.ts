import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { replaceFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import { type Partition, partitionsOf, partitionText } from '../../base/partition.ts';
import type { PublishedSet } from '../store/pointer.ts';
import type { PublishedPointer } from '../store/pointer-row.ts';
import { fileFolders } from './layout.ts';
import { createReplica, type RemoteReplica } from './replica.ts';
import type { Shared } from './shared.ts';
import { countIn, nameOfParts, partDirectory, partsIn, setFile } from './united.ts';

/** A partition in service whose figures are older than they should be. */
export interface LatePartition {
  readonly partition: string;
  /** Seconds since it last published. Null if it never did. */
  readonly ageSeconds: number | null;
}

/** Copies of all partitions in service. */
export interface ReplicaSet extends RemoteReplica {
  /** Lists the partitions in service. */
  partitions(): readonly Partition[];
  /** Lists the ages of partitions, if there are several. Null without a publication. */
  ages(): readonly LatePartition[];
}

interface Member {
  readonly partition: Partition;
  readonly dataDir: DataDirectory;
  readonly replica: RemoteReplica;
}

/**
 * Keeps a copy of every partition in service. The copies of another set come into
 * service together.
 */
export function createReplicaSet(shared: Shared, copy: DataDirectory, log: Log): ReplicaSet {
  const { pointer } = shared;
  let newest: Promise<PublishedSet> | null = null;
  const readRow = async (index: number, count: number): Promise<PublishedPointer> => {
    const { partitions } = await (newest ?? pointer.readSet());
    const row = partitions.length === count ? partitions[index] : undefined;
    if (row === undefined) throw new Error('other partitions are in service');
    return row;
  };
  const membersOf = (count: number): Member[] =>
    partitionsOf(count).map((partition) => {
      const row = { read: () => readRow(partition.index, count) };
      const source = { row, store: shared.objectsOf(partition) };
      const dataDir = partDirectory(copy, partition);
      return { partition, dataDir, replica: createReplica(source, dataDir, log) };
    });
  let members = membersOf(countIn(copy));
  /** Copies of another set that are under way. */
  let next: Member[] | null = null;
  let beginning: Promise<void> | undefined;

  const isWhole = (all: readonly Member[]) => all.every(({ replica }) => replica.isWhole());
  const beginAll = (all: readonly Member[]) =>
    Promise.all(all.map(({ replica }) => replica.begin()));
  const isHere = ({ replica }: Member) => replica.fault() === null && !replica.isBehind();
  const servesWhole = () =>
    isWhole(members) && members.some(({ replica }) => replica.version() !== null);

  const beginOnce = async (): Promise<void> => {
    newest = pointer.readSet();
    try {
      const count = await newest.then(
        ({ partitions }) => partitions.length,
        () => members.length,
      );
      if (count === members.length) {
        next = null;
        await beginAll(members);
        return;
      }
      if (next?.length !== count) next = membersOf(count);
      await beginAll(next);
      // Whole copies stay in service until the others are whole.
      if (!next.every(isHere) || (servesWhole() && !isWhole(next))) return;
      mkdirSync(dirname(setFile(copy)), { recursive: true });
      replaceFile(setFile(copy), `${count}\n`);
      members = next;
      next = null;
      removeOthers(copy, members);
    } finally {
      newest = null;
    }
  };
  const begin = (): Promise<void> => {
    beginning ??= beginOnce()
      .catch((error: unknown) => log.error('partitions not copied', { reason: String(error) }))
      .finally(() => {
        beginning = undefined;
      });
    return beginning;
  };
  const underWay = () => next ?? members;

  return {
    version: () => nameOfParts(partsIn(copy, members.length)),
    isBehind: () => next !== null || members.some(({ replica }) => replica.isBehind()),
    fault: () =>
      underWay()
        .map(({ replica }) => replica.fault())
        .find((fault) => fault !== null) ?? null,
    ageSeconds() {
      const ages = members.flatMap(({ replica }) => replica.ageSeconds() ?? []);
      return ages.length === 0 ? null : Math.min(...ages);
    },
    partitions: () => members.map(({ partition }) => partition),
    ages: () =>
      members.length === 1
        ? []
        : members.map(({ partition, replica }) => ({
            partition: partitionText(partition),
            ageSeconds: replica.ageSeconds(),
          })),
    begin,
    async refresh() {
      await begin();
      await Promise.all(underWay().map(({ replica }) => replica.refresh()));
      if (next !== null) await begin();
    },
    isWhole: () => isWhole(members),
    bring: async (dataDir, file) =>
      members.find((member) => member.dataDir.path === dataDir.path)?.replica.bring(dataDir, file),
    async repair(version) {
      const repaired = await Promise.all(members.map(({ replica }) => replica.repair(version)));
      return repaired.some(Boolean);
    },
    watch() {
      const timer = setInterval(() => void begin(), intervalMilliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}

const intervalMilliseconds = 1000;

/** Removes the copies of partitions that are not in service any more. */
function removeOthers(copy: DataDirectory, members: readonly Member[]): void {
  const keptPaths = members.map(({ partition }) => partDirectory(copy, partition).path);
  const keptNames = new Set([...keptPaths.map((path) => basename(path)), basename(setFile(copy))]);
  const parent = dirname(setFile(copy));
  for (const name of readdirSync(parent)) {
    if (!keptNames.has(name)) rmSync(`${parent}/${name}`, { recursive: true, force: true });
  }
  if (members.length === 1) return;
  // An only partition has no folder of its own.
  for (const path of [copy.current, copy.serial]) rmSync(path, { force: true });
  const folders = fileFolders.map((name) => join(copy.snapshots, name));
  for (const folder of [...folders, copy.versions]) {
    rmSync(folder, { recursive: true, force: true });
  }
}
