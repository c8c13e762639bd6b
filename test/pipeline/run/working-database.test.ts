import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import type { RunOptions } from '../../../pipeline/run/run-options.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { within } from '../../support/within.ts';
import {
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  tamper,
  trade,
  withTwo,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

const working = suite('working database');
const onTwo = within(working, withTwo);

const faultsOf = async ({ dataDir }: Desk) => (await verifySnapshot(dataDir, {})).faults;

const isWhole = async (desk: Desk) => assert.equal(await faultsOf(desk), []);

/** Runs until the researchers' copy is due, and stops there. `seen` is called at that moment. */
async function breakOff(desk: Desk, options: Partial<RunOptions>, seen = () => {}): Promise<void> {
  const debug = (message: string) => {
    if (message !== 'copying the warehouse') return;
    seen();
    throw new Error('broke off');
  };
  const error = await desk.run({ ...options, log: { ...silentLog, debug } }).catch(String);
  assert.is(error, 'Error: broke off');
}

const tradesForResearchers = async (desk: Desk) =>
  Number((await desk.warehouse('select count(*) as trades from trades'))[0]?.trades);

onTwo('deleted, it is built again from sources and no log; the version stays', async (desk) => {
  const { version } = desk.manifest();
  const { working: path } = desk.dataDir;
  const database = await openDatabase(path);
  await database.run("insert into trades select * replace ('9' as ticket) from trades");
  const log = readFileSync(`${path}.wal`);
  database.close();
  rmSync(path);
  const error = await refusal(desk.run({ sources: [] }));
  assert.is(error.exitCode, 1);
  assert.is(
    error.message,
    `no account was ever loaded, but ${version} has 2; run again with every source`,
  );
  assert.is(desk.manifest().version, version);
  await isWhole(desk);

  rmSync(path);
  // It belongs to the deleted database, and is not read.
  writeFileSync(`${path}.wal`, log);
  const again = await desk.run();
  assert.equal([again.version, again.isNew, again.accountsComputed], [version, false, 2]);
  await isWhole(desk);
});

onTwo(
  'damaged, it says what to do, and the warehouse replaces it, although it lags behind',
  async (desk) => {
    const paths = desk.dataDir;
    const damages = [
      () => writeFileSync(paths.working, 'no database'.repeat(1000)),
      () => truncateSync(paths.working, 0),
      () => truncateSync(paths.working, 5000),
    ];
    for (const damage of damages) {
      damage();
      const error = await refusal(desk.run());
      assert.is(error.exitCode, 1);
      assert.match(
        error.message,
        /^cannot open \S+working\.duckdb: .*; put back a good copy, or run again with --rebuild$/,
      );
      const [fault = '', ...others] = await faultsOf(desk);
      assert.match(fault, /^\S+working\.duckdb is damaged; run with --rebuild: /);
      assert.equal(others, [], 'the version in service is whole');
    }
    // A version is in service before the warehouse is copied, which the next run makes up for.
    copyFileSync(paths.warehouse, paths.working);
    const before = desk.manifest().version;
    desk.write('trades-2.csv', [trade('a', 3)]);
    let inService: string | null = null;
    await breakOff(desk, {}, () => {
      inService = currentVersion(paths);
    });
    assert.is.not(inService, before);
    assert.is(currentVersion(paths), inService);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 2);
    assert.is(await tradesForResearchers(desk), 2, 'the whole copy of before');
    const next = await desk.run({ sources: [] });
    assert.equal([next.version, next.isNew, next.accountsComputed], [inService, false, 0]);
    assert.is(await tradesForResearchers(desk), 3);
    await isWhole(desk);
  },
);

onTwo('a lock file that nobody can open is replaced', async (desk) => {
  const { version } = desk.manifest();
  for (const content of ['', 'half']) {
    writeFileSync(desk.dataDir.lock, content);
    assert.is((await desk.run()).version, version);
  }
});

