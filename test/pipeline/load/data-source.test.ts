import { join } from 'node:path';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { goodRows, withWorld } from './world.ts';

const test = suite('load: data_source of an account');
const inWorld = within(test, withWorld);

const claims = (account: string) => ({
  ...goodRows.accounts,
  account_id: account,
  data_source: 'broker_api',
});

const csv = (...rows: readonly Readonly<Record<string, string>>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((row) => `${row}\n`).join('');

inWorld('is never taken from a file, with one warning per file', async (world) => {
  const { directory, source, database } = world;
  world.put({
    'accounts-a.csv': csv(claims('MT5:1@Live'), claims('MT5:2@Live')),
    'accounts-b.ndjson': [claims('MT5:3@Live'), claims('MT5:4@Live')]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
    'accounts-c.arrow': tableToIPC(
      tableFromArrays(
        Object.fromEntries(
          Object.entries(claims('MT5:5@Live')).map(([name, value]) => [name, [value]]),
        ),
      ),
      'file',
    ),
  });
  const csvFile = join(directory, 'claims.csv');
  world.put({ '../claims.csv': csv(claims('MT5:6@Live')) });
  await database.run(
    `copy (from read_csv('${csvFile}', all_varchar = true))
        to '${join(source, 'accounts-d.parquet')}' (format parquet)`,
  );
  const report = await world.load();
  assert.equal(report.failures, []);
  assert.equal(await world.reasons(), []);
  assert.equal(
    world.warnings,
    Array(4).fill('column is ignored: where data came from is set by who takes it in'),
  );
  const sources = await world.rows(
    'select data_source, count(*)::integer as accounts from account_reports group by all',
  );
  assert.equal(sources, [{ data_source: 'operator_file', accounts: 6 }]);
});

inWorld('is set without a warning where the files do not name it', async (world) => {
  const { server: _, ...row } = goodRows.accounts;
  world.put({
    'accounts.csv': csv(goodRows.accounts),
    'accounts-b.ndjson': `${JSON.stringify({ ...row, account_id: 'MT5:9@Live', broker: 'data_source' })}\n`,
  });
  await world.load();
  assert.equal(world.warnings, []);
  assert.equal(await world.rows('select distinct data_source from account_reports'), [
    { data_source: 'operator_file' },
  ]);
});

test.run();
