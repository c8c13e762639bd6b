import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import {
  type DeliveriesOnce,
  deliveriesAt,
  sharedDeliveries,
} from '../../../pipeline/deliveries/open.ts';
import { readUses } from '../../../pipeline/deliveries/quota.ts';
import { newestReceived } from '../../../pipeline/deliveries/states.ts';
import { OverLimit } from '../../../pipeline/registry/over-limit.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { ReadInChild } from '../../../pipeline/statements/read-in-child.ts';
import type { Statement } from '../../../pipeline/statements/statement.ts';
import { createStatements, type Statements } from '../../../pipeline/statements/statements.ts';
import { TooMany } from '../../../pipeline/statements/transitions.ts';
import { withDirectory } from '../../support/directory.ts';
import {
  dropStatement,
  madeStatement,
  openStatements,
  readHere,
  whenRead,
} from '../../support/statements.ts';
import { type Runs, runsOf } from '../deliveries/run-pending.ts';
import { clientDuring, type TestDatabase, withPostgres } from '../registry/postgres-server.ts';

const sharing = suite('statements that owners drop on any of several machines');

await withPostgres(sharing, declare);

const ann = { slug: 'ann', plan: 'free' } as const;

const fileOf = (name: string) => Readable.from([madeStatement(name)]);

interface World {
  readonly deliveries: DeliveriesOnce;
  server(name: string, read?: ReadInChild): Statements;
  /** Makes runs of a machine. They load statements that were confirmed on any machine. */
  runs(name: string): Runs;
  /** Counts the files and the rows of statements. */
  stored(): Promise<number>;
}