onTwo('another process that has it open is named', async (desk) => {
  const path = desk.dataDir.working;
  const script = `
      import { openDatabase } from './dist/pipeline/duckdb/database.js';
      await openDatabase(process.argv[1]);
      console.log('open');
      setInterval(() => {}, 1000);`;
  const otherProcess = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => otherProcess.stdout.once('data', resolve));
    const error = await refusal(desk.run());
    assert.is(error.exitCode, 75);
    assert.is(
      error.message,
      `another run holds ${path} (process ${otherProcess.pid}); wait for it to end`,
    );
  } finally {
    otherProcess.kill('SIGKILL');
  }
  await new Promise((resolve) => otherProcess.once('close', resolve));
  assert.is((await desk.run()).isNew, false);
});

onTwo('a deleted warehouse, or one left behind, is published by the next run', async (desk) => {
  const { warehouse } = desk.dataDir;
  const before = readFileSync(warehouse);
  rmSync(warehouse);
  assert.is((await desk.run()).accountsComputed, 0);
  assert.ok(existsSync(warehouse));
  await isWhole(desk);

  desk.write('calendar_events.csv', [
    { time: '2024-06-12T12:30:00Z', currency: 'USD', impact: 'High', title: 'CPI' },
  ]);
  await desk.run();
  writeFileSync(warehouse, before);
  await desk.run();
  const [row] = await desk.warehouse('select count(*) as events from calendar_events');
  assert.is(row?.events, '1');
  writeFileSync(warehouse, 'no database');
  await desk.run();
  await isWhole(desk);
});

onTwo('figures computed again reach the warehouse even if no later run used them', async (desk) => {
  const { version } = desk.manifest();
  const later = { sources: [], asOf: new Date('2024-06-12T13:00:00Z') };
  await breakOff(desk, { ...later, full: true });
  const next = await desk.run(later);
  assert.equal([next.version, next.accountsComputed], [version, 0], 'the same figures');
  const instants = await desk.warehouse('select distinct as_of from computed');
  assert.equal(instants, [{ as_of: '2024-06-12 13:00:00' }]);
  const { warehouse } = desk.dataDir;
  const { ino } = statSync(warehouse);
  await desk.run(later);
  assert.is(statSync(warehouse).ino, ino, 'nothing is behind, nothing is copied');
});

onTwo(
  'a portfolio that is gone leaves the warehouse even where no run went on from that',
  async (desk) => {
    desk.registered.push(registeredAccount('a'), registeredPortfolio('all', ['a']));
    await desk.run();
    const portfolios = () =>
      desk.warehouse("select subject_id from summary where subject_id like 'portfolio:%'");
    assert.equal(await portfolios(), [{ subject_id: 'portfolio:all' }]);
    desk.registered.pop();
    await breakOff(desk, {});
    assert.is((await desk.run()).accountsComputed, 0);
    assert.equal(await portfolios(), []);
    await isWhole(desk);
  },
);

onTwo('a warehouse of another form is published again by the next run', async (desk) => {
  const { warehouse } = desk.dataDir;
  await tamper(warehouse, 'drop table computed cascade');
  await desk.run();
  await isWhole(desk);
});

onTwo('marts of other SQL go, and every account is computed into new ones', async (desk) => {
  const columns = () =>
    desk.warehouse("select column_name from duckdb_columns() where table_name = 'summary'");
  const before = await columns();
  await tamper(
    desk.dataDir.working,
    `alter table summary add column outdated integer;
        update declarations set sha256 = 'other' where part = 'marts';
        update computed set input = 1`,
  );
  assert.is((await desk.run()).accountsComputed, 2);
  assert.equal(await columns(), before);
  await isWhole(desk);
});

onTwo(
  'a warehouse that cannot be put in place fails the run, which says what is published',
  async (desk) => {
    const before = desk.manifest().version;
    const { warehouse } = desk.dataDir;
    rmSync(warehouse);
    mkdirSync(warehouse);
    desk.write('trades-2.csv', [trade('a', 3)]);
    const error = await refusal(desk.run());
    const version = currentVersion(desk.dataDir);
    assert.is.not(version, before);
    assert.is(error.exitCode, 1);
    assert.match(error.message, `version ${version} is published, the warehouse failed: EISDIR`);
    rmdirSync(warehouse);
    assert.is((await desk.run()).accountsComputed, 0);
    await isWhole(desk);
  },
);

working.run();
