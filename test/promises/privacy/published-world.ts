import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { type Scope, scopes } from '../../../pipeline/registry/words.ts';
import { randomAsOf } from '../../oracle/random-world.ts';
import { type WriteOptions, writeWorld } from '../../oracle/write-world.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { goldenDirectory } from '../../support/golden.ts';
import { publishWorld } from '../../support/published.ts';
import { type HidingWorld, hidingWorld, tablesOf } from './hiding-world.ts';

/**
 * Caller: somebody without a key, a stranger on one of two plans or with one scope, or an owner.
 */
export type Caller = 'none' | 'free' | 'pro' | 'publicOnly' | 'accountsOnly' | `owner:${string}`;

type Keys = ReadonlyMap<Caller, string>;

/** World that went through the whole pipeline. */
export interface PublishedWorld {
  readonly world: HidingWorld;
  readonly dataDir: DataDirectory;
  readonly keys: Keys;
  remove(): void;
}

/** Seed of a world with an example of everything that may leak. */
export const tellingSeed = 58;

export const clock = (): Date => randomAsOf;

const strangers = [
  { slug: 'stranger-free', name: 'Free', plan: 'free' as const },
  { slug: 'stranger-pro', name: 'Pro', plan: 'pro' as const },
];

const strangerKeys: readonly [caller: Caller, owner: string, scopes: readonly Scope[]][] = [
  ['free', 'stranger-free', scopes],
  ['pro', 'stranger-pro', scopes],
  ['publicOnly', 'stranger-pro', ['public:read']],
  ['accountsOnly', 'stranger-pro', ['accounts:read']],
];

/** Writes, loads, computes and publishes a world. Makes a key for every caller. */
export async function publishHiding(
  world: HidingWorld,
  options: WriteOptions = {},
  log: Log = silentLog,
): Promise<PublishedWorld> {
  const directory = temporaryDirectory();
  const dataDir = dataDirectory(join(directory, 'data'));
  mkdirSync(dataDir.path);
  const { owners } = world;
  await writeWorld(tablesOf({ ...world, owners: [...owners, ...strangers] }), directory, options);
  const published = await publishWorld(directory, randomAsOf, { dataDir, log, threads: 1 });
  published.snapshot.close();
  return {
    world,
    dataDir,
    keys: await makeKeys(dataDir, world),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Publishes the world of a seed, once for all test processes. */
export async function publishSeed(seed: number): Promise<PublishedWorld> {
  const world = hidingWorld(seed);
  const golden = await goldenDirectory(`hiding-${seed}`, async (made) => {
    const { dataDir, keys, remove } = await publishHiding(world);
    copyData(dataDir.path, join(made, 'data'));
    writeFileSync(join(made, 'keys.json'), JSON.stringify([...keys]));
    remove();
  });
  const directory = temporaryDirectory();
  const dataDir = dataDirectory(join(directory, 'data'));
  copyData(join(golden, 'data'), dataDir.path);
  return {
    world,
    dataDir,
    keys: new Map(JSON.parse(readFileSync(join(golden, 'keys.json'), 'utf8'))),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const copyData = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });

async function makeKeys(dataDir: DataDirectory, { owners }: HidingWorld): Promise<Keys> {
  const registry = await openRegistry({ dataDir, clock });
  const keys = new Map<Caller, string>();
  try {
    for (const [caller, owner, granted] of strangerKeys) {
      keys.set(caller, (await createKey(registry, { owner, name: caller, scopes: granted })).key);
    }
    for (const { slug } of owners) {
      const { key } = await createKey(registry, { owner: slug, name: 'own', scopes });
      keys.set(`owner:${slug}`, key);
    }
  } finally {
    await registry.close();
  }
  return keys;
}