function declare(database: TestDatabase): void {
  const { url } = database;
  const client = clientDuring(sharing, database);

  const inWorld = (work: (world: World) => Promise<void>) =>
    withDirectory(async (directory) => {
      await client.query('drop schema public cascade; create schema public');
      const deliveries = deliveriesAt({ databaseUrl: url });
      const machine = (name: string) => dataDirectory(join(directory, name));
      try {
        await work({
          deliveries,
          server(name, read = readHere) {
            const folder = machine(name).inbox.reading;
            return createStatements({ deliveries, folder, log: silentLog, read });
          },
          runs: (name) => runsOf(machine(name), { deliveries: deliveriesAt({ databaseUrl: url }) }),
          async stored() {
            const { rows } = await client.query(
              'select (count(file) + count(rows))::integer as stored from statements',
            );
            return rows[0].stored;
          },
        });
      } finally {
        await deliveries.close();
      }
    });

  const found = ({ reading }: Statement) => {
    if (reading === null) throw new Error('it is being read');
    if (!('found' in reading)) throw new Error(JSON.stringify(reading.problem));
    return reading.found;
  };

  sharing(
    'are read, corrected and confirmed wherever their owner comes to, and taken up by any',
    () =>
      inWorld(async ({ server, runs, stored, deliveries }) => {
        let read = () => {};
        const mayRead = new Promise<void>((resolve) => {
          read = resolve;
        });
        const readLater: ReadInChild = async (...request) => {
          await mayRead;
          return readHere(...request);
        };
        const [one, other] = [server('one', readLater), server('other')];
        const { id } = await one.receive(ann, 'Statement.htm', fileOf('eventful'));
        assert.is((await other.find('ann', id))?.reading, null, 'it is being read');
        read();
        await one.idle();
        const seen = await whenRead(other, ann, id);
        assert.equal([seen.state, seen.name, seen.slugs], ['open', 'Statement.htm', []]);
        assert.is(found(seen).accounts.length, 1);
        assert.is(await other.find('bob', id), null, 'it is told to its owner alone');
        const newest = async () => newestReceived(await deliveries.open());
        assert.is(await newest(), null, 'nobody has confirmed it');

        const clock = 'Europe/Athens';
        await other.readAgain(seen, { ...seen.options, clock });
        await other.idle();
        const again = await whenRead(one, ann, id);
        assert.is(again.options.clock, clock);
        assert.is.not(found(again).accounts[0]?.from, found(seen).accounts[0]?.from);
        assert.is(await stored(), 2, 'its file, and its rows as they are read now');

        await one.confirm(again, { slugs: ['mine'], plan: 'free' });
        assert.is(await stored(), 0, 'its rows are in its delivery');
        const confirmed = await other.find('ann', id);
        assert.equal([confirmed?.state, confirmed?.slugs], ['confirmed', ['mine']]);
        assert.ok(await newest(), 'a run is due');

        const ownRuns = runs('runs');
        const { rows } = await ownRuns.next();
        assert.match(String(rows.accounts?.[0]?.account_id), / of ann$/);
        assert.is(rows.trades?.length, found(again).accounts[0]?.trades);
        assert.is((await other.find('ann', id))?.state, 'taken');
        assert.is(await newest(), null);
        assert.equal((await ownRuns.next()).rows, {}, 'once');
        assert.equal(
          (await runs('next').next()).rows,
          rows,
          'a machine that takes over has the same',
        );
      }),
  );

  sharing('are refused where they contradict earlier ones, wherever they are confirmed', () =>
    inWorld(async ({ server, runs }) => {
      const confirm = async (machine: Statements, name: string): Promise<string> => {
        const read = await dropStatement(machine, ann, madeStatement(name), { number: '1' });
        assert.is(await machine.confirm(read, { slugs: ['mine'], plan: 'free' }), true);
        return read.id;
      };
      const first = await confirm(server('one'), 'eventful');
      const refused = await confirm(server('other'), 'yen').catch((error: unknown) => error);
      assert.match(
        String(refused),
        /is in USD and this statement is in JPY; one account can't add up both/,
      );
      assert.is((await runs('runs').next()).rows.accounts?.length, 1);
      assert.is((await server('one').find('ann', first))?.state, 'taken');
    }),
  );

  sharing('are twenty of an owner at most, and forgotten after two days', () =>
    inWorld(async ({ server, stored }) => {
      const read = async () => ({ problem: quotedReason('none') });
      const [one, other] = [server('one', read), server('other', read)];
      for (let at = 0; at < 20; at += 1) {
        await (at % 2 ? one : other).receive(ann, 'a.htm', Readable.from([`${at}`]));
      }
      const said = await one.receive(ann, 'a.htm', Readable.from(['x'])).catch((error) => error);
      assert.instance(said, TooMany);
      await other.receive({ slug: 'bob', plan: 'free' }, 'a.htm', Readable.from(['x']));
      await Promise.all([one.idle(), other.idle()]);
      assert.is(await stored(), 21);
      await client.query("update statements set dropped_at = '2026-01-01T00:00:00.000Z'");
      await one.receive(ann, 'a.htm', Readable.from(['y']));
      await other.receive(ann, 'a.htm', Readable.from(['z']));
      assert.equal((await one.open('ann')).length, 2);
      assert.equal(await one.open('bob'), []);
      await Promise.all([one.idle(), other.idle()]);
    }),
  );

  sharing('count once for the plan of their owner, wherever they are confirmed', () =>
    inWorld(async ({ server, deliveries }) => {
      const [one, other] = [server('one'), server('other')];
      const use = async () => {
        const { read } = await deliveries.open();
        const day = new Date().toISOString().slice(0, 10);
        return (await read((db) => readUses(db, ['ann'], day))).get('ann');
      };
      const drop = (server: Statements, number = '') =>
        dropStatement(server, ann, madeStatement('eventful'), { number });
      const confirm = (server: Statements, statement: Statement) =>
        server.confirm(statement, { slugs: ['mine'], plan: 'free' });
      const limitOf = (work: Promise<unknown>) =>
        work.then(
          () => null,
          (error) => (error instanceof OverLimit ? error.limit : error),
        );
      const [first, second] = [await drop(one, '1'), await drop(other, '2')];
      const [{ rows = 0, bytes = 0 } = {}] = found(first).accounts;
      assert.ok(rows > 1 && bytes > rows);
      assert.equal([(await use())?.rows, (await use())?.bytes], [0, 0], 'nobody confirmed it');
      const { rows: most, bytes_a_day: day } = planLimits.free;
      await client.query(
        'insert into delivery_accounts (account_id, owner, rows, bytes) values ($1, $2, $3, 0)',
        ['of ann', 'ann', most - rows],
      );
      const both = await Promise.all([
        limitOf(confirm(one, first)),
        limitOf(confirm(other, second)),
      ]);
      assert.equal(both.sort(), ['rows', null].sort(), 'of two at once');
      assert.is((await use())?.rows, most);
      assert.is((await one.open('ann')).length, 1, 'the other waits');
      await client.query("delete from delivery_accounts where account_id = 'of ann'");
      assert.equal([(await use())?.rows, (await use())?.bytes], [rows, bytes]);

      const [waiting] = await one.open('ann');
      if (waiting) await confirm(one, waiting);
      assert.is((await use())?.rows, 2 * rows);
      await confirm(other, await drop(other, '2'));
      assert.is((await use())?.rows, 2 * rows, 'the same file of an account counts once');

      await client.query('update received_days set bytes = $1', [day]);
      assert.is(await limitOf(drop(one)), 'bytes_a_day');
      assert.equal(await one.open('ann'), []);
      await client.query("update received_days set day = '2026-01-01'");
      assert.is(await limitOf(drop(one)), null);
    }),
  );

  sharing('are brought along by a machine that begins to share a database', () =>
    withDirectory(async (directory) => {
      await client.query('drop schema public cascade; create schema public');
      const machine = dataDirectory(join(directory, 'one'));
      const ownStatements = openStatements(machine.inbox, () => new Date());
      const drop = (name: string) => dropStatement(ownStatements, ann, madeStatement(name));
      const [open, confirmed] = [await drop('one trade'), await drop('eventful')];
      await ownStatements.confirm(confirmed, { slugs: ['mine'], plan: 'free' });
      await ownStatements.close();

      const deliveries = sharedDeliveries(machine, { databaseUrl: url });
      const runs = runsOf(machine, { deliveries });
      const folder = machine.inbox.reading;
      const server = createStatements({ deliveries, folder, log: silentLog, read: readHere });
      try {
        assert.is((await server.find('ann', confirmed.id))?.state, 'confirmed');
        const seen = await server.find('ann', open.id);
        assert.equal(seen, open);
        await server.readAgain(open, { ...open.options, clock: '+01:00' });
        const again = await whenRead(server, ann, open.id);
        await server.confirm(again, { slugs: ['other'], plan: 'free' });
        const { rows } = await runs.next();
        assert.is(rows.accounts?.length, 2);
        assert.not(existsSync(machine.inbox.database));
      } finally {
        await server.close();
        await deliveries.close();
      }
    }),
  );

  sharing('are read by another machine where the one that began has ended', () =>
    inWorld(async ({ server, stored }) => {
      const firstServer = server('one', () => new Promise(() => {}));
      const otherServer = server('other');
      const { id, reading } = await firstServer.receive(ann, 'a.htm', fileOf('eventful'));
      assert.is(reading, null, 'it is answered at once');
      assert.equal((await otherServer.open('ann')).length, 1);
      await otherServer.idle();
      assert.is(
        (await otherServer.find('ann', id))?.reading,
        null,
        'the first machine may be reading',
      );
      await client.query("update statements set read_since = '2026-01-01T00:00:00.000Z'");
      await otherServer.find('ann', id);
      const seen = await whenRead(otherServer, ann, id);
      assert.is(found(seen).accounts.length, 1);
      assert.is(await stored(), 2, 'its file and its rows');
      assert.equal(await otherServer.open('bob'), []);
    }),
  );
}

sharing.run();
