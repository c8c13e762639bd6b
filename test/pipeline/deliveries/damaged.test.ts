import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import { compressedBytes, readContent } from '../../../pipeline/deliveries/contents.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { moveToShared } from '../../../pipeline/deliveries/move-to-shared.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { createSentDeliveries } from '../../../pipeline/deliveries/sent-deliveries.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { correctStatements } from '../../../pipeline/statements/correct.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { withHandle } from '../../support/sqlite.ts';
import { atNoon, dealOf, openForEntering, sentDeals, sentRows } from './entering.ts';
import { type Loaded, runsOf } from './run-pending.ts';

const damaged = suite('damaged files of deliveries');

async function enter(path: string, ...deliveries: readonly Delivery[]): Promise<void> {
  const opened = openForEntering(await openSqlite(path, () => atNoon));
  await opened.enter(deliveries);
  await opened.close();
}

/** Writes the whole database into its main file, so that damage to the file has an effect. */
const settle = (path: string): void =>
  withHandle(path, (handle) => void handle.pragma('wal_checkpoint(truncate)'));

/** Replaces a database by a file, as a copy, a disk or an editor may leave it. */
function replace(path: string, bytes: Uint8Array): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  writeFileSync(path, bytes);
}

/** Returns the trades after loading everything: the newest row of each ticket. */
const tradesOf = ({ rows }: Loaded): string[] => {
  const last = new Map((rows.trades ?? []).map(({ ticket, profit }) => [ticket, Number(profit)]));
  return [...last].map(([ticket, profit]) => `${ticket}: ${profit}`);
};

for (const [what, damage] of Object.entries({
  'no JSON': `replace(cast(deal as text), '"position"', '"position')`,
  'no UTF-8': `x'ff' || substr(deal, 2)`,
})) {
  damaged(`a deal that is ${what} makes its account wait, and no other`, () =>
    withDirectory(async (directory) => {
      const dataDir = dataDirectory(directory);
      const { database: path } = dataDir.inbox;
      const warnings: string[] = [];
      const runs = runsOf(dataDir, { log: { warn: (words) => void warnings.push(words) } });
      for (const id of ['t', 'u']) {
        await enter(path, sentDeals(id, `${id} opens`, [dealOf(1, 0, 0)]));
      }
      await runs.next();
      const alter = (expression: string) =>
        withHandle(path, (handle) =>
          handle.exec(`update deals set deal = cast(${expression} as blob)
            where account_id = 't' and ticket = '2'`),
        );
      const [stored] = withHandle(path, (handle) =>
        handle.prepare("select hex(deal) as hex from deals where account_id = 't'").all(),
      ) as { hex: string }[];
      alter(damage);
      for (const id of ['t', 'u']) {
        await enter(path, sentDeals(id, `${id} closes`, [dealOf(1, 1, 7)], { later: 1 }));
      }
      const loaded = await runs.next();
      assert.equal(fieldOf(loaded.rows.trades, 'account_id'), ['u']);
      assert.equal(fieldOf(loaded.waiting, 'id'), ['t']);
      assert.is(warnings.length, 1);
      alter(`x'${stored?.hex}'`);
      const { rows, waiting } = await runs.next();
      assert.equal(
        [waiting, rows.trades?.map(({ account_id, profit }) => [account_id, Number(profit)])],
        [[], [['t', 7]]],
      );
      assert.equal((await runs.next()).rows, {}, 'nothing comes twice');
    }),
  );
}

/** Makes deliveries of three accounts. The content of the second is damaged. */
const withDeliveries = (
  work: (desk: {
    readonly dataDir: DataDirectory;
    readonly path: string;
    readonly warnings: string[];
    next(): Promise<Loaded>;
    /** Damages the content of the second delivery. */
    alter(expression: string): void;
  }) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { database: path } = dataDir.inbox;
    const warnings: string[] = [];
    const log = {
      warn: (words: string, about?: object) =>
        void warnings.push(`${words} ${JSON.stringify(about)}`),
    };
    const runs = runsOf(dataDir, { log });
    for (const [at, id] of ['one', 'two', 'three'].entries()) {
      await enter(path, sentRows(id, id, { trades: [{ ticket: `${at}`, profit: at }] }));
    }
    const alter = (expression: string) =>
      withHandle(path, (handle) =>
        handle.exec(`update deliveries set content = ${expression} where account_id = 'two'`),
      );
    await work({ dataDir, path, warnings, next: runs.next, alter });
  });

for (const [what, expression] of Object.entries({
  'cut off': 'substr(content, 1, 20)',
  empty: "x''",
  'no UTF-8': "cast(x'ff' || substr(content, 2) as blob)",
  gone: 'null',
})) {
  damaged(`a delivery whose content is ${what} waits and is named; others load`, () =>
    withDeliveries(async ({ path, warnings, next, alter }) => {
      const storedContents = withHandle(path, (handle) =>
        handle.prepare("select content from deliveries where account_id = 'two'").all(),
      ) as { content: ArrayBuffer }[];
      alter(expression);
      const loaded = await next();
      assert.equal(tradesOf(loaded), ['0: 0', '2: 2']);
      assert.equal(fieldOf(loaded.waiting, 'id'), ['two']);
      assert.is(warnings.length, 1);
      assert.match(warnings[0] ?? '', '"reason":"the content of delivery 2 is damaged"');
      // Compaction removes nothing that can't be read.
      const deliveries = deliveriesAt({ path });
      withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
      await compactDeliveries({ deliveries, log: { warn: assert.unreachable } });
      await deliveries.close();
      withHandle(path, (handle) =>
        handle
          .prepare("update deliveries set content = ? where account_id = 'two'")
          .run([Buffer.from(storedContents[0]?.content ?? new ArrayBuffer())]),
      );
      assert.equal(tradesOf(await next()), ['1: 1'], 'once a copy is put back');
    }),
  );
}

const faultOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(() => 'nothing is wrong').catch((error: unknown) => error);

for (const [what, damage] of Object.entries({
  'cut off': (whole: Buffer) => whole.subarray(0, whole.length / 3),
  'of another kind': () => Buffer.from('no database, but a text that is long enough'.repeat(40)),
})) {
  damaged(`a database of deliveries that is ${what} ends in one line with its path`, () =>
    withDeliveries(async ({ path, next }) => {
      settle(path);
      const whole = readFileSync(path);
      replace(path, damage(whole));
      const more = sentRows('one', 'more', { trades: [{ ticket: '9', profit: 9 }] });
      for (const attempt of [next, () => enter(path, more)]) {
        const fault = await faultOf(attempt());
        assert.instance(fault, CommandError);
        assert.match((fault as Error).message, `deliveries: ${path} is damaged; restore it`);
        assert.not.match((fault as Error).message, '\n');
      }
      replace(path, whole);
      assert.equal(tradesOf(await next()), ['0: 0', '1: 1', '2: 2']);
    }),
  );
}

damaged('a delivery that cannot be read is not left behind when a machine shares its own', () =>
  withDeliveries(async ({ dataDir, path, alter }) => {
    alter('substr(content, 1, 20)');
    const shared = await openSqlite(join(dataDir.path, 'shared.db'), () => atNoon);
    const fault = await faultOf(moveToShared(path, shared));
    assert.match(
      (fault as Error).message,
      /^deliveries: rcp_\w+ of two is damaged .* restore inbox\.db/,
    );
    assert.ok(existsSync(path), 'nothing is removed');
    const rows = await shared.read((db) => db.selectFrom('deliveries').selectAll().execute());
    assert.equal(
      fieldOf(rows, 'account_id'),
      ['one', 'three'],
      'the others that came before it are there',
    );
    await shared.close();
  }),
);

/** Makes the second delivery one of a statement, whose content is compressed. */
async function makeStatement({ path }: { readonly path: string }) {
  const database = await openSqlite(path, () => atNoon);
  const content = await database.read((db) => readContent(db, 2));
  const whole = await compressedBytes(content ?? { lines: {}, terminal: null });
  const put = (bytes: Buffer) =>
    withHandle(path, (handle) =>
      handle.prepare('update deliveries set content = ? where number = 2').run([bytes]),
    );
  const { receipt } = await database.write((db) =>
    db
      .updateTable('deliveries')
      .set({ content: whole, source: 'owner_statement' })
      .where('number', '=', 2)
      .returning('receipt')
      .executeTakeFirstOrThrow(),
  );
  await database.close();
  return { receipt, whole, put };
}

const damages: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
  'cut off': (whole) => whole.subarray(0, whole.length / 2),
  empty: () => Buffer.alloc(0),
  longer: (whole) => Buffer.concat([whole, Buffer.from('more')]),
  'changed in one bit': (whole) => whole.map((byte, at) => (at === 30 ? byte ^ 1 : byte)) as Buffer,
};
for (const [what, damage] of Object.entries(damages)) {
  damaged(`a statement whose rows are ${what} make its account wait, and no other`, () =>
    withDeliveries(async (desk) => {
      const { dataDir, path, warnings, next } = desk;
      const { receipt, whole, put } = await makeStatement(desk);
      put(damage(whole));
      const loaded = await next();
      assert.equal(tradesOf(loaded), ['0: 0', '2: 2']);
      assert.equal(
        loaded.waiting.map(({ id, reason }) => `${id}: ${inEnglish(reason)}`),
        ['two: the content of delivery 2 is damaged'],
      );
      assert.is(warnings.length, 1);

      const deliveries = deliveriesAt({ path });
      withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
      await compactDeliveries({ deliveries, log: { warn: assert.unreachable } });
      const shared = await openSqlite(join(dataDir.path, 'shared.db'), () => atNoon);
      const fault = await faultOf(moveToShared(path, shared));
      await shared.close();
      assert.match((fault as Error).message, `${receipt} of two is damaged`);

      const account = { owner: 'owner', accountId: 'two', timezone: 'UTC' };
      const correction = { timezone: 'Europe/Athens' };
      const database = await deliveries.open();
      const half = correctStatements(database, account, correction);
      assert.match(((await faultOf(half)) as Error).message, /^a statement .* is damaged, so none/);
      const page = createSentDeliveries(deliveries);
      const found = await page.find('owner', 'two', receipt);
      assert.equal([found?.counts, found?.removedTrades], [{}, 0], 'its owner still sees it');
      put(whole);
      assert.equal(tradesOf(await next()), ['1: 1'], 'once a copy is put back');
      put(damage(whole));
      assert.is(await page.withdraw(receipt), true, 'or they withdraw it');
      assert.equal((await next()).waiting, []);
      await deliveries.close();
    }),
  );
}

damaged.run();
