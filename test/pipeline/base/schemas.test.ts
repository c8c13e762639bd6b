import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schema } from '../../../pipeline/base/tables.ts';
import { deliverySchema } from '../../../pipeline/deliveries/schema.ts';
import { sharedTables } from '../../../pipeline/publish/store/shared-tables.ts';
import { registrySchema } from '../../../pipeline/registry/tables.ts';

// Until 1.0 the first migration of a database changes in place. Its name has a hash of its SQL, so
// that a program refuses the tables of another version instead of failing at a missing column.
const schemas = suite('names of migrations');

/** Lists the statements of a migration, without running them. */
async function statementsOf(schema: Schema, name: string): Promise<string[]> {
  const found: string[] = [];
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (opened) => new PostgresIntrospector(opened),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void found.push(query.sql),
  });
  await schema.migrations[name]?.up(db);
  return found;
}

for (const schema of [registrySchema, deliverySchema(true), sharedTables]) {
  schemas(`have the hash of their SQL: ${schema.name}`, async () => {
    for (const name of Object.keys(schema.migrations)) {
      const statements = await statementsOf(schema, name);
      assert.ok(statements.length > 0, name);
      const hash = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 8);
      assert.is(name, `0001_initial_${hash}`, 'name the migration by its new hash');
    }
  });
}

schemas.run();
