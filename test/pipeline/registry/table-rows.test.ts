import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deleteRows, findRow, findRows, updateRows } from '../../../pipeline/registry/find-rows.ts';
import { withRegistry } from './world.ts';

const rows = suite('queries by values');

rows('find, change and delete the rows that have all values, null among them', () =>
  withRegistry(async ({ store }) => {
    const owner = (slug: string, name: string | null) =>
      ({ slug, name, plan: 'free', plan_until: null, role: 'owner' }) as const;
    await store.write(async (db) => {
      await db
        .insertInto('owners')
        .values([owner('a', 'A'), owner('b', null)])
        .execute();
      await db.insertInto('owners').values(owner('c', null)).execute();
    });
    assert.is((await findRow(store.db, 'owners', { slug: 'a' }))?.name, 'A');
    assert.is(await findRow(store.db, 'owners', { slug: 'a', name: null }), undefined);
    assert.is((await findRows(store.db, 'owners', { name: null })).length, 2);
    await store.write(async (db) => {
      assert.is(await updateRows(db, 'owners', { name: null }, { plan: 'pro' }), 2);
      assert.is(await updateRows(db, 'owners', { slug: 'd' }, { plan: 'pro' }), 0);
      await deleteRows(db, 'owners', { slug: 'b', plan: 'pro' });
    });
    const remaining = await findRows(store.db, 'owners', { role: 'owner' });
    assert.equal(remaining.map(({ slug, plan }) => [slug, plan]).sort(), [
      ['a', 'free'],
      ['c', 'pro'],
    ]);
  }),
);

rows('refuse a value that is missing, which would match every row', () =>
  withRegistry(async ({ store }) => {
    const unknown = JSON.parse('{}');
    for (const values of [{}, { slug: unknown.slug }]) {
      await store.write(async (db) => {
        try {
          await deleteRows(db, 'owners', values);
          assert.unreachable();
        } catch (error) {
          assert.match(String(error), /a query by values lacks one/);
        }
      });
    }
  }),
);

rows.run();
