import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import { declareOnce } from '../../../pipeline/duckdb/declarations.ts';

const declarations = suite<{ database: Database; done: string[] }>('declarations');

declarations.before.each(async (context) => {
  context.database = await openDatabase(':memory:');
  context.done = [];
});

declarations.after.each(({ database }) => database.close());

declarations('are made once for the same statements, in each database', async (context) => {
  const { database, done } = context;
  await database.run("attach ':memory:' as beside");
  const declare = (statements: string, name?: string) =>
    declareOnce(database, 'tables', statements, async () => void done.push(statements), name);
  for (const statements of ['one', 'one', 'other', 'one']) await declare(statements);
  assert.equal(done, ['one', 'other', 'one']);
  for (let time = 0; time < 2; time += 1) await declare('beside', 'beside');
  assert.equal(done.slice(3), ['beside']);
  await declareOnce(database, 'views', 'one', async () => void done.push('views'));
  assert.equal(done.slice(4), ['views']);
});

declarations('that failed are made again', async ({ database, done }) => {
  const declare = (fault?: Error) =>
    declareOnce(database, 'tables', 'one', async () => {
      done.push('one');
      if (fault) throw fault;
    });
  await declare(new Error('broke off')).catch(() => {});
  await declare();
  await declare();
  assert.equal(done, ['one', 'one']);
});

declarations(
  'that others broke off before they were made are made again',
  async ({ database, done }) => {
    const declare = (statements: string, fault?: Error) =>
      declareOnce(database, 'tables', statements, async () => {
        done.push(statements);
        if (fault) throw fault;
      });
    await declare('one');
    await declare('other', new Error('broke off')).catch(() => {});
    await declare('one');
    assert.equal(done, ['one', 'other', 'one']);
  },
);

declarations.run();
