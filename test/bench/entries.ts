import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { Draft } from '../../pipeline/publish/snapshot/draft.ts';
import { type Identity, type PartName, partNames } from '../../pipeline/publish/snapshot/layout.ts';
import {
  currentVersion,
  publishVersion,
  writeVersion,
} from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { emptyParts, partsOf } from '../server/facts.ts';
import { apart } from './apart.ts';
import { hundredths, whole } from './figures.ts';
import type { BenchSettings } from './settings.ts';

export interface EntriesWorld {
  readonly dataDir: DataDirectory;
  readonly accounts: number;
}

/** Memory that a server needs to know the accounts of a version. Their parts stay on the disk. */
interface Held {
  /** Size of the buckets. */
  readonly fileBytes: number;
  readonly openSeconds: number;
  readonly openBytes: number;
  readonly searchedSeconds: number;
  readonly searchedBytes: number;
  readonly entryMicroseconds: number;
}

const million = 1_000_000;
const megabyte = 1024 * 1024;

/**
 * Prints the memory and time that a server needs for each account of a version with made-up
 * entries.
 */
export async function entries(settings: BenchSettings): Promise<void> {
  const { dir, accounts = [20_000], keep, print, note } = settings;
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
      `held for search: ${each(held.searchedBytes)}, ${ofMillion(held.searchedBytes)}, read in ${hundredths(held.searchedSeconds)} s`,
    );
    print(`an entry nobody asked for before: ${whole(held.entryMicroseconds)} microseconds`);
    note(
      `${whole(count)} accounts`,
      `${each(held.searchedBytes)} for search, ${whole(held.entryMicroseconds)} µs a new entry`,
    );
    if (!keep) rmSync(dataDir.path, { recursive: true, force: true });
  }
}

/**
 * Publishes a version of made-up accounts. Parts that are made by runs alone are as the summary.
 * Returns the seconds that it took.
 */
export async function writeEntriesWorld({ dataDir, accounts }: EntriesWorld): Promise<number> {
  mkdirSync(dataDir.snapshots, { recursive: true });
  mkdirSync(dataDir.temporary, { recursive: true });
  const begin = performance.now();
  const draft = new Draft(dataDir);
  for (let at = 0; at < accounts; at += 1) {
    const values: Record<string, unknown> = { ...emptyParts(), ...partsOf(1 + at / 7) };
    const contentOf = (name: PartName) => {
      const bytes = Buffer.from(JSON.stringify(values[name] ?? values.summary));
      return { rows: 200, pieces: () => [bytes] };
    };
    draft.enter(identityOf(at), new Map(partNames.map((name) => [name, contentOf(name)])));
  }
  const manifest = writeVersion(dataDir, draft.finish(), null, '2026-03-01T12:00:00.000Z');
  publishVersion(dataDir, manifest?.version ?? '');
  return (performance.now() - begin) / 1000;
}

function identityOf(at: number): Identity {
  const id = `MT5:${String(at).padStart(9, '0')}@Bench-Live`;
  return { id, type: 'account', history_cut_at: null, members: [id], member_cuts: [null] };
}

export async function heldForEntries({ dataDir, accounts }: EntriesWorld): Promise<Held> {
  const version = currentVersion(dataDir) ?? '';
  const before = heldNow();
  const opened = performance.now();
  const snapshot = openSnapshot(dataDir, version);
  const openSeconds = (performance.now() - opened) / 1000;
  const open = heldNow();
  const read = performance.now();
  const searched = [...snapshot.ids()].flatMap((id) => snapshot.entry(id)?.searched ?? []);
  const searchedSeconds = (performance.now() - read) / 1000;
  const all = heldNow();
  if (searched.length !== accounts) throw new Error(`${searched.length} accounts were read`);
  const fileBytes = Object.values(snapshot.manifest.buckets).reduce(
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
    searchedSeconds,
    searchedBytes: all - open,
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
