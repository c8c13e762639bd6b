import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { type DeliveryProgress, readProgress } from '../../../pipeline/load/delivered.ts';
import { openDeliveredLines } from '../../../pipeline/load/delivered-lines.ts';
import { fieldOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { loadLines } from './sent.ts';
import { goodRows, type World, withWorld } from './world.ts';

const delivered = suite('deliveries that are loaded');
const inWorld = within(delivered, withWorld);

const row = { account_id: 'MT5:1@X', at: '2024-01-01T00:00:00Z', balance: 1, equity: 1 };

/** Loads lines of deliveries, in its own transaction. */
async function load(world: World, lines: Readonly<Record<string, readonly string[]>>) {
  const progress: DeliveryProgress = { source: 's', number: 7, accounts: new Map([['other', 3]]) };
  const stamp = { source: 'owner_api', delivery: 'rcp_1' } as const;
  await world.database.run('begin');
  try {
    const report = await loadLines(world, [[lines, stamp]], {
      runId: 'r',
      strict: false,
      progress,
    });
    await world.database.run('commit');
    return report;
  } catch (error) {
    await world.database.run('rollback');
    throw error;
  }
}

inWorld('are recorded with their rows, by number', async (world) => {
  const report = await load(world, { equity: [JSON.stringify(row)] });
  assert.equal([report.hasProgress, report.rowsLoaded], [true, 1]);
  assert.equal(fieldOf(report.files, 'file'), ['deliveries/equity-1-7.ndjson']);
  const progress = { source: 's', number: 7, accounts: new Map([['other', 3]]) };
  assert.equal(await readProgress(world.database), progress);
  assert.is((await load(world, { equity: [JSON.stringify(row)] })).hasProgress, false);
});

inWorld('name each row that is refused by its place, as it came in', async (world) => {
  const bad = `{"account_id": "MT5:1@X", "at": "soon", "balance": 1, "equity": 1}`;
  const report = await load(world, { equity: [JSON.stringify(row), 'no JSON', bad] });
  assert.equal([report.rowsLoaded, report.rowsRejected], [1, 2]);
  assert.equal(
    await world.rows('select file, line::integer as line, raw, account_id from rejects'),
    [
      { file: 'deliveries/equity-1-7.ndjson', line: 2, raw: 'no JSON', account_id: null },
      { file: 'deliveries/equity-1-7.ndjson', line: 3, raw: bad, account_id: 'MT5:1@X' },
    ],
  );
});

inWorld('determine who sent the account, whatever its row claims', async (world) => {
  const accounts = [JSON.stringify({ ...goodRows.accounts, data_source: 'broker_api' })];
  await load(world, { accounts });
  assert.equal(await world.rows('select data_source from account_reports'), [
    { data_source: 'owner_api' },
  ]);
});

delivered('can be rolled back to a mark, however much was appended', async () => {
  const home = await openDatabase(':memory:', { threads: 1 });
  const { append, mark, written, close } = openDeliveredLines(home);
  const stamp = { source: 'terminal', delivery: 'rcp_1' } as const;
  await append({ trades: ['first', 'second'] }, stamp);
  const undo = mark();
  await append({ trades: Array.from({ length: 5_000 }, (_, at) => `${at}`), equity: ['e'] }, stamp);
  await undo();
  await append({ trades: ['third'] }, stamp);
  const [only, ...others] = await written();
  assert.equal([only?.table, only?.rows, only?.bytes, others], ['trades', 3, 19, []]);
  const rows = await home.rows(`select line, source, delivery from ${only?.relation}`);
  assert.equal(
    rows.map((found) => Object.values(found).join(' ')),
    ['first terminal rcp_1', 'second terminal rcp_1', 'third terminal rcp_1'],
  );
  await close();
  home.close();
});

delivered.run();
