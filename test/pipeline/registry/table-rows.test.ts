import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  deleteRows,
  findRow,
  findRows,
  insertMissing,
  insertRow,
  insertRows,
  replaceRows,
  updateRows,
} from '../../../pipeline/registry/table-rows.ts';
import { withRegistry } from './world.ts';

const rows = suite('queries by values');

rows('find, change and delete the rows that have all values, null among them', () =>
  withRegistry(async ({ store }) => {
    const owner = (slug: string, name: string | null) =>
      ({
        slug,
        name,
        plan: 'free',
        plan_until: null,
        role: 'owner',
        about: null,
        link: null,
      }) as const;
    await store.write(async (db) => {
      await insertRows(db, 'owners', [owner('a', 'A'), owner('b', null)]);
      await insertRow(db, 'owners', owner('c', null));
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

rows('replace what has the same key, or leave it as it is', () =>
  withRegistry(async ({ store }) => {
    const code = (slug: string, at: string) => ({ id: slug, at });
    const many = Array.from({ length: 450 }, (_, at) => code(`m${at}`, 'early'));
    await store.write(async (db) => {
      await insertRows(db, 'deletions', many);
      await insertMissing(db, 'deletions', [code('m7', 'late'), code('new', 'late')]);
      await replaceRows(db, 'deletions', 'id', [code('m8', 'late')]);
    });
    const late = await findRows(store.db, 'deletions', { at: 'late' });
    assert.equal(late.map(({ id }) => id).sort(), ['m8', 'new']);
    assert.is((await findRows(store.db, 'deletions', { at: 'early' })).length, 449);
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
