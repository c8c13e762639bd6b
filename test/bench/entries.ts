import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import type { AssembledBucket } from '../../pipeline/publish/snapshot/assemble.ts';
import { bucketOf, entryFiles } from '../../pipeline/publish/snapshot/entries.ts';
import {
  type FileEntry,
  type Identity,
  type PartIndex,
  partNames,
} from '../../pipeline/publish/snapshot/layout.ts';
import {
  currentVersion,
  publishVersion,
  writeNamed,
} from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { versionOf } from '../../pipeline/publish/snapshot/versions.ts';
import { createCatalogue } from '../../server/accounts/catalogue.ts';
import { partsOf } from '../server/facts.ts';
import { apart } from './apart.ts';
import { hundredths, whole } from './figures.ts';
import type { BenchSettings } from './settings.ts';

export interface EntriesWorld {
  readonly dataDir: DataDirectory;
  readonly accounts: number;
}

/** Memory that a server needs to know the accounts of a version. Their parts stay on the disk. */
interface Held {
  /** Size of the pack of entries. */
  readonly fileBytes: number;
  readonly openSeconds: number;
  readonly openBytes: number;
  readonly catalogueSeconds: number;
  readonly catalogueBytes: number;
  readonly entryMicroseconds: number;
}

const million = 1_000_000;
const megabyte = 1024 * 1024;

/**
 * Prints the memory and time that a server needs for each account of a version with made-up
 * entries.
 */
export async function entries(settings: BenchSettings): Promise<void> {
  const { dir, accounts = [200_000], keep, print } = settings;
  for (const count of accounts) {
    const dataDir = dataDirectory(join(dir, `entries-${count}`));
    rmSync(dataDir.path, { recursive: true, force: true });
    const written = await apart('writeEntriesWorld', { dataDir, accounts: count });
    const held = await apart('heldForEntries', { dataDir, accounts: count });
    const each = (bytes: number) => `${whole(bytes / count)} bytes an account`;
    const ofMillion = (bytes: number) =>
      `${whole((bytes / count) * (million / megabyte))} MB a million`;
    print(`${whole(count)} accounts, entries of ${whole(held.fileBytes / megabyte)} MB`);
    print(`written in ${hundredths(written)} s, opened in ${hundredths(held.openSeconds)} s`);
    print(`held of it: ${each(held.openBytes)}, ${ofMillion(held.openBytes)}`);
    print(
      `held for search: ${each(held.catalogueBytes)}, ${ofMillion(held.catalogueBytes)}, read in ${hundredths(held.catalogueSeconds)} s`,
    );
    print(`an entry nobody asked for before: ${whole(held.entryMicroseconds)} microseconds`);
    if (!keep) rmSync(dataDir.path, { recursive: true, force: true });
  }
}

/**
 * Publishes a version of made-up entries that name all parts. Only the summaries exist. Returns the
 * seconds that it took to write the entries.
 */
export async function writeEntriesWorld({ dataDir, accounts }: EntriesWorld): Promise<number> {
  mkdirSync(dataDir.packs, { recursive: true });
  mkdirSync(dataDir.temporary, { recursive: true });
  const { file, ends } = writeSummaries(dataDir, accounts);
  const identities = Array.from({ length: accounts }, (_, at) => identityOf(at));
  const begin = performance.now();
  const { version } = writeNamed(
    dataDir,
    versionOf(1, file.sha256),
    {
      files: [file],
      buckets: bucketsOf(identities, ends, file),
      trades: 0,
      sha256: file.sha256,
      restatements: file.sha256,
    },
    '2026-03-01T12:00:00.000Z',
  );
  const seconds = (performance.now() - begin) / 1000;
  publishVersion(dataDir, version);
  return seconds;
}

/** Divides the accounts into buckets, whose lines are made when they are written. */
function bucketsOf(
  identities: readonly Identity[],
  ends: readonly number[],
  { sha256, bytes }: FileEntry,
): AssembledBucket[] {
  const members = new Map<number, number[]>();
  for (const [at, { id }] of identities.entries()) {
    const bucket = bucketOf(id);
    members.set(bucket, [...(members.get(bucket) ?? []), at]);
  }
  return [...members].map(([bucket, positions]) => ({
    bucket,
    ids: positions.map((at) => identities[at]?.id ?? ''),
    content: sha256,
    restatements: sha256,
    trades: 0,
    files: { 0: bytes },
    *lines() {
      for (const at of positions) {
        const parts = placesOf(at, ends[at - 1] ?? 0, ends[at] ?? 0);
        yield Buffer.from(JSON.stringify({ ...identities[at], parts }));
      }
    },
  }));
}

function writeSummaries({ packs, temporary }: DataDirectory, accounts: number) {
  const path = join(temporary, 'summaries');
  const hash = createHash('sha256');
  const ends: number[] = [];
  const pack = openSync(path, 'w');
  let bytes = 0;
  for (let at = 0; at < accounts; at += 1) {
    const text = JSON.stringify(partsOf(1 + at / 7).summary);
    hash.update(text);
    bytes += writeSync(pack, text);
    ends.push(bytes);
  }
  closeSync(pack);
  const sha256 = hash.digest('hex');
  renameSync(path, join(packs, `${sha256}.json`));
  const file: FileEntry = { path: `packs/${sha256}.json`, sha256, bytes, rows: accounts };
  return { file, ends };
}

function identityOf(at: number): Identity {
  const id = `MT5:${String(at).padStart(9, '0')}@Bench-Live`;
  return { id, type: 'account', history_cut_at: null, members: [id], member_cuts: [null] };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Makes the index of each part. All point to the bytes of the summary, each with its own hash. */
const placesOf = (at: number, from: number, to: number): Record<string, PartIndex> =>
  Object.fromEntries(
    partNames.map((part) => [part, [0, from, to - from, sha256Of(`${at} ${part}`), 200]]),
  );

export async function heldForEntries({ dataDir, accounts }: EntriesWorld): Promise<Held> {
  const version = currentVersion(dataDir) ?? '';
  const before = heldNow();
  const opened = performance.now();
  const snapshot = openSnapshot(dataDir, version);
  const openSeconds = (performance.now() - opened) / 1000;
  const open = heldNow();
  const read = performance.now();
  const catalogue = await createCatalogue(snapshot);
  const catalogueSeconds = (performance.now() - read) / 1000;
  const all = heldNow();
  if (catalogue.size !== accounts) throw new Error(`${catalogue.size} summaries were read`);
  const fileBytes = [...entryFiles(snapshot.manifest).values()].reduce(
    (sum, { bytes }) => sum + bytes,
    0,
  );
  const ids = Array.from({ length: 1000 }, (_, at) => identityOf((at * 7919) % accounts).id);
  const asked = performance.now();
  for (const id of ids) if (!snapshot.entry(id)) throw new Error(`${id} is not there`);
  const entryMicroseconds = (performance.now() - asked) * (1000 / ids.length);
  snapshot.close();
  return {
    fileBytes,
    openSeconds,
    openBytes: open - before,
    catalogueSeconds,
    catalogueBytes: all - open,
    entryMicroseconds,
  };
}

/** Measures the bytes in use after garbage collection. */
function heldNow(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
