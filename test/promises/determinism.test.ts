import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { type WriteOptions, writeWorld } from '../oracle/write-world.ts';
import { program } from '../support/program.ts';
import { publishWorld, temporaryDirectory } from '../support/published.ts';

const determinism = suite('determinism');
const worlds = fc.sample(randomWorld(), { numRuns: 4, seed: 11 });

determinism(
  'the order, number and format of input files change no byte of the snapshot',
  async () => {
    const ways: WriteOptions[] = [
      {},
      { shuffle: 1 },
      { shuffle: 2, parts: 3 },
      { shuffle: 3, parts: 2, format: 'ndjson' },
    ];
    for (const world of worlds) {
      const digests = new Set<string>();
      for (const way of ways) {
        const directory = temporaryDirectory();
        await writeWorld(world, directory, way);
        const published = await publishWorld(directory, randomAsOf);
        digests.add(digestOf(join(published.dataDir, 'snapshots')));
        published.remove();
        rmSync(directory, { recursive: true, force: true });
      }
      assert.is(digests.size, 1);
    }
  },
);

determinism('the size of the shards changes no figure', async () => {
  for (const world of worlds) {
    const directory = temporaryDirectory();
    await writeWorld(world, directory);
    const versions = new Set<string>();
    for (const shardTrades of [1, 7, 1_000_000]) {
      const published = await publishWorld(directory, randomAsOf, { shardTrades });
      versions.add(published.result.version);
      published.remove();
    }
    assert.is(versions.size, 1);
    rmSync(directory, { recursive: true, force: true });
  }
});

const environments = [
  { TZ: 'UTC', TRACKRECORD_THREADS: '1' },
  { TZ: 'Pacific/Kiritimati', TRACKRECORD_THREADS: '2' },
  { TZ: 'America/St_Johns', TRACKRECORD_THREADS: '2' },
  { TZ: 'Europe/Berlin', TRACKRECORD_THREADS: '1' },
];

determinism(
  'time zone and thread count of the machine change no byte of the snapshot',
  async () => {
    const directory = temporaryDirectory();
    const [world] = worlds;
    if (!world) throw new Error('no world');
    await writeWorld(world, directory);
    const digests = environments.map((environment) => {
      const data = temporaryDirectory();
      const trackrecord = (...words: string[]): void => {
        const { status, stderr } = spawnSync(
          process.execPath,
          [...program('trackrecord.ts'), ...words],
          { env: { ...process.env, ...environment, TRACKRECORD_DATA: data }, encoding: 'utf8' },
        );
        assert.is(status, 0, stderr);
      };
      trackrecord('registry', 'apply', join(directory, 'registry.json'));
      trackrecord(
        'run',
        '--source',
        join(directory, 'source'),
        '--as-of',
        randomAsOf.toISOString(),
      );
      const digest = digestOf(join(data, 'snapshots'));
      rmSync(data, { recursive: true, force: true });
      return digest;
    });
    assert.is(new Set(digests).size, 1);
    rmSync(directory, { recursive: true, force: true });
  },
);

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
