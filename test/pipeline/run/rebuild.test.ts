import { copyFileSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import {
  account,
  asOf,
  calendarEvent,
  idOf,
  preparedDesk,
  registeredAccount,
  tamper,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

const rebuild = suite('rebuild');

/** Publishes a version from two sources, with a folder of files and a history cut. */
const withSources = preparedDesk((desk) => {
  const second = join(desk.source, 'second');
  mkdirSync(join(second, 'trades'), { recursive: true });
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1)]);
  desk.write('calendar_events.csv', [calendarEvent]);
  desk.write('second/trades/b.csv', [
    trade('b', 2, { closed_at: '2024-06-05T09:00:00Z' }),
    trade('b', 3),
  ]);
  desk.registered.push(registeredAccount('b', { history_cut_at: '2024-06-04' }));
  return desk.run({ sources: [desk.source, second] });
});

const remove = (path: string): void => rmSync(path);
const cutOff = (path: string): void => truncateSync(path, 5000);

rebuild('makes every damaged database again, from the sources that the ledger names', () =>
  withSources(async (desk) => {
    const { version } = desk.manifest();
    const paths = desk.dataDir;
    const calendar = paths.calendar.database;
    const { working, warehouse, archive } = paths;
    // The ledger is in one of the first two, so they are never damaged together.
    for (const { missing, damaged } of [
      { missing: [working, calendar], damaged: [archive] },
      { missing: [archive], damaged: [warehouse, calendar] },
    ]) {
      missing.forEach(remove);
      damaged.forEach(cutOff);
      const result = await desk.run({ sources: [], rebuild: true });
      const which = `${missing} gone, ${damaged} cut off`;
      assert.is(result.version, version, which);
      assert.equal([result.load.skipped, result.load.rowsLoaded], [0, 6], which);
      assert.equal((await verifySnapshot(desk.dataDir, {})).faults, [], which);
    }
    const [row] = await desk.warehouse('select count(*) as rows from trades');
    assert.is(row?.rows, '2', 'what is cut off is archived again');
  }),
);

rebuild('with every ledger lost says that the sources must be named, and takes named ones', () =>
  withSources(async (desk) => {
    const { version } = desk.manifest();
    const { working, warehouse } = desk.dataDir;
    cutOff(working);
    writeFileSync(warehouse, 'no database');
    const { message } = await refusal(desk.run({ sources: [], rebuild: true }));
    assert.is(
      message,
      `neither ${working} nor ${warehouse} can tell what was loaded; name every source with --source`,
    );
    remove(warehouse);
    const sources = [desk.source, join(desk.source, 'second')];
    assert.is((await desk.run({ sources, rebuild: true })).version, version);
    assert.equal((await verifySnapshot(desk.dataDir, {})).faults, []);
  }),
);

rebuild('changes nothing where a loaded file is gone, and says which was written over', () =>
  withSources(async (desk) => {
    const { version } = desk.manifest();
    const file = join(desk.source, 'trades.csv');
    copyFileSync(file, `${desk.source}/kept`);
    rmSync(file);
    const { message } = await refusal(desk.run({ sources: [], rebuild: true }));
    assert.is(
      message,
      `${file} was loaded and is gone, nothing was changed; put it back, or name every source with --source`,
    );
    assert.ok(existsSync(desk.dataDir.working));
    assert.is(desk.manifest().version, version);
    desk.write('trades.csv', [trade('a', 1), trade('a', 4)]);
    const { warnings } = await desk.run({ sources: [], rebuild: true });
    assert.equal(
      warnings.filter((line) => line.startsWith(desk.source)),
      [`${file}: overwritten after it was loaded; rows of its earlier content are not rebuilt`],
    );
  }),
);

rebuild('reads Parquet files beside rows of the same table that owners sent', () =>
  withDesk(async (desk) => {
    for (const [name, row] of Object.entries({ accounts: account('a'), trades: trade('a', 1) })) {
      desk.write(`${name}.csv`, [row]);
      const file = join(desk.source, name);
      await tamper(
        ':memory:',
        `copy (from read_csv('${file}.csv', all_varchar = true))
        to '${file}.parquet' (format parquet)`,
      );
      remove(`${file}.csv`);
    }
    const receiving = await receiveLocally(desk.dataDir.inbox.database, () => asOf);
    const body = { account: account('b'), trades: [trade('b', 2)] };
    await receiving.receive(keyedBody(idOf('b'), JSON.stringify(body), { keyId: 'b' }));
    await receiving.close();
    const stored = async () => desk.warehouse('select account_id, ticket from trades order by all');
    const both = [
      { account_id: idOf('a'), ticket: '1' },
      { account_id: idOf('b'), ticket: '2' },
    ];
    await desk.run();
    assert.equal(await stored(), both);
    await desk.run({ sources: [], rebuild: true });
    assert.equal(await stored(), both);
  }),
);

rebuild.run();
