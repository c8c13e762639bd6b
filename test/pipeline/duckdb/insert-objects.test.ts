import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { digestOfObjects, insertObjects } from '../../../pipeline/duckdb/insert-objects.ts';
import { whileOpen } from '../../support/while-open.ts';

const objects = suite('objects as rows');

const shape = JSON.stringify([{ id: 'BIGINT', names: ['VARCHAR'] }]);
const ofLength = (length: number) =>
  Array.from({ length }, (_, id) => ({ id, names: [`name ${id}`] }));

objects('are inserted each once, also by several statements', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run('create table things (names varchar[], id bigint)');
    for (const length of [0, 1, 2000, 4001]) {
      await database.run('delete from things');
      await insertObjects(database, 'things', ofLength(length), shape);
      const rows = await database.rows('select id, names[1] as name from things order by id');
      assert.equal(
        rows,
        ofLength(length).map(({ id, names }) => ({ id: String(id), name: names[0] })),
      );
    }
  }),
);

objects('have another digest with another object, and with one less', () => {
  const many = ofLength(4001);
  const texts = [many, many.slice(1), many.slice(0, -1), [{ ...many[0], id: 1 }, ...many.slice(1)]];
  assert.is(new Set(texts.map(digestOfObjects)).size, texts.length);
  assert.is(digestOfObjects(many), digestOfObjects(ofLength(4001)));
});

objects.run();
