import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, prepareDirectories } from '../../../pipeline/base/data-directory.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { requireSameDeclarations } from '../../../pipeline/duckdb/declarations.ts';
import { openWorking } from '../../../pipeline/run/working-database.ts';
import { withDirectory } from '../../support/directory.ts';
import { whileOpen } from '../../support/while-open.ts';
import { refusal } from '../registry/world.ts';

const declarations = suite('declarations of kept databases');

const facts = `-- one row per order
create table if not exists orders (
    id varchar not null
);
comment on column orders.id is 'Number of the order.';
`;

declarations('facts with other columns are refused, and with other comments accepted', () =>
  whileOpen(openDatabase(':memory:'), async (database) => {
    const take = (statements: string) =>
      requireSameDeclarations(database, '/data/x.duckdb', statements);
    await take(facts);
    await take(facts.replace('Number of', 'What numbers').replace('row per', 'row for each'));
    const { message, exitCode } = await refusal(take(facts.replace('varchar', 'bigint')));
    assert.is(
      message,
      '/data/x.duckdb has the tables of another trackrecord; use that one, or run again with --rebuild',
    );
    assert.is(exitCode, 1);
  }),
);

declarations('of the working database, of archived history and of the calendar are noted', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    prepareDirectories(dataDir);
    for (const name of ['main', 'archive']) {
      const first = await openWorking(dataDir, {});
      await first.run(`update ${name}.declarations set sha256 = 'other' where part = 'facts'`);
      first.close();
      const path = name === 'main' ? dataDir.working : dataDir.archive;
      const { message } = await refusal(openWorking(dataDir, {}));
      assert.ok(message.startsWith(`${path} has the tables of another`), message);
      const database = await openDatabase(path);
      await database.run("delete from declarations where part = 'facts'");
      database.close();
    }
    await withCalendarDatabase({ dataDir }, (database) =>
      database.run("update declarations set sha256 = 'other' where part = 'facts'"),
    );
    const again = withCalendarDatabase({ dataDir }, async () => {});
    assert.match((await refusal(again)).message, /calendar\.duckdb has the tables of another/);
  }),
);

declarations.run();
