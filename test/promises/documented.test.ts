import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { tables } from '../../pipeline/load/columns.ts';
import { AccountEntry, OwnerEntry, PortfolioEntry } from '../../pipeline/registry/entries.ts';
import { planLimits } from '../../pipeline/registry/plans.ts';
import { hidables, scopes } from '../../pipeline/registry/words.ts';
import { endpoints, fileEndpoints } from '../../server/api/index.ts';
import { allowances } from '../../server/callers/limits/limits.ts';
import { tools } from '../../server/mcp/tools.ts';
import { account } from '../../server/schemas/account.ts';
import { describedBy } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { codeFiles } from '../support/code-files.ts';
import { gapsIn, namesIn, readDocument, rowsOf } from '../support/documents.ts';

// Tables that are written by hand must name exactly what the code has.
const documented = suite('documented');

/** Returns the names in the first column of a table, in order. */
const firstNames = (text: string, header: string): string[] =>
  rowsOf(text, header).flatMap(([first = '']) => namesIn(first));

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Lists the columns of a table in their order. */
const columnsOf = (table: string, cells: readonly (readonly string[])[]): string[] =>
  ['key', 'must have', 'may have'].flatMap((where, at) =>
    (cells[at] ?? []).map((column) => `${column} (${table}, ${where})`),
  );

documented('is every column of a source table, and whether it must be there', () => {
  const rows = rowsOf(readDocument('docs/data-in.md'), '| table | key | must have | may have |');
  const found = rows.flatMap((row) => {
    const [[name = ''] = [], ...cells] = row.map(namesIn);
    return columnsOf(name, cells);
  });
  const wanted = tables.flatMap(({ name, key, columns }) => {
    const needed = columns.filter(
      ({ name: column, required, instead }) => required ?? (instead && key.includes(column)),
    );
    const optional = columns.filter((column) => !needed.includes(column) && !column.isSetByLoad);
    const cells = [
      key.filter((column) => !columns.some((of) => of.name === column && of.isSetByLoad)),
      ...[needed, optional].map((some) => some.map((column) => column.name)),
    ];
    return columnsOf(name, cells);
  });
  assert.equal(gapsIn('docs/data-in.md', found, wanted), []);
});

documented('is in the words of the code, for every message of an import', () => {
  const sources = codeFiles(['pipeline'])
    .map((file) => readFileSync(inPackage(file), 'utf8'))
    .join('\n');
  const rows = rowsOf(readDocument('docs/data-in.md'), '| message | means | do |');
  const messages = rows.flatMap(([first = '']) => namesIn(first));
  const pieces = messages.flatMap((message) =>
    message
      .split(/…|\d+/)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== ''),
  );
  assert.ok(pieces.length > messages.length, `${pieces.length} pieces of ${messages.length}`);
  assert.equal(
    pieces.filter((piece) => !sources.includes(piece)),
    [],
  );
});

documented('is every key of the registry file, and everything that can be hidden', () => {
  const text = readDocument('docs/registry.md');
  const owner = Object.keys(OwnerEntry.properties);
  const entry = [AccountEntry, PortfolioEntry].flatMap(({ properties }) => Object.keys(properties));
  const gapsBelow = (header: string, found: readonly string[], wanted: readonly string[]) =>
    gapsIn(`docs/registry.md below ${header}`, found, wanted);
  const [ofOwner, ofEntry] = ['| an owner has | is |', '| an account or portfolio has | is |'];
  const hide = '| in `hide` | visitors see |';
  assert.equal(
    [
      ...gapsBelow(ofOwner, sorted(firstNames(text, ofOwner)), sorted(owner)),
      ...gapsBelow(ofEntry, sorted(firstNames(text, ofEntry)), sorted(entry)),
      ...gapsBelow(hide, firstNames(text, hide), hidables),
    ],
    [],
  );
});

documented('is every address of the API, and whether it needs a key', () => {
  const rows = rowsOf(readDocument('docs/api.md'), '| GET | key | gives |');
  const versioned = rows
    .map(([address = '', key]) => `${namesIn(address)[0]} ${key}`)
    .filter((row) => row.startsWith('/api/v1/'));
  const wanted = [...endpoints, ...fileEndpoints].map(
    ({ url, operation }) =>
      `${url.replace(':slug', '{slug}')} ${operation.needsKey ? 'yes' : 'no'}`,
  );
  assert.equal(gapsIn('docs/api.md', sorted(versioned), sorted(wanted)), []);
});

documented('is every tool for models, in their order', () => {
  const found = firstNames(readDocument('docs/mcp.md'), '| tool | key | gives |');
  const names = tools.map(({ listed }) => listed.name);
  assert.equal(gapsIn('docs/mcp.md', found, names), []);
});

documented('are the requests and keys of each plan, and the scopes of keys', () => {
  const text = readDocument('docs/api.md');
  const plans = rowsOf(text, '| | no key | `free` | `pro`, `ultra` |');
  const numbersOf = (label: string) =>
    plans.find(([first]) => first === label)?.flatMap((cell) => cell.match(/^\d+/) ?? []);
  const { anonymous, free, paid } = allowances;
  assert.equal(numbersOf('requests in any 60 seconds'), [anonymous, free, paid].map(String));
  assert.equal(
    rowsOf(text, '| who | requests in any 60 seconds |').map(([, cell = '']) => parseInt(cell, 10)),
    [anonymous, free, paid, allowances.deliveries, allowances.shares, allowances.pages],
  );
  const { free: freeLimits, pro, ultra } = planLimits;
  assert.is(pro.keys, ultra.keys);
  assert.equal(numbersOf('active keys'), [freeLimits.keys, pro.keys].map(String));
  assert.equal(firstNames(text, '| scope | lets |'), [...scopes]);
});

documented('are the limits of each plan', () => {
  const rows = rowsOf(
    readDocument('docs/owners.md'),
    '| limit | `free` | `pro` | `ultra` | counts |',
  );
  const shown = (name: string, max: number): string =>
    name.startsWith('bytes')
      ? `${(max / 1024 / 1024).toLocaleString('en-US')} MiB`
      : max.toLocaleString('en-US');
  const names = Object.keys(planLimits.free) as (keyof typeof planLimits.free)[];
  const found = rows.map((row) => row.slice(0, 4).join(' | '));
  const wanted = names.map((name) =>
    [
      `\`${name}\``,
      ...(['free', 'pro', 'ultra'] as const).map((plan) => shown(name, planLimits[plan][name])),
    ].join(' | '),
  );
  assert.equal(gapsIn('docs/owners.md', found, wanted), []);
});

/** Lists fields of a schema that may be null but don't say when. */
function untold(schema: TSchema, path: readonly string[] = []): string[] {
  const any = 'anyOf' in schema && Array.isArray(schema.anyOf) ? (schema.anyOf as TSchema[]) : [];
  const isNull = any.some((schema) => 'type' in schema && schema.type === 'null');
  const below = 'properties' in schema ? Object.entries(schema.properties as object) : [];
  const items = 'items' in schema ? [schema.items as TSchema] : [];
  const isTold = describedBy(schema)?.nullWhen !== undefined;
  return [
    ...(isNull && !isTold ? [path.join('.')] : []),
    ...below.flatMap(([name, field]: [string, TSchema]) => untold(field, [...path, name])),
    ...[...any, ...items].flatMap((schema) => untold(schema, path)),
  ];
}

documented(
  'of null is given for every field that may be null, except sections, which are hidden',
  () => {
    assert.equal(untold(account), [...sectionNames, 'restatements']);
    assert.equal(
      [trade, position].flatMap((row) => untold(row)),
      [],
    );
  },
);

documented.run();
