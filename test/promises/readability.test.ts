import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { catalogueIn } from '../../server/language/catalogues.ts';
import { adviceOnText, breachesIn, breachLine } from '../docs/plain-english.ts';
import { codeFiles } from '../support/code-files.ts';

const readability = suite('readability');

readability('holds in every comment and name of the code', () => {
  const rooms = ['sql', 'pipeline', 'server', 'test', 'fixtures'];
  // This file quotes forbidden words.
  const files = codeFiles(rooms).filter((file) => file !== 'test/promises/readability.test.ts');
  assert.ok(files.length > 1000, `${files.length} files`);
  const breaches = files.flatMap((file) => breachesIn(file, readFileSync(inPackage(file), 'utf8')));
  assert.is(breaches.map(breachLine).join('\n'), '');
});

/** Lists the texts of a catalogue, each with its key, such as `layout.skip`. */
function textsIn(catalogue: unknown, key = ''): [string, string][] {
  if (typeof catalogue === 'string') return [[key, catalogue]];
  if (typeof catalogue !== 'object' || catalogue === null) return [];
  return Object.entries(catalogue).flatMap(([name, value]) =>
    textsIn(value, key === '' ? name : `${key}.${name}`),
  );
}

readability('holds in every English text of the pages', () => {
  const texts = textsIn(catalogueIn('en'));
  assert.ok(texts.length > 400, `${texts.length} texts`);
  const breaches = texts.flatMap(([key, text]) =>
    adviceOnText(text).map((breach) => `${key}: ${breach}`),
  );
  assert.is(breaches.join('\n'), '');
  assert.equal(textsIn({ a: { b: 'two' }, c: 'three' }), [
    ['a.b', 'two'],
    ['c', 'three'],
  ]);
});

const adviceOn = (source: string, file = 'a.ts') =>
  breachesIn(file, source).map(({ line, advice }) => `${line}: ${advice}`);

readability('names the line and the rule that a comment breaks', () => {
  assert.match(adviceOn('/** Whether it is open. */\n')[0] ?? '', /^1: begin with a verb/);
  assert.match(adviceOn('\n/**\n * The same\n * again.\n */\n')[0] ?? '', /^2: begin with a verb/);
  assert.match(adviceOn('-- rows of whoever asks', 'a.sql')[0] ?? '', /^1: name who does it/);
  assert.match(adviceOn('f(); // null where there is none\n')[0] ?? '', /^1: say what is missing/);
  assert.match(
    adviceOn(`// ${'word '.repeat(13)}\n// ${'word '.repeat(13)}\n`)[0] ?? '',
    /^1: 26 words/,
  );
  assert.match(
    adviceOn('// It is made and is kept until it was read.\n')[0] ?? '',
    /^1: 3 passive/,
  );
  assert.match(adviceOn(`\n// ${'w'.repeat(98)}\n`)[0] ?? '', /^2: 101 characters/);
  assert.equal(adviceOn(`// ${'w'.repeat(97)}\n`), []);
  assert.equal(adviceOn(`// ${'now '.repeat(24)}\n`), []);
  assert.equal(adviceOn('/** Returns `what whoever is beside`. */\n'), []);
  assert.equal(adviceOn("const url = 'http://whoever/beside';\n"), []);
});

readability('names bindings that are called by a pronoun', () => {
  const advice = /^1: name the thing/;
  assert.match(adviceOn('const own = 1;')[0] ?? '', advice);
  assert.match(adviceOn('rows.map((one) => one.id)')[0] ?? '', advice);
  assert.match(adviceOn('rows.every((row, other) => row)')[0] ?? '', advice);
  assert.equal(adviceOn('rows.map(({ one }) => one); rows.map((account) => account.own)'), []);
});

readability('names objects that are spread only for their layout', () => {
  const advice = /^2: write the members without a spread/;
  assert.match(adviceOn('row({\n  ...{ id, name },\n  at,\n});')[0] ?? '', advice);
  assert.equal(adviceOn('row({ ...account, ...(at && { at }) });'), []);
});

readability.run();
