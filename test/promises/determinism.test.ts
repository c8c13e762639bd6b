import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { generateBench } from '../bench/generate.ts';
import { joinWorlds } from '../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { readPublications } from '../oracle/read-world.ts';
import { type WriteOptions, writeWorld } from '../oracle/write-world.ts';
import { account, idOf, trade, withDesk } from '../pipeline/desk.ts';
import { directoryDuring, withDirectory } from '../support/directory.ts';
import { furnish } from '../support/furnish.ts';
import { isInFull } from '../support/in-full.ts';
import { program } from '../support/program.ts';
import { publishWorld, putPublications } from '../support/published.ts';

const determinism = suite<{ digest: string; version: string }>('determinism');
const directory = directoryDuring(determinism);
const world = joinWorlds(fc.sample(randomWorld(), { numRuns: 4, seed: 11 }));

determinism.before(async (context) => {
  await writeWorld(world, directory);
  const published = await publishWorld(directory, randomAsOf);
  context.digest = digestOf(join(published.dataDir.path, 'snapshots'));
  context.version = published.result.version;
  published.remove();
});

/**
 * Ways to write the same data, and places and settings of runs that read them. The first is
 * complete, in one run.
 */
const allWays: readonly [written: WriteOptions, environment: Record<string, string>][] = [
  [
    { shuffle: 2, parts: 3, format: 'ndjson' },
    { TZ: 'Pacific/Kiritimati', TRACKRECORD_THREADS: '2' },
  ],
  [
    { shuffle: 3, parts: 2 },
    { TZ: 'America/St_Johns', TRACKRECORD_THREADS: '1' },
  ],
  [
    { shuffle: 4, parts: 2 },
    { TZ: 'Europe/Berlin', TRACKRECORD_THREADS: '2' },
  ],
];
const ways = isInFull ? allWays : allWays.slice(0, 1);

for (const [written, environment] of ways) {
  const { TZ, TRACKRECORD_THREADS: threads } = environment;
  const directory = directoryDuring(determinism);
  const files = `${written.parts ?? 1} files of ${written.format ?? 'csv'} a table`;
  determinism(
    `no byte differs of ${files} in other order, in ${TZ} with ${threads} threads`,
    async ({ digest }) => {
      await writeWorld(world, directory, written);
      const data = join(directory, 'data');
      await furnish(dataDirectory(data));
      const registry = await openRegistry({
        dataDir: dataDirectory(data),
        clock: () => randomAsOf,
      });
      await applyRegistry(
        registry,
        JSON.parse(readFileSync(join(directory, 'registry.json'), 'utf8')),
      );
      await putPublications(registry, readPublications(directory));
      await registry.close();
      const args = [
        'run',
        '--source',
        join(directory, 'source'),
        '--as-of',
        randomAsOf.toISOString(),
      ];
      const { status, stderr } = spawnSync(
        process.execPath,
        [...program('trackrecord.ts'), ...args],
        { env: { ...process.env, ...environment, TRACKRECORD_DATA: data }, encoding: 'utf8' },
      );
      assert.is(status, 0, stderr);
      assert.is(digestOf(join(data, 'snapshots')), digest);
    },
  );
}

determinism('the size of chunks changes no figure', async ({ version }) => {
  for (const chunkTrades of isInFull ? [1, 100] : [100]) {
    const published = await publishWorld(directory, randomAsOf, { chunkTrades, threads: 2 });
    assert.is(published.result.version, version, `${chunkTrades} trades`);
    published.remove();
  }
});

determinism('no figure of hundreds of trades shows which accounts were computed with it', () =>
  withDirectory(async (out) => {
    await generateBench({ out, trades: 8_000, accounts: 20 });
    const together = await publishWorld(out, randomAsOf, { threads: 2 });
    const apart = await publishWorld(out, randomAsOf, { chunkTrades: 4000, threads: 2 });
    assert.is(apart.result.version, together.result.version);
    for (const { remove } of [together, apart]) remove();
  }),
);

/** Computes SHA-256 over the names and contents of all files below a folder. */
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

// A fall of 1e-10 rounds to a zero with a sign: one cent of 100 million.
determinism('no zero has a sign', () =>
  withDesk(async (desk) => {
    const at = (day: number, hour: number) =>
      new Date(Date.UTC(2023, 0, 1 + day, hour)).toISOString();
    const created_at = at(0, 0);
    desk.write('accounts.csv', [account('a', { created_at, opening_balance: 100_000_000 })]);
    desk.write(
      'trades.csv',
      Array.from({ length: 100 }, (_, day) =>
        trade('a', day, {
          opened_at: at(day, 8),
          closed_at: at(day, 9),
          profit: day % 2 === 0 ? '-0.01' : '0.01',
        }),
      ),
    );
    await desk.run();
    const text = desk.read((snapshot) => String(snapshot.part(idOf('a'), 'daily_index')));
    assert.match(text, /[:,[]0(?:\.0+)?[,}\]]/);
    assert.not.match(text, /[:,[]-0(?:\.0+)?[,}\]]/);
  }),
);

determinism.run();
