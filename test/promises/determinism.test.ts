import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { generateBench } from '../bench/generate.ts';
import { joinWorlds } from '../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { type WriteOptions, writeWorld } from '../oracle/write-world.ts';
import { account, idOf, trade } from '../pipeline/desk.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { furnish } from '../support/furnish.ts';
import { isInFull } from '../support/in-full.ts';
import { program } from '../support/program.ts';
import { publishWorlds, registeredAt } from '../support/published.ts';

const determinism = suite<{
  /** Folders of the worlds that every run publishes together. */
  directories: readonly string[];
  digest: string;
  version: string;
  /** Every index of days, as published, by subject. */
  indices: ReadonlyMap<string, string>;
}>('determinism');
const world = joinWorlds(fc.sample(randomWorld(), { numRuns: 4, seed: 11 }));

determinism.before(async (context) => {
  const [random = '', bench = '', zeros = ''] = Array.from({ length: 3 }, temporaryDirectory);
  await writeWorld(world, random);
  // Accounts of hundreds of trades: their sums depend on the order of addition.
  await generateBench({ out: bench, trades: 8_000, accounts: 20 });
  writeZeros(zeros);
  context.directories = [random, bench, zeros];
  const published = await publishWorlds(context.directories, randomAsOf);
  const { snapshot, dataDir, result } = published;
  context.digest = digestOf(join(dataDir.path, 'snapshots'));
  context.version = result.version;
  context.indices = new Map(
    [...snapshot.ids()].map((id) => [id, String(snapshot.part(id, 'daily_index'))]),
  );
  published.remove();
});

determinism.after(({ directories }) => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
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
  const files = `${written.parts ?? 1} files of ${written.format ?? 'csv'} a table`;
  determinism(
    `no byte differs of ${files} in other order, in ${TZ} with ${threads} threads`,
    async ({ digest, directories: [, ...others] }) => {
      const directory = temporaryDirectory();
      await writeWorld(world, directory, written);
      const data = join(directory, 'data');
      await furnish(dataDirectory(data));
      const registry = await openRegistry({
        dataDir: dataDirectory(data),
        clock: () => registeredAt,
      });
      const sources: string[] = [];
      for (const place of [directory, ...others]) {
        const decisions = readFileSync(join(place, 'registry.json'), 'utf8');
        await applyRegistry(registry, JSON.parse(decisions));
        sources.push('--source', join(place, 'source'));
      }
      await registry.close();
      const args = ['run', ...sources, '--as-of', randomAsOf.toISOString()];
      const { status, stderr } = spawnSync(
        process.execPath,
        [...program('trackrecord.ts'), ...args],
        { env: { ...process.env, ...environment, TRACKRECORD_DATA: data }, encoding: 'utf8' },
      );
      assert.is(status, 0, stderr);
      assert.is(digestOf(join(data, 'snapshots')), digest);
      rmSync(directory, { recursive: true, force: true });
    },
  );
}

determinism(
  'the size of chunks changes no figure, so none shows which accounts were computed with it',
  async ({ directories, version }) => {
    for (const chunkTrades of isInFull ? [1, 100, 2000] : [2000]) {
      const published = await publishWorlds(directories, randomAsOf, { chunkTrades, threads: 2 });
      assert.is(published.result.version, version, `${chunkTrades} trades`);
      published.remove();
    }
  },
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

const zeroNames = ['a', 'b', 'c', 'd'];

/** Writes accounts whose sums return to 0 again and again. */
function writeZeros(directory: string): void {
  const tickets = Array.from({ length: 500 }, (_, ticket) => ticket);
  const at = (day: number, hour: number) =>
    new Date(Date.UTC(2023, 0, 1 + day, hour)).toISOString();
  const source = join(directory, 'source');
  mkdirSync(source);
  const write = (table: string, rows: readonly object[]) =>
    writeFileSync(join(source, `${table}.csv`), stringify([...rows], { header: true }));
  write(
    'accounts',
    zeroNames.map((name) => account(name, { created_at: at(0, 0), opening_balance: 10_000 })),
  );
  write(
    'trades',
    zeroNames.flatMap((name) =>
      tickets.map((ticket) => {
        const [opened_at, closed_at] = [8, 9].map((hour) => at(ticket % 336, hour));
        return trade(name, ticket, {
          ...{ opened_at: opened_at ?? null, closed_at: closed_at ?? null },
          profit: (ticket % 7) - 2,
        });
      }),
    ),
  );
  writeFileSync(join(directory, 'registry.json'), '{"owners": [], "accounts": []}');
}

// A sum close to 0 can have another sign if it was added up in another order.
determinism('no zero has a sign', ({ indices }) => {
  for (const name of zeroNames) assert.ok((indices.get(idOf(name)) ?? '').length > 10_000, name);
  for (const text of indices.values()) assert.not.match(text, /[:,[]-0(?:\.0+)?[,}\]]/);
});

determinism.run();
