import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgresTables } from '../../../pipeline/base/postgres-tables.ts';
import { listJson, preparedQuery } from '../../../pipeline/base/prepared-query.ts';
import { openSqliteTables } from '../../../pipeline/base/sqlite-tables.ts';
import type { Schema, TableStore } from '../../../pipeline/base/tables.ts';
import { withDirectory } from '../../support/directory.ts';
import { withPostgres } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';

const tables = suite('tables behind Kysely');

interface Shelf {
  books: { title: string; pages: number };
}

const makeBooks = (db: Kysely<Shelf>): Promise<void> =>
  db.schema
    .createTable('books')
    .addColumn('title', 'text', (column) => column.primaryKey())
    .addColumn('pages', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();

const initial = { '0001_initial': { up: makeBooks } };
const shelf: Schema = { name: 'shelf', migrations: initial };
const addAtlas = (db: Kysely<Shelf>) => sql`insert into books (title) values ('atlas')`.execute(db);
const next: Schema = {
  name: 'shelf',
  migrations: { ...initial, '0002_atlas': { up: async (db) => void (await addAtlas(db)) } },
};

const insertBooks = preparedQuery<Shelf['books'], 'list'>(
  ['list'],
  ({ list }, { listed }) => sql`
    insert into books (title, pages)
    select value ->> 0, cast(value ->> 1 as bigint) from ${listed(list)} returning title, pages`,
);

const findBooks = preparedQuery<{ bytes: Uint8Array }, 'list' | 'pages'>(
  ['list', 'pages'],
  ({ list, pages }, { listed, isIn, bytes }) => sql`
    select ${bytes(0)} as bytes from books join ${listed(list)} on value ->> 0 = title
    where ${isIn('pages', pages, 'bigint')} order by pages`,
);

type Open = (schema: Schema) => Promise<TableStore<Shelf>>;

/** Adds a test for SQLite and one for PostgreSQL, each with its own database. */
function promise(
  kind: string,
  withDatabase: (work: (open: Open) => Promise<void>) => Promise<void>,
) {
  const titles = ({ db }: TableStore<Shelf>) =>
    db
      .selectFrom('books')
      .select('title')
      .execute()
      .then((rows) => rows.map(({ title }) => title));

  tables(`${kind}: handles that open a new database together all find its tables`, () =>
    withDatabase(async (open) => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => open(next)));
      for (const store of stores) {
        assert.equal(await titles(store), ['atlas']);
        await store.close();
      }
    }),
  );

  tables(`${kind}: a query that is compiled once takes lists of any length and any text`, () =>
    withDatabase(async (open) => {
      const store = await open(shelf);
      const titles = ['', '"', '\\ud800', '\u{1f600}', 'half \ud800', '\n'];
      const books = titles.map((title, at) => [title, at]);
      assert.equal(await store.write((db) => insertBooks(db, { list: listJson([]) })), []);
      const whole = ['', '"', '\\ud800', '\u{1f600}', 'half \ufffd', '\n'];
      assert.equal(
        await store.write((db) => insertBooks(db, { list: listJson(books) })),
        whole.map((title, pages) => ({ title, pages })),
      );
      const found = await findBooks(store.db, {
        list: listJson(books),
        pages: listJson([5, 1, 4, 3, 2, 7]),
      });
      const texts = found.map(({ bytes }) => Buffer.from(bytes).toString());
      assert.equal(texts, whole.slice(1));
      await store.close();
    }),
  );

  tables(`${kind}: a later program adds what is missing, and an earlier one is refused then`, () =>
    withDatabase(async (open) => {
      const early = await open(shelf);
      assert.equal(await titles(early), []);
      const late = await open(next);
      assert.equal(await titles(early), ['atlas']);
      const { message } = await refusal(open(shelf));
      assert.is(
        message,
        'shelf: another version of trackrecord made its tables (0002_atlas); use that version, or start with an empty database',
      );
      await early.close();
      await late.close();
    }),
  );

  tables(`${kind}: a migration that fails half-way leaves nothing`, () =>
    withDatabase(async (open) => {
      const up = async (db: Kysely<Shelf>) => {
        await makeBooks(db);
        throw new Error('no such shelf');
      };
      await open({ ...shelf, migrations: { '0001_initial': { up } } }).then(
        () => assert.unreachable(),
        (error: Error) => assert.is(error.message, 'no such shelf'),
      );
      const store = await open(next);
      assert.equal(await titles(store), ['atlas']);
      await store.close();
    }),
  );

  tables(`${kind}: two schemas in one database know nothing of each other`, () =>
    withDatabase(async (open) => {
      const otherSchema: Schema = {
        name: 'other',
        migrations: {
          '0001_initial': {
            up: (db) => db.schema.createTable('pens').addColumn('ink', 'text').execute(),
          },
        },
      };
      const stores = [await open(shelf), await open(otherSchema), await open(shelf)];
      assert.equal(await titles(stores[1] as TableStore<Shelf>), []);
      for (const store of stores) await store.close();
    }),
  );

  tables(`${kind}: a write is all or nothing, and leaves a read what it began with`, () =>
    withDatabase(async (open) => {
      const store = await open(shelf);
      await store.write((db) => db.insertInto('books').values({ title: 'a', pages: 1 }).execute());
      await store.read(async (db) => {
        const before = await db.selectFrom('books').selectAll().execute();
        await store.write((db) => db.updateTable('books').set({ pages: 9 }).execute());
        assert.equal(await db.selectFrom('books').selectAll().execute(), before);
      });
      const failed = store.write(async (db) => {
        await db.deleteFrom('books').execute();
        throw new Error('changed my mind');
      });
      assert.match(String(await failed.catch(String)), 'changed my mind');
      assert.equal(await titles(store), ['a']);
      await store.close();
    }),
  );
}

promise('SQLite', (work) =>
  withDirectory((directory) =>
    work((schema) => openSqliteTables<Shelf>(join(directory, 'tables.db'), schema)),
  ),
);

tables('SQLite: a write that reads first keeps writers of other processes out from its begin', () =>
  withDirectory(async (directory) => {
    const file = join(directory, 'tables.db');
    const store = await openSqliteTables<Shelf>(file, shelf);
    const otherDatabase = new Database(file, { timeout: 0 });
    await store.write(async (db) => {
      const { length } = await db.selectFrom('books').selectAll().execute();
      assert.throws(
        () => otherDatabase.exec("insert into books values ('b', 1)"),
        /database is locked/,
      );
      await db.insertInto('books').values({ title: 'a', pages: length }).execute();
    });
    otherDatabase.close();
    assert.equal(await store.db.selectFrom('books').select('title').execute(), [{ title: 'a' }]);
    await store.close();
  }),
);

await withPostgres(tables, (database) => {
  let namespaces = 0;
  // Each test has its own namespace in the same database.
  promise('PostgreSQL', async (work) => {
    namespaces += 1;
    const namespace = `shelf_${namespaces}`;
    const url = new URL(database.url);
    url.searchParams.set('options', `-c search_path=${namespace}`);
    const admin = await openPostgresTables<Shelf>(database.url, { name: 'none', migrations: {} });
    await sql`create schema ${sql.id(namespace)}`.execute(admin.db);
    await admin.close();
    await work((schema) => openPostgresTables<Shelf>(url.href, schema));
  });
});

tables.run();
