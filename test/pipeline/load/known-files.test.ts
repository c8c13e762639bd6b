import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KnownFiles, readKnownFiles, stateOf } from '../../../pipeline/load/known-files.ts';
import { within } from '../../support/within.ts';
import { rowsOf, type World, withWorld } from './world.ts';

const knownFiles = suite('load: known files');
const inWorld = within(knownFiles, withWorld);

const later = () => Date.now() + 60_000;

/** Returns the stored record of a file that was read a minute after it was written. */
async function noted(world: World, path: string): Promise<KnownFiles> {
  const files = new KnownFiles([], later);
  files.note(path, stateOf(path), 'abc');
  await files.store(world.database);
  return readKnownFiles(world.database);
}

function putTrades(world: World, name = 'trades.csv'): string {
  world.put({ [name]: rowsOf('trades', {}) });
  return join(world.source, name);
}

inWorld('an untouched file is known', async (world) => {
  const path = putTrades(world);
  assert.is((await noted(world, path)).find(path, stateOf(path)), 'abc');
  assert.is((await noted(world, path)).find(path, stateOf(path)), 'abc', 'noted twice');
  assert.is((await world.rows('from known_files')).length, 1);
});

inWorld('a changed file is not, even with its old size and time', async (world) => {
  const path = putTrades(world);
  utimesSync(path, 1000, 1000);
  const known = await noted(world, path);
  writeFileSync(path, rowsOf('trades', { profit: '100.26' }));
  utimesSync(path, 1000, 1000);
  assert.is(known.find(path, stateOf(path)), undefined);
});

inWorld('a replaced file is not', async (world) => {
  const path = putTrades(world);
  const known = await noted(world, path);
  renameSync(putTrades(world, 'trades-2.csv'), path);
  assert.is(known.find(path, stateOf(path)), undefined);
});

inWorld('a file written just before it is read is not recorded as known', async (world) => {
  const path = putTrades(world);
  const state = stateOf(path);
  const now = Math.ceil(state.writtenAt);
  for (const [age, isNoted] of [
    [1900, false],
    [2100, true],
  ] as const) {
    const files = new KnownFiles([], () => now + age);
    files.note(path, state, 'abc');
    await files.store(world.database);
    assert.is((await world.rows('from known_files')).length, isNoted ? 1 : 0, `${age}`);
  }
});

inWorld('a run leaves an untouched file unread, unless it is to read all', async (world) => {
  putTrades(world);
  assert.is((await world.load()).rowsLoaded, 1);
  world.put({ 'trades-2.csv': rowsOf('trades', { ticket: '2' }) });
  const path = join(world.source, 'trades-2.csv');
  // Now its size and times look as if it held the loaded rows. Only reading it would show the
  // difference.
  await world.database.run(
    'insert into known_files select $path, $state, sha256 from loaded_files',
    { path, state: stateOf(path).words },
  );
  assert.is((await world.load()).skipped, 2);
  const report = await world.load({ readsAll: true });
  assert.is(report.skipped, 1);
  assert.is(report.rowsLoaded, 1);
});

inWorld('an untouched file that was never loaded is read', async (world) => {
  const path = putTrades(world);
  await noted(world, path);
  assert.is((await world.load()).rowsLoaded, 1);
});

knownFiles.run();
