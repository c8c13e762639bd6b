import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type JsonValue, readJsonValues } from '../../../pipeline/read/json-values.ts';

const values = suite('exact values of JSON');

/** Rebuilds the result of `JSON.parse` from the reader's values. */
function parsed(value: JsonValue, isNumber: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isNumber(value) ? Number(value) : value;
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, each]) => [name, parsed(each, isNumber)]));
  }
  return Array.isArray(value) ? value.map((each) => parsed(each, isNumber)) : value;
}

values('are those that JSON.parse reads, with numbers as texts', () => {
  // Here texts begin with a letter, so that they differ from numbers.
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string().map((text) => `t${text}`),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
      const [read = null, ...more] = readJsonValues(JSON.stringify(value, null, indent));
      assert.equal(more, []);
      assert.equal(
        JSON.stringify(parsed(read, (text) => !text.startsWith('t'))),
        JSON.stringify(value),
      );
    }),
  );
});

values.run();
