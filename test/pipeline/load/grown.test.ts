import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { goodRows, type World, withWorld } from './world.ts';

const grown = suite('load: NDJSON that has grown');
const inWorld = within(grown, withWorld);

const line = (ticket: string, profit: string): string =>
  `${JSON.stringify({ ...goodRows.trades, ticket, profit })}\n`;

const profits = async (world: World) =>
  (await world.rows('select ticket, profit::double as profit from trades order by ticket')).map(
    ({ ticket, profit }) => `${ticket}:${profit}`,
  );

const counts = ({ files }: Awaited<ReturnType<World['load']>>) =>
  files.map(({ rows_in, rows_kept, rows_replaced, rows_rejected }) => [
    ...[rows_in, rows_kept, rows_replaced, rows_rejected],
  ]);

inWorld('is read from its earlier end, so corrections from other files stay', async (world) => {
  const day = `${line('1', '10')}\n${line('2', 'much')}${line('3', '30')}`;
  world.put({ 'trades/day.ndjson': day });
  assert.equal(counts(await world.load()), [[3, 2, 0, 1]]);
  world.put({ 'trades/corrected.ndjson': line('1', '11') });
  await world.load();
  assert.equal(await profits(world), ['1:11', '3:30']);

  const more = `${day}${line('4', 'more')}${line('5', '50')}${line('3', '31')}`;
  world.put({ 'trades/day.ndjson': more });
  assert.equal(counts(await world.load()), [[3, 2, 0, 1]], 'its new rows alone');
  assert.equal(await profits(world), ['1:11', '3:31', '5:50']);
  assert.equal(
    (await world.rows('select line from rejects order by run_id, line')).map((row) => row.line),
    ['3', '5'],
  );
  const [ledger] = await world.rows('select bytes from loaded_files order by rowid desc limit 1');
  assert.is(ledger?.bytes, `${Buffer.byteLength(more)}`);

  // Then it grows by a row that was there before: it counts again.
  world.put({ 'trades/day.ndjson': `${more}${line('1', '10')}` });
  assert.equal(counts(await world.load()), [[1, 1, 0, 0]]);
  assert.equal(await profits(world), ['1:10', '3:31', '5:50']);
  assert.is((await world.load()).skipped, 2);
});

inWorld('is read as a whole unless only complete lines were appended', async (world) => {
  const open = line('1', '10').trimEnd();
  world.put({ 'trades/day.ndjson': open });
  await world.load();
  world.put({ 'trades/day.ndjson': `${open}\n${line('2', '20')}` });
  assert.equal(counts(await world.load()), [[2, 2, 0, 0]], 'its last line was open');
  world.put({ 'trades/day.ndjson': `${line('1', '12')}${line('2', '20')}${line('3', '30')}` });
  assert.equal(counts(await world.load()), [[3, 3, 0, 0]], 'another beginning');
  assert.equal(await profits(world), ['1:12', '2:20', '3:30']);
});

inWorld('with a bad line appended refuses only that line', async (world) => {
  world.put({ 'trades/day.ndjson': line('1', '10') });
  await world.load();
  world.put({ 'trades/day.ndjson': `${line('1', '10')}no JSON\n` });
  const report = await world.load();
  assert.equal([report.failures, counts(report)], [[], [[1, 0, 0, 1]]]);
  assert.equal(await profits(world), ['1:10']);
});

grown.run();
