import { readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import { dataDirectory, type InboxDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { receiveHere } from '../../../pipeline/connect/receive.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { readUses, type Use } from '../../../pipeline/deliveries/quota.ts';
import { OverLimit } from '../../../pipeline/registry/over-limit.ts';
import { type LimitName, planLimits } from '../../../pipeline/registry/plans.ts';
import { collectConfirmed } from '../../../pipeline/statements/bring.ts';
import {
  createStatements,
  type Statement,
  type Statements,
} from '../../../pipeline/statements/statements.ts';
import { withDirectory } from '../../support/directory.ts';
import { withHandle } from '../../support/sqlite.ts';

const quota = suite('quotas of statements');

const { free } = planLimits;
const ann = { slug: 'ann', plan: 'free' } as const;
const bob = { slug: 'bob', plan: 'free' } as const;

interface World {
  readonly inbox: InboxDirectory;
  readonly statements: Statements;
  setTime(instant: string): void;
  use(owner: string): Promise<Use | undefined>;
  /** Has an owner keep so much already. */
  keep(owner: string, kept: { rows?: number; bytes?: number; today?: number }): void;
  /** Receives a made statement and has it read. */
  drop(owner: typeof ann | typeof bob, name?: string): Promise<Statement>;
  collect(): Promise<void>;
}

const caseOf = (name: string): Buffer => {
  const found = madeCases().find((one) => one.name === name);
  if (!found) throw new Error(`no statement ${name}`);
  return bytesOf(found);
};

const inWorld = (work: (world: World) => Promise<void>) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { inbox } = dataDir;
    let at = new Date('2026-02-03T23:59:50Z');
    const statements = createStatements(inbox, () => at, silentLog);
    const deliveries = deliveriesAt({ path: inbox.database }, () => at);
    await deliveries.open();
    try {
      await work({
        ...{ inbox, statements },
        setTime(instant) {
          at = new Date(instant);
        },
        async use(owner) {
          const { read } = await deliveries.open();
          const day = at.toISOString().slice(0, 10);
          return (await read((db) => readUses(db, [owner], day))).get(owner);
        },
        keep(owner, { rows = 0, bytes = 0, today = 0 }) {
          withHandle(inbox.database, (database) => {
            database
              .prepare(`insert or replace into kept values (?, 'sent', ?, ?, ?, 0, 0)`)
              .run(`of ${owner}`, owner, rows, bytes);
            database
              .prepare('insert or replace into received_days values (?, ?, ?)')
              .run(owner, at.toISOString().slice(0, 10), today);
          });
        },
        async drop(owner, name = 'eventful') {
          const content = Readable.from([caseOf(name)]);
          const { id } = await statements.receive(owner, 'Statement.htm', content);
          await statements.idle();
          const statement = await statements.find(owner.slug, id);
          if (statement === null) throw new Error('it is not known');
          return statement;
        },
        async collect() {
          await collectConfirmed({ dataDir, shared: null, deliveries, log: silentLog });
        },
      });
    } finally {
      await statements.close();
      await deliveries.close();
    }
  });

/** The limit for which something is refused. */
const refusedFor = async (work: Promise<unknown>): Promise<LimitName | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof OverLimit) return error.limit;
    throw error;
  }
};

const confirm = ({ statements }: World, statement: Statement, id: string) =>
  statements.confirm(statement, { ids: [id], slugs: ['mine'] }, 'free');

const sizeOf = ({ reading }: Statement) => {
  if (reading === null || !('found' in reading)) throw new Error('it was not read');
  const [account] = reading.found.accounts;
  if (!account) throw new Error('it has no account');
  return account;
};

quota('of bytes a day count files as they come, and concern nobody else', () =>
  inWorld(async (world) => {
    const { inbox, use, keep, drop, setTime } = world;
    const bytes = caseOf('eventful').length;
    keep('ann', { today: free.bytes_a_day - bytes });
    await drop(ann);
    assert.is((await use('ann'))?.bytesToday, free.bytes_a_day);
    assert.is(await refusedFor(drop(ann)), 'bytes_a_day');
    assert.is(readdirSync(inbox.statements.open).length, 1, 'nothing of it is kept');
    assert.is(await refusedFor(drop(bob)), null);
    assert.is((await use('bob'))?.bytesToday, bytes);
    setTime('2026-02-04T00:00:00Z');
    assert.is(await refusedFor(drop(ann)), null);
    assert.is((await use('ann'))?.bytesToday, bytes);
  }),
);

