import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EnteredAccount } from '../publish/snapshot/assemble.ts';
import { Entries, entryFiles } from '../publish/snapshot/entries.ts';
import { type FileEntry, layoutFormat, type Manifest } from '../publish/snapshot/layout.ts';
import { manifestName } from '../publish/snapshot/shared.ts';
import { StoredParts } from '../publish/snapshot/stored-parts.ts';
import { readSealed } from '../publish/snapshot/versions.ts';
import type { Content, Store } from '../publish/store/store.ts';

/** Version in the store, without its packs. */
export interface StoredVersion {
  readonly manifest: Manifest;
  /** Close after use. */
  readonly entries: Entries;
}

/** Reads a version from the store, with only the wanted accounts. */
export async function readStored(
  store: Store,
  temporary: string,
  content: Content,
  isWanted: (id: string) => boolean = () => true,
): Promise<StoredVersion> {
  const folder = join(temporary, `stored-${content.sha256}`);
  mkdirSync(folder, { recursive: true });
  try {
    const sealed = join(folder, 'manifest.json');
    await store.fetch(manifestName(content), content, sealed);
    const { version }: Manifest = JSON.parse(readFileSync(sealed, 'utf8'));
    const manifest: Manifest = readSealed(
      sealed,
      { version, format: layoutFormat },
      { name: 'snapshot', file: manifestName(content) },
    );
    const pathOf = ({ sha256 }: FileEntry) => join(folder, sha256);
    for (const file of entryFiles(manifest).values()) {
      await store.fetch(file.path, file, pathOf(file));
    }
    return { manifest, entries: new Entries(manifest, pathOf, isWanted) };
  } finally {
    // Processes that have the file open can still read it.
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Yields accounts for another version. `ordinals` are the ordinals of their files there. */
export function* accountsOf(
  { entries }: StoredVersion,
  ordinals?: readonly number[],
): Generator<EnteredAccount> {
  for (const { parts, ...identity } of entries.all()) {
    yield { identity, parts: new StoredParts(entries, identity.id, parts, ordinals) };
  }
}
