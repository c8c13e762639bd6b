import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, type InboxDirectory } from '../../../pipeline/base/data-directory.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { readUses, type Use } from '../../../pipeline/deliveries/quota.ts';
import { OverLimit } from '../../../pipeline/registry/over-limit.ts';
import { type LimitName, planLimits } from '../../../pipeline/registry/plans.ts';
import type { Statement, StatementOptions } from '../../../pipeline/statements/statement.ts';
import { ContradictedError, type Statements } from '../../../pipeline/statements/statements.ts';
import { withDirectory } from '../../support/directory.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { withHandle } from '../../support/sqlite.ts';
import { dropStatement, madeStatement, openStatements } from '../../support/statements.ts';

const quota = suite('quotas of statements');

const { free } = planLimits;
const ann = { slug: 'ann', plan: 'free' } as const;
const bob = { slug: 'bob', plan: 'free' } as const;

interface World {
  readonly inbox: InboxDirectory;
  readonly statements: Statements;
  setTime(instant: string): void;
  use(owner: string): Promise<Use | undefined>;
  /** Gives an owner this much stored data. */
  keep(owner: string, kept: { rows?: number; bytes?: number; today?: number }): void;
  /** Receives a generated statement and reads it, with the answers of its owner. */
  drop(owner: typeof ann | typeof bob, said?: Partial<StatementOptions>): Promise<Statement>;
}

const inWorld = (work: (world: World) => Promise<void>) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { inbox } = dataDir;
    let at = new Date('2026-02-03T23:59:50Z');
    const statements = openStatements(inbox, () => at);
    const deliveries = deliveriesAt({ path: inbox.database }, () => at);
    await deliveries.open();
    try {
      await work({
        inbox,
        statements,
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
              .prepare(
                `insert or replace into delivery_accounts (account_id, owner, rows, bytes) values (?, ?, ?, ?)`,
              )
              .run(`of ${owner}`, owner, rows, bytes);
            database
              .prepare('insert or replace into received_days values (?, ?, ?)')
              .run(owner, at.toISOString().slice(0, 10), today);
          });
        },
        drop: (owner, said) => dropStatement(statements, owner, madeStatement('eventful'), said),
      });
    } finally {
      await statements.close();
      await deliveries.close();
    }
  });

/** Returns the limit that a refusal names. */
const refusedFor = async (work: Promise<unknown>): Promise<LimitName | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof OverLimit) return error.limit;
    throw error;
  }
};

const confirm = ({ statements }: World, statement: Statement) =>
  statements.confirm(statement, { slugs: ['mine'], plan: 'free' });

const sizeOf = ({ reading }: Statement) => {
  if (reading === null || !('found' in reading)) throw new Error('it was not read');
  const [account] = reading.found.accounts;
  if (!account) throw new Error('it has no account');
  return account;
};

quota('of bytes a day count files as they come, and concern nobody else', () =>
  inWorld(async (world) => {
    const { statements, use, keep, drop, setTime } = world;
    const bytes = madeStatement('eventful').length;
    keep('ann', { today: free.bytes_a_day - bytes });
    await drop(ann);
    assert.is((await use('ann'))?.bytesToday, free.bytes_a_day);
    assert.is(await refusedFor(drop(ann)), 'bytes_a_day');
    assert.is((await statements.open('ann')).length, 1, 'nothing of it is kept');
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
      assert.is(await refusedFor(confirm(world, statement)), limit);
      assert.is((await statements.find('ann', statement.id))?.state, 'open');
      assert.is((await use('ann'))?.[limit], free[limit] - size[limit] + 1, 'it does not count');
      const bobs = await drop(bob);
      assert.is(await refusedFor(confirm(world, bobs)), null);

      keep('ann', { [limit]: free[limit] - size[limit] });
      assert.is(await refusedFor(confirm(world, statement)), null);
      assert.is((await use('ann'))?.[limit], free[limit]);
      const receiving = await receiveLocally(
        inbox.database,
        () => new Date('2026-02-03T23:59:50Z'),
      );
      const body = '{"cash_flows": [{"id": "1", "at": "2026-02-03T08:00:00Z", "amount": 1}]}';
      const outcome = await receiving.receive(
        keyedBody('of ann', body, { keyId: 'key', owner: 'ann' }),
      );
      await receiving.close();
      assert.is('limit' in outcome ? outcome.limit : outcome, limit, 'programs have no room left');
    }),
  );
}

quota('count a file once, however often it is dropped and by whatever clock', () =>
  inWorld(async (world) => {
    const { inbox, use, drop } = world;
    const first = await drop(ann);
    const { trades, flows, rows, bytes } = sizeOf(first);
    assert.ok(rows >= trades + flows + 1);
    await confirm(world, first);
    assert.equal([(await use('ann'))?.rows, (await use('ann'))?.bytes], [rows, bytes]);
    const again = await drop(ann, { clock: 'Europe/Athens' });
    await confirm(world, again);
    assert.equal(
      [(await use('ann'))?.rows, (await use('ann'))?.bytes],
      [rows, sizeOf(again).bytes],
    );
    const storedContents = withHandle(inbox.database, (database) =>
      database.prepare('select has_content, rows from deliveries order by number').all(),
    );
    assert.equal(
      storedContents.map((row) => ({ ...(row as object) })),
      [
        { has_content: 0, rows: 0 },
        { has_content: 1, rows },
      ],
    );
  }),
);

quota('are untouched by a statement in another currency, which is not taken', () =>
  inWorld(async (world) => {
    const { statements, use, drop } = world;
    await confirm(world, await drop(ann, { number: '7' }));
    const once = await use('ann');
    const yen = await dropStatement(statements, ann, madeStatement('yen'), { number: '7' });
    const refused = await confirm(world, yen).catch((error: unknown) => error);
    assert.instance(refused, ContradictedError);
    assert.match(
      String(refused),
      /MT4:… is in USD and this statement is in JPY; one account can't add up both/,
    );
    assert.is((await statements.find('ann', yen.id))?.state, 'open');
    assert.equal(await use('ann'), { ...once, bytesToday: (await use('ann'))?.bytesToday });
  }),
);

quota.run();
