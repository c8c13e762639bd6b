import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import {
  computeRelations,
  dropRelations,
  type Relation,
  relationsInOrder,
  relationsReadBy,
  tablesReadBy,
} from '../../../pipeline/duckdb/relations.ts';
import { whileOpen } from '../../support/while-open.ts';

const relations = suite('relations');

const relation = (table: string, sql: string, kind: Relation['kind'] = 'table'): Relation => ({
  name: table,
  folder: 'intermediate',
  table,
  kind,
  sql,
  reads: relationsReadBy(sql),
});

const chain = [
  relation('a', 'select 1 as x'),
  relation('b', 'select x + 1 as x from a'),
  relation('seen', 'select * from b', 'view'),
  relation('c', 'select a.x + b.x as x from a inner join b on true'),
  relation('d', 'select x * 10 as x from seen'),
  relation('e', 'select x from d'),
];

const withChain = (
  kept: readonly string[] | undefined,
  work: (database: Database, tables: () => Promise<string[]>) => Promise<void>,
): Promise<void> =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    const tables = async () => {
      const rows = await database.rows('select table_name from duckdb_tables() order by all');
      return rows.map(({ table_name }) => String(table_name));
    };
    await computeRelations(database, chain, kept && new Set(kept));
    await work(database, tables);
  });

relations('are dropped after their last reader, also one through a view', () =>
  withChain(['c', 'e'], async (database, tables) => {
    assert.equal(await tables(), ['c', 'e']);
    assert.equal(await database.rows('select c.x as c, e.x as e from c, e'), [{ c: 3, e: 20 }]);
  }),
);

relations('are all kept without a list of those to keep', () =>
  withChain(undefined, async (database, tables) => {
    assert.equal(await tables(), ['a', 'b', 'c', 'd', 'e']);
    const cached = tablesReadBy(['select * from seen'], chain);
    assert.equal([...cached].sort(), ['b', 'seen']);
    await dropRelations(database, chain, cached);
    assert.equal(await tables(), ['b']);
    assert.equal(await database.rows('select x from seen'), [{ x: 2 }]);
  }),
);

relations('come after those they read', () => {
  const ordered = relationsInOrder();
  for (const [at, { table, reads }] of ordered.entries()) {
    const later = ordered.slice(at + 1).filter((relation) => reads.has(relation.table));
    assert.equal(later, [], table);
  }
});

relations.run();
