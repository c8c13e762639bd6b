import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { membersOf, replaceMembers } from '../../../pipeline/base/json-text.ts';

const jsonText = suite('json text');

const replaceAt = (text: string, path: readonly string[], value: string): string =>
  replaceMembers(text, [{ path, value }]);

jsonText('finds the members of any object, each as written', () => {
  const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 1, '\t'), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      const parsed = [...membersOf(text)].map(([key, value]) => [key, JSON.parse(value)]);
      assert.equal(parsed, Object.entries(JSON.parse(text)));
    }),
  );
});

jsonText('replaces nested members without changing any other byte', () => {
  const text = '{ "a": [{"b": 1}], "c": {"b": 1.50, "d\\"": "}{", "e":1e-7}, "b": -0 }';
  assert.is(replaceAt(text, ['c', 'b'], 'null'), text.replace('1.50', 'null'));
  assert.is(replaceAt(text, ['c', 'e'], '0'), text.replace('1e-7', '0'));
  assert.is(replaceAt(text, ['b'], '[]'), text.replace('-0', '[]'));
  assert.is(replaceAt(text, [], 'null'), 'null');
});

jsonText('replaces many members in one call like one after the other', () => {
  const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { minKeys: 3 });
  fc.assert(
    fc.property(objects, fc.nat(), (object, seed) => {
      const text = JSON.stringify(object);
      const keys = [...membersOf(text).keys()].filter((_, at) => (seed >> (at % 8)) % 2 === 0);
      const replacements = keys.map((key, at) => ({ path: [key], value: String(at) }));
      const expected = replacements.reduce(
        (text, { path, value }) => replaceAt(text, path, value),
        text,
      );
      assert.is(replaceMembers(text, replacements.toReversed()), expected);
    }),
  );
  const nested = '{"a":{"b":1,"c":{"d":2}},"e":null,"f":3}';
  const replacements = [
    { path: ['a', 'c', 'd'], value: '0' },
    { path: ['e', 'x'], value: '0' },
    { path: ['a', 'b'], value: '[]' },
  ];
  assert.is(replaceMembers(nested, replacements), '{"a":{"b":[],"c":{"d":0}},"e":null,"f":3}');
  assert.is(replaceMembers(nested, [...replacements, { path: [], value: 'null' }]), 'null');
  assert.throws(
    () =>
      replaceMembers(nested, [
        { path: ['f'], value: '0' },
        { path: ['g'], value: '0' },
      ]),
    /no member "g"/,
  );
});

jsonText('keeps a null that is on the path', () => {
  assert.is(replaceAt('{"a":null}', ['a', 'b'], '0'), '{"a":null}');
});

jsonText('fails where a member is missing, so that nothing hidden slips through', () => {
  assert.throws(() => replaceAt('{"a":{}}', ['a', 'b'], '0'), /no member "b"/);
  assert.throws(() => replaceAt('{"a":[]}', ['a', 'b'], '0'), /no \{/);
  for (const text of [
    '',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":"',
    '{"a":[',
    '[]',
    '{"a":1 "b"}',
  ]) {
    assert.throws(() => membersOf(text), /JSON/, text);
  }
});

jsonText.run();
