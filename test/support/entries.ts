import { join } from 'node:path';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Assembled } from '../../pipeline/publish/snapshot/assemble.ts';
import { writeBuckets } from '../../pipeline/publish/snapshot/buckets.ts';
import { Entries } from '../../pipeline/publish/snapshot/entries.ts';
import type { AccountEntry } from '../../pipeline/publish/snapshot/layout.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openEntries } from '../../pipeline/publish/snapshot/reader.ts';
import { seal } from '../../pipeline/publish/snapshot/versions.ts';

/** Assembled version, with its lines in order of the ids. */
export interface Whole extends Pick<Assembled, 'files' | 'trades' | 'sha256' | 'restatements'> {
  readonly lines: readonly string[];
  readonly entries: readonly AccountEntry[];
}

/** Lines of buckets that stay come from the version `before`. */
export function wholeOf(
  { buckets, files, trades, sha256, restatements }: Assembled,
  before: Entries | null = null,
): Whole {
  const entries = buckets
    .flatMap(({ bucket, lines }) =>
      lines ? [...lines()] : [...(before?.lines(bucket) ?? [])].map(({ line }) => line),
    )
    .map((line) => [String(line), JSON.parse(String(line))] as const)
    .sort(([, first], [, second]) => (first.id < second.id ? -1 : 1));
  return {
    files,
    trades,
    sha256,
    restatements,
    lines: entries.map(([line]) => line),
    entries: entries.map(([, entry]) => entry),
  };
}

/** Writes the buckets of a version into `directory`, which has a folder `packs`, and opens them. */
export function entriesWith(
  directory: string,
  assembled: Assembled,
  before: Entries | null = null,
  options: { isPurging?: boolean } = {},
  isWanted?: (id: string) => boolean,
): Entries {
  const folders = { packs: join(directory, 'packs'), temporary: directory };
  const manifest = seal({
    format: 0,
    form: 0,
    version: 'test',
    sequence: 1,
    as_of: '',
    accounts: 0,
    trades: 0,
    ...writeBuckets(folders, assembled, before, options),
    previous: null,
  });
  return new Entries(manifest, ({ path }) => join(directory, path), isWanted);
}

/** Lists the accounts of a version, in order of their ids. */
export function readEntries(dataDir: DataDirectory, version: string): AccountEntry[] {
  const entries = openEntries(dataDir, version);
  try {
    return [...entries.all()].sort((first, second) => (first.id < second.id ? -1 : 1));
  } finally {
    entries.close();
  }
}

/** Opens the accounts of the version in service, for work. They are null before the first. */
export async function withCurrent<Result>(
  dataDir: DataDirectory,
  work: (entries: Entries | null) => Result | Promise<Result>,
): Promise<Result> {
  const version = currentVersion(dataDir);
  const entries = version === null ? null : openEntries(dataDir, version);
  try {
    return await work(entries);
  } finally {
    entries?.close();
  }
}
