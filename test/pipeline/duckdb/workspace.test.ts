import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { openWorkspace } from '../../../pipeline/duckdb/workspace.ts';

const workspaces = suite('workspace');

workspaces(
  'holds what is created in it for every connection that entered, until it is closed',
  async () => {
    const database = await openDatabase(':memory:', { threads: 1 });
    const otherDatabase = await database.connect();
    try {
      await database.run('create table facts as select 1 as x');
      const workspace = await openWorkspace(database);
      await workspace.enter(database);
      await database.run('create table computed as select x + 1 as x from facts');
      await database.run(
        'create view shown as select computed.x, facts.x as fact from computed, facts',
      );
      await workspace.leave(database);
      const next = await openWorkspace(database);
      await next.enter(database);
      await database.run('create table computed as select 7 as x');
      await workspace.enter(otherDatabase);
      assert.equal(await otherDatabase.rows('from shown'), [{ x: 2, fact: 1 }]);
      assert.equal(await database.rows('from computed'), [{ x: 7 }]);
      await workspace.leave(otherDatabase);
      await workspace.close(otherDatabase);
      await next.leave(database);
      await next.close(database);
      const databases = await database.rows(
        'select database_name from duckdb_databases() where not internal',
      );
      assert.equal(databases, [{ database_name: workspace.home }]);
      assert.equal(await database.rows('from facts'), [{ x: 1 }]);
    } finally {
      otherDatabase.close();
      database.close();
    }
  },
);

workspaces.run();
