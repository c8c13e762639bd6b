import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EnteredAccount } from '../publish/snapshot/assemble.ts';
import { checkFile } from '../publish/snapshot/check-file.ts';
import { Entries, entryFiles } from '../publish/snapshot/entries.ts';
import { type FileEntry, layoutFormat, type Manifest } from '../publish/snapshot/layout.ts';
import { manifestName } from '../publish/snapshot/shared.ts';
import { StoredParts } from '../publish/snapshot/stored-parts.ts';
import { readSealed } from '../publish/snapshot/versions.ts';
import type { Content, Store } from '../publish/store/store.ts';

/** Version in the store, without its packs of parts. */
export interface StoredVersion {
  readonly manifest: Manifest;
  /** Close after use. */
  readonly entries: Entries;
}

interface ReadOptions {
  /** Selects accounts. All if unset. */
  readonly isWanted?: (id: string) => boolean;
  /** Selects buckets. Packs without such buckets aren't fetched. All if unset. */
  readonly hasBucket?: (bucket: number) => boolean;
  /** Folder whose packs are used if they are whole, and which keeps those that are fetched. */
  readonly snapshots?: string;
}

/** Reads a version from the store, with only the wanted accounts. */
export async function readStored(
  store: Store,
  temporary: string,
  content: Content,
  { isWanted, hasBucket = () => true, snapshots }: ReadOptions = {},
): Promise<StoredVersion> {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'stored-'));
  try {
    const manifest = await fetchManifest(store, content, join(folder, 'manifest.json'));
    const buckets = Object.entries(manifest.buckets).filter(([bucket]) =>
      hasBucket(Number(bucket)),
    );
    const selected: Manifest = { ...manifest, buckets: Object.fromEntries(buckets) };
    const pathOf = ({ path, sha256 }: FileEntry) =>
      join(snapshots ?? folder, snapshots ? path : sha256);
    for (const file of entryFiles(selected).values()) {
      const isHere = snapshots !== undefined && (await checkFile(snapshots, file)).length === 0;
      if (!isHere) await store.fetch(file.path, file, pathOf(file));
    }
    return { manifest, entries: new Entries(selected, pathOf, isWanted) };
  } finally {
    // Processes that have the file open can still read it.
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fetchManifest(store: Store, content: Content, path: string): Promise<Manifest> {
  await store.fetch(manifestName(content), content, path);
  const { version }: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  return readSealed(
    path,
    { version, format: layoutFormat },
    { name: 'snapshot', file: manifestName(content) },
  );
}

/** Yields the accounts of a version, or of one bucket, for another version. */
export function* accountsOf(
  { entries }: Pick<StoredVersion, 'entries'>,
  bucket?: number,
): Generator<EnteredAccount> {
  const found = bucket === undefined ? entries.all() : entries.inBucket(bucket);
  for (const { parts, ...identity } of found) {
    yield { identity, parts: new StoredParts(entries, identity.id, parts) };
  }
}
