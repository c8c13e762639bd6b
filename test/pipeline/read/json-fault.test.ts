import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { jsonFault } from '../../../pipeline/read/json-values.ts';

const fault = suite('faults of JSON');

const faultOf = (text: string): string | null => {
  const found = jsonFault(text);
  return found && inEnglish(found);
};

const cases: readonly (readonly [string, string])[] = [
  ['{"a": [\n  1,\n  ]}', 'line 3, column 3: remove the comma before ]'],
  ['{\r\n"a": 1,\r\n}', 'line 3, column 1: remove the comma before }'],
  ['{"a": 1\n "b": 2}', 'line 2, column 2: a comma or } is missing'],
  ['[1 2]', 'line 1, column 4: a comma or ] is expected, not "2"'],
  ["{'a': 1}", 'line 1, column 2: a name in double quotes or } is expected, not "\'"'],
  ['{"a" 1}', 'line 1, column 6: a colon is expected, not "1"'],
  ['{"a": undefined}', 'line 1, column 7: a value is expected, not "u"'],
  ['{"a": 1} x', 'line 1, column 10: nothing more is expected, not "x"'],
  ['{"a": [', 'line 1, column 8: it ends too early: a value or ] is missing'],
  ['', 'line 1, column 1: it ends too early: a value is missing'],
  [
    '{\n"a": "b\n"}',
    'line 2, column 6: a text has no closing double quote, or a character in it must be escaped',
  ],
];

for (const [text, line] of cases) {
  fault(`say of ${JSON.stringify(text)} where and why`, () => assert.is(faultOf(text), line));
}

fault('are found behind and in a text of 32 MB', () => {
  const long = `["${'a'.repeat(2 ** 25)}`;
  assert.match(faultOf(long) ?? '', /^line 1, column 2: a text has no closing double quote/);
  assert.is(faultOf(`${long}",]`), `line 1, column ${2 ** 25 + 5}: remove the comma before ]`);
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

fault('are found where JSON.parse finds any, and nowhere else', () => {
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '"\\u00e9\\n"', '"', '1', '-0.5e+3', '01'];
  const tokens = ['true', 'null', 'nul', ' ', '\n', '\u00a0', '\ufeff', '"\t"', '"\u007f"', '\\'];
  const broken = fc.array(fc.constantFrom(...pieces, ...tokens), { maxLength: 12 });
  const right = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ...pieces));
  fc.assert(
    fc.property(broken, right, (texts, [json, at, added]) => {
      const place = at % (json.length + 1);
      for (const text of [texts.join(''), json, json.slice(0, place) + added + json.slice(place)]) {
        assert.is(jsonFault(text) === null, isJson(text), text);
      }
    }),
    { numRuns: 2000 },
  );
});

fault.run();
