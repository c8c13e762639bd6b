import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { isTooLong, lineOf, sendable, tooLongRow } from '../../../pipeline/connect/source-lines.ts';
import { longestRow } from '../../../pipeline/load/text-file.ts';

const lines = suite('lines of sent rows');

const account = 'MT5:7@Broker-Live';
const tables = [...sendable.values()];
const trades = tables.find(({ name }) => name === 'trades');
if (!trades) throw new Error('trades cannot be sent');

/** Numbers with more digits than a double has, as programs write them. */
const numbers = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/);
const blanks = fc.constantFrom('', ' ', '\n', '\r\n', '\t');
const names = fc.constantFrom(
  ...trades.columns.map(({ name }) => name),
  'x',
  '',
  'table',
  'Profit',
);
const values = fc.oneof(
  numbers,
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('null', 'true', '""', '"\\u0000"', '"\\ud800"', '"\\n"'),
);
const members = fc.array(fc.tuple(names, values, blanks), { maxLength: 6 });

const written = (row: readonly (readonly [string, string, string])[]): string =>
  `{${row.map(([name, value, blank]) => `${blank}${JSON.stringify(name)}:${blank}${value}`).join(',')}}`;

lines('have only the columns of the table, with values as written', () => {
  fc.assert(
    fc.property(members, (row) => {
      const sent = row.filter(([name]) => name !== 'account_id');
      const made = lineOf(written(sent), trades, account);
      if (!('line' in made)) throw new Error(inEnglish(made.reason));
      assert.not.match(made.line, /[\r\n]/);
      const source = JSON.parse(made.line);
      const known = new Set(trades.columns.map(({ name }) => name));
      for (const name of Object.keys(source)) assert.ok(known.has(name), name);
      assert.is(source.account_id, account);
      const last = new Map(sent.map(([name, value]) => [name, value]));
      for (const [name, value] of last) {
        if (!known.has(name)) continue;
        const member = `"${name}":${value.replaceAll(/[\r\n]/g, ' ')}`;
        assert.ok(made.line.includes(member), `${member} in ${made.line}`);
      }
    }),
    { numRuns: 500 },
  );
});

lines("are refused for another account than the key's, in whatever form it is written", () => {
  const ids = fc.oneof(
    fc.constantFrom(null, '', account, account.toLowerCase(), ` ${account}`, 'MT5:8@Broker-Live'),
    fc.jsonValue({ maxDepth: 1 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...tables), ids, (table, account_id) => {
      const made = lineOf(JSON.stringify({ account_id }), table, account);
      const isOwn = account_id === null || account_id === '' || account_id === account;
      if (isOwn) assert.is('line' in made && JSON.parse(made.line).account_id, account);
      else assert.is('reason' in made ? made.reason.code : 'taken', 'row_other_account');
    }),
  );
});

lines('never name their own data source: a row that claims one gets a warning', () => {
  for (const table of tables) {
    const hasSource = table.columns.some(({ name }) => name === 'data_source');
    const claimed = lineOf(JSON.stringify({ data_source: 'terminal' }), table, account);
    const silent = lineOf('{}', table, account);
    if (!('line' in claimed) || !('line' in silent)) throw new Error(table.name);
    assert.is(JSON.parse(claimed.line).data_source, undefined);
    assert.equal(JSON.parse(claimed.line), JSON.parse(silent.line), table.name);
    assert.equal([claimed.warning !== undefined, silent.warning], [hasSource, undefined]);
  }
});

lines('use the values of the body unless they have their own', () => {
  const said = { profit: '1.50' };
  const [silent, stated] = ['{}', '{"profit": 2.500}'].map((row) =>
    lineOf(row, trades, account, said),
  );
  assert.match(silent && 'line' in silent ? silent.line : '', '"profit":"1.50"');
  assert.match(stated && 'line' in stated ? stated.line : '', '"profit":2.500');
});

lines('are no longer than load reads, counted in bytes', () => {
  const row = (comment: string) => `{"comment":"${comment}"}`;
  const frame = row('').length;
  for (const [letter, bytes] of [
    ['x', 1],
    ['é', 2],
    ['漢', 3],
    ['😀', 4],
  ] as const) {
    const most = Math.floor((longestRow - frame) / bytes);
    assert.not(isTooLong(row(letter.repeat(most))), letter);
    assert.ok(isTooLong(row(letter.repeat(most + 1))), letter);
    // The account's id makes the line longer than the row.
    const made = lineOf(row(letter.repeat(most)), trades, account);
    assert.equal(made, { reason: tooLongRow }, letter);
  }
});

lines('are made only from objects', () => {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant([{}]));
  fc.assert(
    fc.property(odd, (value) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const made = lineOf(JSON.stringify(value), trades, account);
      const isRefused = 'reason' in made && made.reason.code === 'row_not_object';
      assert.is(isRefused, !isObject);
    }),
  );
});

lines.run();
