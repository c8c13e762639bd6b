import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emptySection } from '../../../pipeline/duckdb/skipped-tables.ts';
import { computeNothing } from '../../support/computed.ts';
import { whileOpen } from '../../support/while-open.ts';

const conditional = suite('conditional relations');

conditional('have empty stand-ins with the columns and types of their SQL', () =>
  whileOpen(computeNothing(), async (database) => {
    for (const mart of ['benchmark', 'excursion', 'contributions'] as const) {
      await database.run(`create table stand_in as ${emptySection(mart)}`);
      const typesOf = (table: string) =>
        database.rows(`select column_name, column_type from (describe ${table})`);
      assert.equal(await typesOf('stand_in'), await typesOf(`computed_${mart}`));
      await database.run('drop table stand_in');
    }
  }),
);

conditional.run();
