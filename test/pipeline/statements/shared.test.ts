import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { type DeliveriesOnce, deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { readUses } from '../../../pipeline/deliveries/quota.ts';
import { openStore } from '../../../pipeline/publish/store/open.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import { OverLimit } from '../../../pipeline/registry/over-limit.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { collectConfirmed } from '../../../pipeline/statements/bring.ts';
import { type Read, readApart } from '../../../pipeline/statements/read-apart.ts';
import {
  createSharedStatements,
  newestSharedStatement,
} from '../../../pipeline/statements/shared-statements.ts';
import {
  type Statement,
  type Statements,
  TooMany,
} from '../../../pipeline/statements/statements.ts';
import { withDirectory } from '../../support/directory.ts';
import { clientDuring, startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const sharing = suite('statements that owners drop on any of several machines');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

const ann = { slug: 'ann', plan: 'free' } as const;

const fileOf = (name: string): Readable => {
  const found = madeCases().find((one) => one.name === name);
  if (!found) throw new Error(`no statement ${name}`);
  return Readable.from([bytesOf(found)]);
};

interface World {
  readonly shared: { readonly deliveries: DeliveriesOnce; readonly store: Store };
  server(name: string, read?: Read): Statements;
  /** Takes up on a machine what was confirmed on any; answers with what its files hold. */
  collect(name: string): Promise<Record<string, string>>;
  /** Names of what the store has. */
  stored(): Promise<string[]>;
}

function declare(database: TestDatabase): void {
  const { url } = database;
  const client = clientDuring(sharing, database);

  const inWorld = (work: (world: World) => Promise<void>) =>
    withDirectory(async (directory) => {
      await client.query('drop schema public cascade; create schema public');
      const address = join(directory, 'store');
      const store = await openStore({ address, endpoint: null, region: '' });
      const place = { databaseUrl: url, address, endpoint: null, region: '' };
      const deliveries = deliveriesAt(place);
      const shared = { deliveries, store };
      const machine = (name: string) => dataDirectory(join(directory, name));
      try {
        await work({
          shared,
          server(name, read = readApart) {
            const folder = machine(name).inbox.statements;
            return createSharedStatements(folder, () => new Date(), shared, silentLog, read);
          },
          async collect(name) {
            const dataDir = machine(name);
            const { facts } = dataDir.inbox.statements;
            const log = { warn: () => {} };
            assert.equal((await collectConfirmed({ dataDir, shared, deliveries, log })).sources, [
              facts,
            ]);
            return Object.fromEntries(
              readdirSync(facts)
                .sort()
                .map((file) => [file, readFileSync(join(facts, file), 'utf8')]),
            );
          },
          stored: async () => (await store.list('statements/')).map(({ name }) => name),
        });
      } finally {
        await deliveries.close();
      }
    });

  const found = ({ reading }: Statement) => {
    if (reading === null) throw new Error('it is being read');
    if (!('found' in reading)) throw new Error(reading.problem);
    return reading.found;
  };

  sharing(
    'are read, corrected and confirmed wherever their owner comes to, and taken up by any',
    () =>
      inWorld(async ({ server, collect, stored, shared }) => {
        const [one, other] = [server('one'), server('other')];
        const { id } = await one.receive(ann, 'Statement.htm', fileOf('eventful'));
        assert.is((await other.find('ann', id))?.reading, null, 'it is being read');
        await one.idle();
        const seen = await other.find('ann', id);
        if (seen === null) throw new Error('it is not known');
        assert.equal([seen.state, seen.name, seen.slugs], ['open', 'Statement.htm', []]);
        assert.is(found(seen).accounts.length, 1);
        assert.is(await other.find('bob', id), null, 'it is told to its owner alone');
        assert.is(await newestSharedStatement(shared.deliveries), null, 'nobody has confirmed it');

        const clock = 'Europe/Athens';
        await other.readAgain(seen, { ...seen.options, clock });
        await other.idle();
        const again = await one.find('ann', id);
        if (again === null) throw new Error('it is not known');
        assert.is(again.options.clock, clock);
        assert.is.not(found(again).accounts[0]?.from, found(seen).accounts[0]?.from);
        assert.is((await stored()).length, 2, 'its file, and its rows as they are read now');

        await one.confirm(again, { ids: ['MT4:1@ann'], slugs: ['mine'] }, 'free');
        assert.equal((await stored()).length, 1, 'its rows alone are needed');
        const confirmed = await other.find('ann', id);
        assert.equal([confirmed?.state, confirmed?.slugs], ['confirmed', ['mine']]);
        assert.ok(await newestSharedStatement(shared.deliveries));

        const files = await collect('runs');
        assert.match(Object.values(files).join(), 'MT4:1@ann');
        assert.is((await other.find('ann', id))?.state, 'taken');
        assert.is(await newestSharedStatement(shared.deliveries), null);
        assert.equal(await collect('runs'), files, 'once');
        assert.equal(await collect('next'), files, 'a machine that takes over has the same');
      }),
  );

  sharing(
    'are refused where they contradict earlier ones, and their owner is told on every machine',
    () =>
      inWorld(async ({ server, collect }) => {
        const one = server('one');
        const confirm = async (name: string): Promise<string> => {
          const statement = await one.receive(ann, name, fileOf(name));
          await one.idle();
          await one.confirm(statement, { ids: ['MT4:1@ann'], slugs: ['mine'] }, 'free');
          return statement.id;
        };
        const first = await confirm('eventful');
        const files = await collect('runs');
        const second = await confirm('yen');
        assert.equal(await collect('runs'), files);
        assert.is((await one.find('ann', first))?.state, 'taken');
        const refused = await server('other').find('ann', second);
        assert.is(refused?.state, 'refused');
        assert.match(
          JSON.stringify(refused?.reading),
          /is in USD and this statement is in JPY; one account can't add up both/,
        );
        assert.equal(await collect('next'), files, 'also where another machine takes over');
      }),
  );

  sharing('are twenty of an owner at most, and forgotten after two days', () =>
    inWorld(async ({ server, stored }) => {
      const read = async () => ({ problem: 'none' });
      const [one, other] = [server('one', read), server('other', read)];
      for (let at = 0; at < 20; at += 1) {
        await (at % 2 ? one : other).receive(ann, 'a.htm', Readable.from([`${at}`]));
      }
      const said = await one.receive(ann, 'a.htm', Readable.from(['x'])).catch((error) => error);
      assert.instance(said, TooMany);
      await other.receive({ slug: 'bob', plan: 'free' }, 'a.htm', Readable.from(['x']));
      await Promise.all([one.idle(), other.idle()]);
      assert.is((await stored()).length, 21);
      await client.query("update statements set dropped_at = dropped_at - interval '3 days'");
      await one.receive(ann, 'a.htm', Readable.from(['y']));
      await other.receive(ann, 'a.htm', Readable.from(['z']));
      assert.is((await stored()).length, 2);
      await Promise.all([one.idle(), other.idle()]);
    }),
  );

  sharing('count for the plan of their owner, and are joined where machines share a store', () =>
    inWorld(async ({ server, collect, shared }) => {
      const [one, other] = [server('one'), server('other')];
      const use = async () => {
        const { read } = await shared.deliveries.open();
        const day = new Date().toISOString().slice(0, 10);
        return (await read((db) => readUses(db, ['ann'], day))).get('ann');
      };
      const drop = async (server: Statements): Promise<Statement> => {
        const { id } = await server.receive(ann, 'a.htm', fileOf('eventful'));
        await server.idle();
        const read = await server.find('ann', id);
        if (read === null) throw new Error('it is not known');
        return read;
      };
      const confirm = (server: Statements, statement: Statement) =>
        server.confirm(statement, { ids: ['MT4:1@ann'], slugs: ['mine'] }, 'free');
      const limitOf = (work: Promise<unknown>) =>
        work.then(
          () => null,
          (error) => (error instanceof OverLimit ? error.limit : error),
        );
      const [first, second] = [await drop(one), await drop(other)];
      const [{ rows = 0, bytes = 0 } = {}] = found(first).accounts;
      assert.ok(rows > 1 && bytes > rows);
      assert.equal([(await use())?.rows, (await use())?.bytes], [0, 0], 'nobody confirmed it');
      const { rows: most, bytes_a_day: day } = planLimits.free;
      await client.query("insert into kept values ($1, 'sent', $2, $3, 0)", [
        'of ann',
        'ann',
        most - rows,
      ]);
      const both = await Promise.all([
        limitOf(confirm(one, first)),
        limitOf(confirm(other, second)),
      ]);
      assert.equal(both.sort(), ['rows', null].sort(), 'of two at once');
      assert.is((await use())?.rows, most);
      assert.is((await one.open('ann')).length, 1, 'the other waits');
      await client.query("delete from kept where source = 'sent'");
      assert.equal([(await use())?.rows, (await use())?.bytes], [rows, bytes]);

      const sizeOf = (files: Record<string, string>) =>
        Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      const files = await collect('runs');
      assert.is((await use())?.bytes, sizeOf(files), 'what the files take');
      const joined = (await use())?.rows;
      const [waiting] = await one.open('ann');
      if (waiting) await confirm(one, waiting);
      assert.is((await use())?.rows, (joined ?? 0) + rows);
      await collect('runs');
      assert.is((await use())?.rows, joined, 'the same rows count once');

      await client.query('update received_days set bytes = $1', [day]);
      assert.is(await limitOf(drop(one)), 'bytes_a_day');
      assert.equal(await one.open('ann'), []);
      await client.query("update received_days set day = '2026-01-01'");
      assert.is(await limitOf(drop(one)), null);
    }),
  );

  sharing('are read by another machine where the one that began has ended', () =>
    inWorld(async ({ server, stored }) => {
      const one = server('one', () => new Promise(() => {}));
      const other = server('other');
      const { id, reading } = await one.receive(ann, 'a.htm', fileOf('eventful'));
      assert.is(reading, null, 'it is answered at once');
      assert.equal((await other.open('ann')).length, 1);
      await other.idle();
      assert.is((await other.find('ann', id))?.reading, null, 'the first machine may be reading');
      await client.query("update statements set read_since = read_since - interval '4 minutes'");
      await other.find('ann', id);
      await other.idle();
      const seen = await other.find('ann', id);
      if (seen === null) throw new Error('it is not known');
      assert.is(found(seen).accounts.length, 1);
      assert.is((await stored()).length, 2, 'its file and its rows');
      assert.equal(await other.open('bob'), []);
    }),
  );
}

sharing.run();
