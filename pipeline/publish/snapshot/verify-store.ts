import { eachFewAtOnce } from '../store/few-at-once.ts';
import type { Publication } from '../store/pointer.ts';
import { type Content, type Store, StoreError } from '../store/store.ts';
import { bucketFile, type Manifest, objectFile } from './layout.ts';
import { manifestName } from './shared.ts';
import { sha256Of } from './versions.ts';

/** An object that something in service needs. */
export interface NeededObject {
  readonly name: string;
  readonly content: Content;
}

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
): Promise<NeededObject[]> {
  const needed: NeededObject[] = [];
  const readWhole = async (name: string, content: Content): Promise<string | null> => {
    needed.push({ name, content });
    const bytes = await store.read(name);
    return bytes === null || sha256Of(bytes) !== content.sha256 ? null : bytes.toString();
  };
  const text = await readWhole(manifestName(manifest), manifest);
  if (text === null) return needed;
  const { buckets }: Manifest = JSON.parse(text);
  const objects = new Map<string, NeededObject>();
  await eachFewAtOnce(Object.values(buckets).map(bucketFile), async (file) => {
    const lines = (await readWhole(file.path, file))?.split('\n').slice(0, -1) ?? [];
    for (const line of lines) {
      const content = objectFile(JSON.parse(line));
      objects.set(content.path, { name: content.path, content });
    }
  });
  return [...needed, ...objects.values()].sort((first, second) =>
    first.name < second.name ? -1 : 1,
  );
}

const rounds = 3;

/**
 * Reads every object that is needed to its end. What is wrong is asked for anew, since a
 * publication in between removes what nothing needs any more.
 */
export async function verifyStore(
  store: Store,
  readNeeded: () => Promise<readonly NeededObject[]>,
): Promise<VerifiedStore> {
  for (let round = 1; ; round += 1) {
    const needed = await readNeeded();
    const faults = await faultsOf(store, needed);
    const isSame = async () => namesOf(needed) === namesOf(await readNeeded());
    if (faults.length === 0 || round === rounds || (await isSame())) {
      const bytes = needed.reduce((sum, { content }) => sum + content.bytes, 0);
      return { objects: needed.length, bytes, faults };
    }
  }
}

const namesOf = (needed: readonly NeededObject[]): string => needed.map(({ name }) => name).join();

async function faultsOf(store: Store, needed: readonly NeededObject[]): Promise<string[]> {
  const folders = [...new Set(needed.map(({ name }) => name.slice(0, name.indexOf('/') + 1)))];
  const there = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  const lengths = new Map(there.map(({ name, bytes }) => [name, bytes]));
  const faults = new Map<string, string>();
  await eachFewAtOnce(needed, async ({ name, content }) => {
    const length = lengths.get(name);
    const fault =
      length === undefined
        ? `store ${store.address}: ${name} is missing`
        : length !== content.bytes
          ? `store ${store.address}: ${name} has ${length} bytes instead of ${content.bytes}`
          : await faultOf(store, { name, content });
    if (fault !== null) faults.set(name, fault);
  });
  return [...faults.keys()].sort().map((name) => faults.get(name) ?? '');
}

async function faultOf(store: Store, { name, content }: NeededObject): Promise<string | null> {
  try {
    await store.check(name, content);
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}