for (const limit of ['rows', 'bytes'] as const) {
  quota(`of ${limit} are met to the last by a statement, which waits where it passes them`, () =>
    inWorld(async (world) => {
      const { inbox, statements, use, keep, drop } = world;
      const statement = await drop(ann);
      const size = sizeOf(statement);
      keep('ann', { [limit]: free[limit] - size[limit] + 1 });
      assert.is(await refusedFor(statements.refuseOverLimit(statement, 'free')), limit);
      assert.is(await refusedFor(confirm(world, statement, 'MT4:1 of ann')), limit);
      assert.is((await statements.find('ann', statement.id))?.state, 'open');
      assert.is((await use('ann'))?.[limit], free[limit] - size[limit] + 1, 'it does not count');
      assert.is(await refusedFor(statements.refuseOverLimit(statement, 'pro')), null);
      const bobs = await drop(bob);
      assert.is(await refusedFor(confirm(world, bobs, 'MT4:1 of bob')), null);

      keep('ann', { [limit]: free[limit] - size[limit] });
      assert.is(await refusedFor(confirm(world, statement, 'MT4:1 of ann')), null);
      assert.is((await use('ann'))?.[limit], free[limit]);
      const receiving = await receiveHere(inbox.database, () => new Date('2026-02-03T23:59:50Z'));
      const body = '{"cash_flows": [{"id": "1", "at": "2026-02-03T08:00:00Z", "amount": 1}]}';
      const outcome = await receiving.receive({
        ...{ bytes: Buffer.from(body), type: 'application/json', isGzip: false },
        ...{ idempotencyKey: null, keyId: 'key', accountId: 'of ann', owner: 'ann', plan: 'free' },
      });
      await receiving.close();
      assert.is('limit' in outcome ? outcome.limit : outcome, limit, 'programs have no room left');
    }),
  );
}

quota('count the files of an account once they are joined, however often it is dropped', () =>
  inWorld(async (world) => {
    const { inbox, use, drop, collect } = world;
    const { facts } = inbox.statements;
    const inFiles = () => {
      const paths = readdirSync(facts).map((name) => join(facts, name));
      return paths.reduce((sum, path) => sum + statSync(path).size, 0);
    };
    const first = await drop(ann);
    const { trades, flows, rows } = sizeOf(first);
    assert.ok(rows >= trades + flows + 1);
    await confirm(world, first, 'MT4:1 of ann');
    assert.is((await use('ann'))?.rows, rows);
    await collect();
    assert.is((await use('ann'))?.bytes, inFiles());
    const once = await use('ann');
    for (let at = 0; at < 2; at += 1) await confirm(world, await drop(ann), 'MT4:1 of ann');
    assert.is(
      (await use('ann'))?.rows,
      (once?.rows ?? 0) + 2 * rows,
      'until a run has joined them',
    );
    await collect();
    assert.equal([(await use('ann'))?.rows, (await use('ann'))?.bytes], [once?.rows, once?.bytes]);

    // What contradicts it is refused, and counts no more.
    await confirm(world, await drop(ann, 'yen'), 'MT4:1 of ann');
    await collect();
    assert.is((await use('ann'))?.rows, once?.rows);
  }),
);

quota('are right again after a run that ended between writing files and counting them', () =>
  inWorld(async (world) => {
    const { inbox, use, drop, collect } = world;
    const { confirmed, taken } = inbox.statements;
    await confirm(world, await drop(ann), 'MT4:1 of ann');
    await collect();
    const once = (await use('ann'))?.rows;
    const again = await drop(ann);
    await confirm(world, again, 'MT4:1 of ann');
    // As a run leaves it that was ended before it counted.
    renameSync(join(confirmed, again.id), join(taken, again.id));
    assert.is.not((await use('ann'))?.rows, once);
    await collect();
    assert.is((await use('ann'))?.rows, once);
  }),
);

quota.run();
