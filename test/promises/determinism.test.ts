import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { joinWorlds } from '../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { type WriteOptions, writeWorld } from '../oracle/write-world.ts';
import { program } from '../support/program.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { publishWorld } from '../support/published.ts';

const determinism = suite<{ directory: string; digest: string; version: string }>('determinism');
const world = joinWorlds(fc.sample(randomWorld(), { numRuns: 4, seed: 11 }));

determinism.before(async (context) => {
  context.directory = temporaryDirectory();
  await writeWorld(world, context.directory);
  const published = await publishWorld(context.directory, randomAsOf);
  context.digest = digestOf(join(published.dataDir.path, 'snapshots'));
  context.version = published.result.version;
  published.remove();
});

determinism.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

const ways: WriteOptions[] = [
  { shuffle: 1 },
  { shuffle: 2, parts: 3 },
  { shuffle: 3, parts: 2, format: 'ndjson' },
];

determinism(
  'the order, number and format of input files change no byte of the snapshot',
  async ({ digest }) => {
    for (const way of ways) {
      const directory = temporaryDirectory();
      await writeWorld(world, directory, way);
      const published = await publishWorld(directory, randomAsOf);
      assert.is(digestOf(join(published.dataDir.path, 'snapshots')), digest, JSON.stringify(way));
      published.remove();
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

determinism('the size of the shards changes no figure', async ({ directory, version }) => {
  for (const shardTrades of [1, 100]) {
    const published = await publishWorld(directory, randomAsOf, { shardTrades });
    assert.is(published.result.version, version, `${shardTrades} trades`);
    published.remove();
  }
});

const environments = [
  { TZ: 'UTC', TRACKRECORD_THREADS: '1' },
  { TZ: 'Pacific/Kiritimati', TRACKRECORD_THREADS: '2' },
  { TZ: 'America/St_Johns', TRACKRECORD_THREADS: '2' },
  { TZ: 'Europe/Berlin', TRACKRECORD_THREADS: '1' },
];

for (const environment of environments) {
  const { TZ, TRACKRECORD_THREADS: threads } = environment;
  determinism(`no byte differs in ${TZ} with ${threads} threads`, ({ directory, digest }) => {
    const data = temporaryDirectory();
    const env = { ...process.env, ...environment, TRACKRECORD_DATA: data };
    const trackrecord = (...words: string[]): void => {
      const command = [...program('trackrecord.ts'), ...words];
      const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
      assert.is(status, 0, stderr);
    };
    trackrecord('registry', 'apply', join(directory, 'registry.json'));
    const source = join(directory, 'source');
    trackrecord('run', '--source', source, '--as-of', randomAsOf.toISOString());
    assert.is(digestOf(join(data, 'snapshots')), digest);
    rmSync(data, { recursive: true, force: true });
  });
}

/** SHA-256 over the names and contents of every file below a folder. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    digest.update(file.slice(folder.length)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

determinism.run();
