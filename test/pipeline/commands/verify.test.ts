import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { chainEnd } from '../../../pipeline/publish/snapshot/chain.ts';
import { filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { deleteEntry } from '../../../pipeline/registry/deletions.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { whileOpen } from '../../support/while-open.ts';
import { within } from '../../support/within.ts';
import { openForEntering, sentRows } from '../deliveries/entering.ts';
import {
  account,
  asOf,
  calendarEvent,
  type Desk,
  flipBit,
  idOf,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

const command = suite('verify command');
const atDesk = within(command, withDesk);

async function verify({ dataDir }: Desk, options = {}) {
  const { io, stdout, stderr } = createTerminal(asOf);
  const code = await verifyCommand(readConfig({ TRACKRECORD_DATA: dataDir.path }), options, io);
  return { code, stdout, stderr };
}

atDesk(
  'exits with 0 if all is well, and lists every fault of versions, calendar or chain with 1',
  async (desk) => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
    desk.write('calendar_events.csv', [calendarEvent]);
    const { calendar } = await desk.run();
    const { version } = desk.manifest();
    const files = filesOf(desk.dataDir, version);
    const good = await verify(desk, { chain: true });
    assert.equal([good.code, good.stderr], [0, []]);
    assert.match(
      good.stdout[0] ?? '',
      new RegExp(
        `^version ${version} is whole: ${files.length} files, \\d+ bytes, 1 account, 2 trades; totals agree with the warehouse$`,
      ),
    );
    const end = chainEnd(desk.dataDir)?.sha256;
    const whole = [
      `calendar ${calendar} is whole: 1 events`,
      `chain of 1 publication since 2024-06-12T12:00:00.000Z is whole, it ends with ${end}`,
    ];
    assert.equal(good.stdout.slice(1), whole);
    flipBit(desk.dataDir.chain);
    const bad = await verify(desk, { chain: true });
    assert.equal([bad.code, bad.stdout], [1, []]);
    const unchained = await verify(desk);
    assert.equal([unchained.code, unchained.stdout.length], [0, 2], 'only where it is asked to');

    flipBit(desk.dataDir.chain);

    const ofCalendar = desk.dataDir.calendar;
    flipBit(ofCalendar.version(calendar ?? ''));
    const { code, stderr } = await verify(desk);
    assert.equal([code, stderr.length], [1, 1]);
    assert.match(stderr[0] ?? '', `calendar ${calendar} is not as it was written`);
    writeFileSync(ofCalendar.current, 'none');
    assert.match((await verify(desk)).stderr[0] ?? '', /current: names no version/);
    await desk.run();
    assert.is((await verify(desk)).code, 0);

    const objects = files.filter(({ path }) => path.startsWith('objects/')).slice(0, 2);
    const paths = objects.map(({ path }) => join(desk.dataDir.snapshots, path));
    for (const path of paths) flipBit(path);
    const lines = paths.map((path) => `${path}: its SHA-256 is not its name`);
    assert.equal(await verify(desk), { code: 1, stdout: [], stderr: lines });
    const inChain = await verify(desk, { chain: true });
    assert.equal([inChain.code, inChain.stderr], [1, lines], 'the chain itself is whole');
    const spawned = await trackrecord(['verify', '--data', desk.dataDir.path]);
    assert.equal([spawned.code, spawned.stdout], [1, '']);
    assert.is(spawned.stderr.split('\n').length, 3);
  },
);

atDesk('lists deletions after a badge was given, and counts them as no fault', async (desk) => {
  const { dataDir } = desk;
  let now = asOf;
  await whileOpen(openRegistry({ dataDir, clock: () => now }), async (registry) => {
    const entry = (name: string) => ({
      slug: name,
      type: 'account',
      owner: 'ann',
      account_id: idOf(name),
      name,
      published: true,
      verified: { identity: true, track_record: true },
    });
    await applyRegistry(registry, {
      owners: [{ slug: 'ann' }],
      accounts: ['a', 'b'].map(entry),
    });
    const rowsOf = (name: string) => ({
      accounts: [account(name)],
      trades: [trade(name, 1, { closed_at: '2024-06-03T09:00:00Z' })],
    });
    const inbox = openForEntering(await openSqlite(dataDir.inbox.database, () => now));
    await inbox.enter(['a', 'b'].map((name) => sentRows(idOf(name), name, rowsOf(name))));
    await inbox.close();
    await desk.run({ registry });
    now = new Date(asOf.getTime() + 60_000);
    await deleteEntry(registry, 'ann', 'a');
    now = new Date(asOf.getTime() + 120_000);
    await desk.run({ registry, asOf: now });
    const { version } = desk.manifest();
    const { code, stdout, stderr } = await verify(desk, { chain: true });
    assert.equal([code, stderr], [0, []]);
    assert.equal(
      stdout.filter((line) => line.includes('removed')),
      [
        `2024-06-12T12:02:00.000Z  version ${version} removed 1 account or portfolio that owners had deleted`,
      ],
    );
    assert.not.match(stdout.join('\n'), idOf('a'));
    // The badge of the other account still has entries. Without them there is a fault.
    await registry.store.write((db) =>
      db.deleteFrom('audit_trail').where('field', '=', 'verified.track_record').execute(),
    );
    const forged = await verify(desk, { chain: true });
    assert.is(forged.code, 1);
    assert.match(
      forged.stderr.join('\n'),
      new RegExp(`^version ${version}: the audit trail had other`, 'm'),
    );
    assert.match(forged.stderr.join('\n'), /^b: its badge track_record differs from/m);
  });
});

atDesk('exits with 1 if nothing is published', async (desk) => {
  const error = await refusal(verify(desk));
  assert.is(error.exitCode, 1);
  assert.match(error.message, /^no published snapshot in \S+; run the pipeline first$/);
});

command.run();
