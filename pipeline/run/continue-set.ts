import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { replaceFile } from '../base/files.ts';
import { type Log, silentLog } from '../base/log.ts';
import { type IsOwn, partitionsOf } from '../base/partition.ts';
import { makeReason } from '../base/reasons/reason.ts';
import {
  chainEnd,
  chainId,
  type Earlier,
  firstLine,
  versionsInChain,
} from '../publish/snapshot/chain.ts';
import { Draft } from '../publish/snapshot/draft.ts';
import { emptyId, type Manifest, objectFile, type Subject } from '../publish/snapshot/layout.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { readManifest, writeNamed } from '../publish/snapshot/publish.ts';
import { openEntries } from '../publish/snapshot/reader.ts';
import { restatedInChain } from '../publish/snapshot/restated-in-chain.ts';
import {
  fetchFile,
  fetchManifest,
  objectsIn,
  type Shared,
  sharedAs,
} from '../publish/snapshot/shared.ts';
import { chainEndOf, chainOf, fetchChain } from '../publish/snapshot/shared-chain.ts';
import { sequenceOf, versionOf } from '../publish/snapshot/versions.ts';
import { eachFewAtOnce } from '../publish/store/few-at-once.ts';
import type { PublishedPointer } from '../publish/store/pointer.ts';

/**
 * Begins a partition of a new set with what the set in service has of its accounts and portfolios.
 * So those that are held back keep their figures, badges keep their data, and the new chain has the
 * restatements of the chains before. Does nothing once the partition has published, or if nothing
 * is in service. The caller must hold the lease.
 */
export async function continueSet(
  shared: Shared,
  dataDir: DataDirectory,
  isOwn: IsOwn,
  log: Pick<Log, 'info'>,
): Promise<void> {
  const { pointer, partition } = shared;
  const set = await pointer.readSet();
  const row = await pointer.read();
  const isInService = set.partitions.length === partition.count;
  const isBegun = row.version !== '' && row.ageSeconds < set.ageSeconds;
  if (isInService || isBegun) return;
  if (row.version !== '') await pointer.empty(partition);
  const members = partitionsOf(set.partitions.length).map((each) => sharedAs(shared, each));
  mkdirSync(dataDir.temporary, { recursive: true });
  const folder = mkdtempSync(join(dataDir.temporary, 'set-'));
  try {
    const parts: Part[] = [];
    for (const [at, member] of members.entries()) {
      const place = dataDirectory(join(folder, `${at}`));
      const part = await readPart(member, place);
      if (part !== null) parts.push(part);
    }
    if (parts.length === 0) return;
    const accounts = await begin(parts, dataDir, isOwn);
    log.info('continues the partitions in service', { accounts });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publication of a partition in service. */
interface Part {
  readonly shared: Shared;
  /** Has its list of accounts, and its chain. */
  readonly place: DataDirectory;
  readonly manifest: Manifest;
  readonly pointed: PublishedPointer;
}

/** Fetches the accounts of a partition without their objects. Null if nothing is published. */
async function readPart(shared: Shared, place: DataDirectory): Promise<Part | null> {
  const store = objectsIn(shared);
  const pointed = await shared.pointer.read();
  if (pointed.version === '') return null;
  await fetchManifest(store, place, pointed);
  const manifest = readManifest(place, pointed.version);
  await fetchChain(store, place, chainOf(pointed), silentLog);
  return { shared, place, manifest, pointed };
}

/** Writes the version that a partition begins with, and its chain. Returns how many it has. */
async function begin(
  parts: readonly Part[],
  dataDir: DataDirectory,
  isOwn: IsOwn,
): Promise<number> {
  const newest = parts.toSorted((first, second) =>
    second.manifest.as_of.localeCompare(first.manifest.as_of),
  );
  const subjects = new Map<string, { subject: Subject; part: Part }>();
  for (const part of newest) {
    const entries = openEntries(part.place, part.pointed.version, part.manifest);
    for (const subject of entries.subjects()) {
      const { id } = subject.identity;
      if (id !== emptyId && !subjects.has(id) && isOwn(id)) subjects.set(id, { subject, part });
    }
    entries.close();
  }
  await eachFewAtOnce([...subjects.values()], ({ subject, part }) =>
    fetchFile(objectsIn(part.shared), dataDir, objectFile(subject)),
  );
  const draft = new Draft(dataDir);
  for (const { subject, part } of subjects.values()) {
    const identity = { as_of: part.manifest.as_of, ...subject.identity };
    draft.adopt({ ...subject, identity });
  }
  for (const path of [dataDir.current, dataDir.chain]) rmSync(path, { force: true });
  const drafted = draft.finish();
  const sequence = Math.max(...parts.map(lastSequence));
  const version = versionOf(sequence, drafted.sha256);
  const manifest = writeNamed(dataDir, version, drafted, newest[0]?.manifest.as_of ?? '');
  const ids = new Set([...subjects.keys()].map(chainId));
  const line = firstLine(manifest, {
    continues: parts.map(({ pointed }) => chainEndOf(pointed) ?? ''),
    earlier: earlierIn(parts, ids),
    rollback: parts.some(({ place }) => chainEnd(place)?.link?.rollback) || undefined,
  });
  replaceFile(dataDir.chain, `${line}\n`);
  writePointer(dataDir.current, version, { name: 'version', again: makeReason('run_again') });
  return subjects.size;
}

/** Highest number of a version of a partition. After a rollback it is not the one in service. */
function lastSequence({ place, manifest }: Part): number {
  const numbers = versionsInChain(place).filter(Boolean).map(sequenceOf);
  return numbers.reduce((last, number) => Math.max(last, number), manifest.sequence);
}

/** Collects the restatements that the chains have of these accounts. */
function earlierIn(parts: readonly Part[], ids: ReadonlySet<string>): Earlier {
  const earlier: Record<string, Earlier[string][number][]> = {};
  for (const { place } of parts) {
    for (const [id, restated] of restatedInChain(place)) {
      if (ids.has(id)) earlier[id] = [...(earlier[id] ?? []), ...restated];
    }
  }
  return earlier;
}
