import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { matchPartially } from '../../oracle/match.ts';
import { readScenarios } from '../../oracle/scenarios.ts';
import { openServer } from '../../server/open-server.ts';
import { publishWorld } from '../../support/published.ts';
import { wireFaults } from '../../support/wire-faults.ts';

// Runs the complete test, publishes the scenario of the recipes, prints the documents, and in its
// last line everything visible of the account. One process does all, since loading takes a second.

// uvu reads both when it is loaded. They make exec() run the tests that were registered.
Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: [[null]] });
const { exec } = await import('uvu');
await import('../complete.test.ts');
await exec();

const name = 'ordinary-account';
const slug = 'ordinary';
const scenario = (await readScenarios()).find((each) => each.name === name);
if (!scenario) throw new Error(`there is no scenario ${name}`);
const { directory, asOf, expectations } = scenario;
const published = await publishWorld(directory, asOf, { threads: 1 });
const { dataDir } = published;
const differences = expectations.flatMap(({ section, value }) =>
  matchPartially(value, published.read(slug)[section], section),
);
const warehouse = await openDatabase(dataDir.warehouse);
const views = await warehouse.rows('select view_name from duckdb_views() where not internal');
const comments = await warehouse.rows(
  "select table_name || '.' || column_name as name, comment from duckdb_columns()",
);
warehouse.close();
const server = await openServer({ dataDir, clock: () => asOf, log: silentLog });
const read = async (url: string) => (await server.app.inject(url)).body;
const object = `/api/v1/accounts/${slug}?include=${sectionNames}`;
const seen = {
  differences: [...differences, ...wireFaults(published.read(slug))],
  views: views.map(({ view_name }) => view_name),
  comments: Object.fromEntries(comments.map((row) => [row.name, row.comment])),
  answer: JSON.parse(await read(object)),
  description: await read('/api/v1/openapi.json'),
  page: [await read(`/account/${slug}/risk`), await read(`/account/${slug}/statistics`)].join(),
};
const { accounts } = JSON.parse(readFileSync(join(directory, 'registry.json'), 'utf8'));
await applyRegistry(server.registry, {
  accounts: accounts.map((entry: object) => ({ ...entry, hide: sectionNames.slice(-1) })),
});
console.log(JSON.stringify({ ...seen, hidden: JSON.parse(await read(object)) }));
await server.close();
published.remove();
await import('../../docs/write.ts');
