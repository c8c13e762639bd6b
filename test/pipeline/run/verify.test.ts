import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { lockRuns } from '../../../pipeline/duckdb/run-lock.ts';
import { filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { within } from '../../support/within.ts';
import {
  account,
  type Desk,
  flipBit,
  preparedDesk,
  registeredAccount,
  tamper,
  trade,
  withDesk,
} from '../desk.ts';

const verifying = suite('verify');

const withPublished = preparedDesk((desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2, { profit: -3.21 }), trade('b', 3)]);
  desk.write('positions.csv', [
    { ...trade('a', 9), close_price: null, closed_at: null, reported_at: '2024-06-10T00:00:00Z' },
  ]);
  desk.registered.push(registeredAccount('a'));
  return desk.run();
});
const afterPublishing = within(verifying, withPublished);

/** Lists the faults of the published version. An error of one line counts as one. */
async function faultsOf({ dataDir }: Desk): Promise<string[]> {
  try {
    return (await verifySnapshot(dataDir, {})).faults;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [error.message];
  }
}

/** Damages a file, checks that exactly one line reports it, and restores the file. */
async function spoil(desk: Desk, path: string, doIt: () => void, expected: RegExp): Promise<void> {
  const whole = `${path}.whole`;
  copyFileSync(path, whole);
  doIt();
  const faults = await faultsOf(desk);
  assert.is(faults.length, 1, `${path}: ${faults}`);
  assert.match(faults[0] ?? '', expected);
  assert.not.match(faults[0] ?? '', '\n');
  copyFileSync(whole, path);
  rmSync(whole);
}

afterPublishing('a damaged block of a database that runs continue from is found', async (desk) => {
  const { working, archive } = desk.dataDir;
  await spoil(
    desk,
    working,
    () => flipRow(working, 'MT5:a@Desk-Live'),
    /working\.duckdb is damaged/,
  );
  await spoil(desk, archive, () => truncateSync(archive, 20_000), /archive\.duckdb is damaged/);
  const unlock = await lockRuns(desk.dataDir);
  flipRow(working, 'MT5:a@Desk-Live');
  assert.equal(await faultsOf(desk), [], 'a run holds it');
  await unlock();
  const error = await desk.run({ full: true }).catch((fault: unknown) => fault);
  assert.instance(error, CommandError);
  assert.match(String(error), /: a database is damaged; see with `trackrecord verify` which/);
});

/** Flips a bit of the last copy of a text in a file. */
function flipRow(path: string, text: string): void {
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(text);
  assert.ok(at > 0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

afterPublishing('a good snapshot has no fault, and its totals are told', async (desk) => {
  const verified = await verifySnapshot(desk.dataDir, {});
  const files = filesOf(desk.dataDir, desk.manifest().version);
  assert.equal(verified, {
    version: desk.manifest().version,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    accounts: 2,
    trades: 3,
    faults: [],
    behind: null,
    heldBack: [],
  });
  assert.ok(files.length >= 4);
});

afterPublishing(
  'a flipped bit, a cut or a missing file is found in every kind of file',
  async (desk) => {
    const { snapshots, manifest } = desk.dataDir;
    const { version } = desk.manifest();
    const files = filesOf(desk.dataDir, version);
    for (const { path: name } of files) {
      const path = join(snapshots, name);
      await spoil(desk, path, () => flipBit(path), /SHA-256|cannot be opened/);
      await spoil(desk, path, () => truncateSync(path, 5), /bytes|cannot be opened/);
      await spoil(desk, path, () => rmSync(path), /missing|cannot be opened: ENOENT/);
    }
    const ownManifest = manifest(version);
    await spoil(desk, ownManifest, () => flipBit(ownManifest), /cannot be opened/);
    await spoil(desk, ownManifest, () => truncateSync(ownManifest, 5), /cannot be opened/);
    await spoil(desk, ownManifest, () => rmSync(ownManifest), /cannot be opened: .*is missing/);
    const { current } = desk.dataDir;
    await spoil(
      desk,
      current,
      () => flipBit(current),
      /cannot be opened|no published snapshot|names no version/,
    );
    assert.equal(await faultsOf(desk), []);
  },
);

afterPublishing('no bit of the manifest can change unnoticed', async (desk) => {
  const path = desk.dataDir.manifest(desk.manifest().version);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1) {
    const spoiled = Buffer.from(whole);
    spoiled[at] = (spoiled[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(path, spoiled);
    const faults = await faultsOf(desk);
    assert.is(faults.length, 1, `byte ${at}`);
  }
});

const tampered: readonly (readonly [string, RegExp])[] = [
  [
    "delete from trades where ticket = '1'",
    /^account MT5:a@Desk-Live: 2 trades, the warehouse has 1$/,
  ],
  [
    "insert into trades select * replace ('7' as ticket) from trades where ticket = '3'",
    /^account MT5:b@Desk-Live: 1 trades, the warehouse has 2$/,
  ],
  [
    "update trades set profit = profit + 0.01 where ticket = '2'",
    /^account MT5:a@Desk-Live: net profit 679000000e-8, the warehouse has 680000000e-8$/,
  ],
  [
    "delete from computed where subject_id like '%b@%'",
    /^account MT5:b@Desk-Live: in the snapshot, not in the warehouse$/,
  ],
  [
    "insert into subjects select * replace ('new' as subject_id) from subjects where subject_id = ''; insert into computed select * replace ('new' as subject_id) from computed where subject_id = ''",
    /^account new: in the warehouse, not in the snapshot$/,
  ],
  ['drop table trades cascade', /warehouse\.duckdb: cannot be read: /],
];

afterPublishing('a warehouse that differs from the published version is found', async (desk) => {
  const { warehouse } = desk.dataDir;
  const whole = `${warehouse}.whole`;
  copyFileSync(warehouse, whole);
  for (const [sql, expected] of tampered) {
    await tamper(warehouse, sql);
    const faults = await faultsOf(desk);
    assert.is(faults.length, 1, `${sql}: ${faults}`);
    assert.match(faults[0] ?? '', expected);
    copyFileSync(whole, warehouse);
  }
  writeFileSync(warehouse, 'no database');
  assert.match(String(await faultsOf(desk)), /warehouse\.duckdb: cannot be read: /);
});

afterPublishing('a warehouse of another version, or none, is behind, not wrong', async (desk) => {
  const { warehouse } = desk.dataDir;
  const next = 'wait until the current run has ended, or run the pipeline again';
  await tamper(
    warehouse,
    "update published_state set version = '000009-0123456789ab'; delete from trades",
  );
  const { faults, behind } = await verifySnapshot(desk.dataDir, {});
  assert.equal(faults, []);
  assert.is(behind, `${warehouse} still belongs to version 000009-0123456789ab; ${next}`);
  rmSync(warehouse);
  const missing = await verifySnapshot(desk.dataDir, {});
  assert.equal(missing.faults, []);
  assert.is(missing.behind, `${warehouse} does not exist yet; ${next}`);
});

verifying('if nothing is published, one line says so', () =>
  withDesk(async (desk) => {
    assert.match(
      String(await faultsOf(desk)),
      /^no published snapshot in .*; run the pipeline first$/,
    );
  }),
);

verifying.run();
