import { eachFewAtOnce } from '../store/few-at-once.ts';
import type { Publication } from '../store/pointer-row.ts';
import { type Store, StoreError } from '../store/store.ts';
import { bucketFile, type FileEntry, type Manifest, objectFile } from './layout.ts';
import { manifestName } from './shared.ts';
import { sha256Of } from './versions.ts';

/** Result of checking every needed object. */
interface VerifiedStore {
  readonly objects: number;
  readonly bytes: number;
  /** Missing or damaged objects, one line each. */
  readonly faults: readonly string[];
}

/**
 * Manifest of a version and every file that it names. What damaged ones name is left out, since
 * they are faults themselves.
 */
export async function neededByVersion(
  store: Store,
  { manifest }: Publication,
): Promise<FileEntry[]> {
  const needed: FileEntry[] = [];
  const readWhole = async (file: FileEntry): Promise<string | null> => {
    needed.push(file);
    const bytes = await store.read(file.path);
    return bytes === null || sha256Of(bytes) !== file.sha256 ? null : bytes.toString();
  };
  const text = await readWhole({ path: manifestName(manifest), ...manifest });
  if (text === null) return needed;
  const { buckets }: Manifest = JSON.parse(text);
  const objects = new Map<string, FileEntry>();
  await eachFewAtOnce(Object.values(buckets).map(bucketFile), async (file) => {
    const lines = (await readWhole(file))?.split('\n').slice(0, -1) ?? [];
    for (const line of lines) {
      const object = objectFile(JSON.parse(line));
      objects.set(object.path, object);
    }
  });
  return [...needed, ...objects.values()].sort((first, second) =>
    first.path < second.path ? -1 : 1,
  );
}

const rounds = 3;

/**
 * Reads every object that is needed to its end. What is wrong is asked for anew, since a
 * publication in between removes what nothing needs any more.
 */
export async function verifyStore(
  store: Store,
  readNeeded: () => Promise<readonly FileEntry[]>,
): Promise<VerifiedStore> {
  for (let round = 1; ; round += 1) {
    const needed = await readNeeded();
    const faults = await faultsOf(store, needed);
    const isSame = async () => namesOf(needed) === namesOf(await readNeeded());
    if (faults.length === 0 || round === rounds || (await isSame())) {
      const bytes = needed.reduce((sum, file) => sum + file.bytes, 0);
      return { objects: needed.length, bytes, faults };
    }
  }
}

const namesOf = (needed: readonly FileEntry[]): string => needed.map(({ path }) => path).join();

async function faultsOf(store: Store, needed: readonly FileEntry[]): Promise<string[]> {
  const folders = [...new Set(needed.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))];
  const there = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  const lengths = new Map(there.map(({ name, bytes }) => [name, bytes]));
  const faults = new Map<string, string>();
  await eachFewAtOnce(needed, async (file) => {
    const fault = await faultOf(store, file, lengths.get(file.path));
    if (fault !== null) faults.set(file.path, fault);
  });
  return [...faults.keys()].sort().map((path) => faults.get(path) ?? '');
}

async function faultOf(
  store: Store,
  { path, ...content }: FileEntry,
  length: number | undefined,
): Promise<string | null> {
  const said = `store ${store.address}: ${path}`;
  if (length === undefined) return `${said} is missing`;
  if (length !== content.bytes) return `${said} has ${length} bytes instead of ${content.bytes}`;
  try {
    await store.check(path, content);
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}
