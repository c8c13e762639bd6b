import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDirectory, type DataDirectory } from '../base/data-directory.ts';
import { readPart } from '../base/files.ts';
import { readStored, type StoredVersion } from '../machines/stored-version.ts';
import { Entries, entryFiles } from '../publish/snapshot/entries.ts';
import type { FileEntry, PartName } from '../publish/snapshot/layout.ts';
import { readManifest } from '../publish/snapshot/publish.ts';
import { hasVersion, type Shared } from '../publish/snapshot/shared.ts';
import type { PublishedPointer } from '../publish/store/pointer.ts';

/**
 * Reads a part of an account from the version in service on all machines. Null if it is not there.
 */
export async function readSharedPart(
  shared: Shared,
  dataDir: DataDirectory,
  id: string,
  name: PartName,
): Promise<Buffer | null> {
  const pointed = await shared.pointer.read();
  if (pointed.serial === 0) return null;
  const folders = [dataDir, copyDirectory(dataDir)];
  const temporary = mkdtempSync(join(tmpdir(), 'trackrecord-'));
  try {
    const { manifest, entries } = await openVersion(shared, folders, pointed, temporary, id);
    try {
      const place = entries.entry(id)?.parts[name];
      const file = manifest.files[place?.[0] ?? -1];
      if (place === undefined || file === undefined) return null;
      const [, offset, bytes] = place;
      const path = pathIn(folders, file) ?? (await fetched(shared, file, join(temporary, 'pack')));
      return readPart(path, offset, bytes);
    } finally {
      entries.close();
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The version from this machine where it is here, else from the store. */
async function openVersion(
  { store }: Shared,
  folders: readonly DataDirectory[],
  pointed: PublishedPointer,
  temporary: string,
  id: string,
): Promise<StoredVersion> {
  const { version, manifest } = pointed;
  const here = folders.find((folder) => hasVersion(folder, pointed));
  const ownManifest = here && readManifest(here, version);
  const pathOf = (file: FileEntry): string => pathIn(folders, file) ?? '';
  return ownManifest && [...entryFiles(ownManifest).values()].every(pathOf)
    ? { manifest: ownManifest, entries: new Entries(ownManifest, pathOf) }
    : readStored(store, temporary, manifest, { isWanted: (entryId) => entryId === id });
}

/** Machines that coordinate have no packs. */
const pathIn = (folders: readonly DataDirectory[], { path, bytes }: FileEntry) =>
  folders
    .map(({ snapshots }) => join(snapshots, path))
    .find((place) => statSync(place, { throwIfNoEntry: false })?.size === bytes);

async function fetched({ store }: Shared, file: FileEntry, path: string): Promise<string> {
  await store.fetch(file.path, file, path);
  return path;
}
