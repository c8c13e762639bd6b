import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchedBehaviour } from '../../../pipeline/publish/snapshot/searched.ts';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { endpoints, fileEndpoints } from '../../../server/api/index.ts';
import { describeApi } from '../../../server/openapi/document.ts';
import { isObject } from '../../../server/openapi/json.ts';
import { adviceOnText } from '../../docs/plain-english.ts';
import { withDirectory } from '../../support/directory.ts';
import { lendWorld } from '../world.ts';

const document = suite('the description of the API');

const run = promisify(execFile);
const described = describeApi(siteAt('https://records.example'));
const operations = Object.entries(isObject(described.paths) ? described.paths : {}).map(
  ([path, item]) => ({ path, get: isObject(item) && isObject(item.get) ? item.get : {} }),
);

/** Lists the summaries and descriptions of a document, each once. */
function textsOf(value: unknown, key = ''): Set<string> {
  if (typeof value === 'string') return new Set(/^(summary|description)$/.test(key) ? [value] : []);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([name, part]) => [...textsOf(part, name)]));
}

document('says in plain English what each field and parameter means', () => {
  const texts = [...textsOf(described)];
  assert.ok(texts.length > 300, `${texts.length} texts`);
  assert.is(texts.flatMap(adviceOnText).join('\n'), '');
});

document('breaks no rule that Redocly recommends, and gets no warning', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'openapi.json');
    writeFileSync(file, JSON.stringify(described, null, 1));
    const found = await problemsIn(file);
    assert.equal(found, []);
    writeFileSync(file, JSON.stringify({ ...described, servers: [] }));
    assert.not.equal(await problemsIn(file), [], 'a fault is found');
  });
});

document('has every endpoint, and defines every component it refers to', () => {
  const paths = operations.map(({ path }) => path);
  for (const { url } of [...endpoints, ...fileEndpoints])
    assert.ok(paths.includes(url.replace(':slug', '{slug}')), url);
  assert.ok(paths.includes('/api/public/calendar/v1'));
  const text = JSON.stringify(described);
  const names = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, name = '']) => name));
  for (const name of names) {
    const found = name
      .split('/')
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), described);
    assert.ok(isObject(found), name);
  }
});

document('has an example with every schema, and Redocly checks that examples fit', async () => {
  const shown = new Set<string>();
  for (const { get } of operations) {
    const { 200: answer } = isObject(get.responses) ? get.responses : {};
    for (const { schema, example, examples } of contentsOf(answer)) {
      const named = isObject(examples) ? Object.values(examples) : [{ value: example }];
      for (const entry of named) if (isObject(entry)) noteShown(schema, entry.value, shown);
    }
  }
  const { schemas } = isObject(described.components) ? described.components : {};
  const names = Object.keys(isObject(schemas) ? schemas : {}).filter((name) => name !== 'Problem');
  const missing = names.filter((name) => !shown.has(name));
  assert.equal(missing, [], 'add them to server/openapi/examples.ts');
});

document('asks for a key where there is a 401 without one, and nowhere else', async () => {
  await lendWorld(async ({ app }) => {
    for (const { path, get } of operations) {
      const { statusCode } = await app.inject(path.replace('{slug}', 'north-eurusd'));
      const needsKey = JSON.stringify(get.security) === '[{"bearer":[]}]';
      assert.is(statusCode === 401, needsKey, `${path}: ${statusCode}`);
    }
  });
});

document('tells each parameter with what it may be', () => {
  const search = operations.find(({ path }) => path === '/api/v1/search/accounts');
  const parameters = Array.isArray(search?.get.parameters) ? search.get.parameters : [];
  const names = parameters.map(({ name, $ref }) => name ?? $ref);
  assert.equal(names, [
    ...['q', 'symbol', 'type', 'platform', 'currency', 'min_twr_percent', 'max_drawdown_percent'],
    ...['demo', 'min_trades', 'min_age_days', 'updated_within_days'],
    ...['min_observed_months', 'min_deflated_sharpe', 'confirmed', 'verified', 'reconciled'],
    ...['source', 'warnings'],
    ...searchedBehaviour.map((name) => `max_${name}`),
    ...['sort', 'page', 'limit', '#/components/parameters/IfNoneMatch'],
  ]);
  assert.equal(parameters[28].schema, { type: 'integer', minimum: 1, maximum: 200, default: 50 });
  for (const { path, get } of operations) {
    const all = Array.isArray(get.parameters) ? get.parameters : [];
    for (const { name, description, $ref } of all) assert.ok(description || $ref, path + name);
  }
});

function contentsOf(answer: unknown): Record<string, unknown>[] {
  const content = isObject(answer) && isObject(answer.content) ? answer.content : {};
  return Object.values(content).filter(isObject);
}

/** Adds the names of the schemas that a value has members of; null has no member. */
function noteShown(schema: unknown, value: unknown, shown: Set<string>): void {
  if (!isObject(schema) || value === null || value === undefined) return;
  const { $ref, anyOf, items, properties, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    shown.add(name);
    const { schemas } = isObject(described.components) ? described.components : {};
    noteShown(isObject(schemas) ? schemas[name] : null, value, shown);
  }
  for (const choice of Array.isArray(anyOf) ? anyOf : []) noteShown(choice, value, shown);
  if (Array.isArray(value)) for (const item of value) noteShown(items, item, shown);
  const members = isObject(properties) ? properties : {};
  for (const [name, member] of isObject(value) ? Object.entries(value) : []) {
    noteShown(members[name] ?? additionalProperties, member, shown);
  }
}

/** Returns the findings of Redocly's recommended rules, without network access. */
async function problemsIn(file: string): Promise<unknown[]> {
  const main = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const command = join(dirname(main), 'bin/cli.js');
  const args = [command, 'lint', file, '--extends=recommended', '--format=json'];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const { stdout } = await run(process.execPath, args, { cwd: dirname(file), env }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout).problems;
}

document.run();
