import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeliveryProgress, readProgress } from '../../../pipeline/load/delivered.ts';
import { loadSources } from '../../../pipeline/load/load.ts';
import { inWorld, type World } from './world.ts';

const delivered = suite('deliveries that are loaded');

const row = { account_id: 'MT5:1@X', at: '2024-01-01T00:00:00Z', balance: 1, equity: 1 };

/** Loads one file of deliveries, in a transaction of its own. */
async function load({ database, directory, source }: World, text: string) {
  const path = join(directory, 'equity.ndjson');
  writeFileSync(path, text);
  const progress: DeliveryProgress = { source: 's', number: 7, accounts: new Map([['other', 3]]) };
  await database.run('begin');
  try {
    const report = await loadSources({
      ...{ database, sources: [source], runId: 'r', strict: false, temporaryDirectory: directory },
      log: { warn: () => {} },
      deliveries: {
        takeUp: async () => ({
          files: [{ table: 'equity', path }],
          progress,
          store: async () => {},
        }),
        delivered: async () => [],
      },
    });
    await database.run('commit');
    return report;
  } catch (error) {
    await database.run('rollback');
    throw error;
  }
}

delivered(
  'are noted with their rows, and named by their numbers',
  inWorld(async (world) => {
    const report = await load(world, `${JSON.stringify(row)}\n`);
    assert.equal([report.hasProgress, report.rowsLoaded], [true, 1]);
    assert.equal(
      report.files.map(({ file }) => file),
      ['deliveries/equity-1-7.ndjson'],
    );
    const progress = { source: 's', number: 7, accounts: new Map([['other', 3]]) };
    assert.equal(await readProgress(world.database), progress);
    assert.is((await load(world, `${JSON.stringify(row)}\n`)).hasProgress, false);
  }),
);

delivered(
  'are not passed over where their file cannot be read',
  inWorld(async (world) => {
    const said = await load(world, 'no JSON\n').then(String, String);
    assert.match(said, /deliveries\/equity-1-7\.ndjson: is not NDJSON.*nothing was loaded/);
    assert.is((await readProgress(world.database)).number, 0);
  }),
);

delivered.run();
