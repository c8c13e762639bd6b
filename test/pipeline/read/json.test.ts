import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bounds, UnreadableExport } from '../../../pipeline/read/bounds.ts';
import { decimalOf, readJson, readJsonValues } from '../../../pipeline/read/json-values.ts';
import { isInFull } from '../../support/in-full.ts';

const feeds = suite('JSON of feeds and answers');

/**
 * Parses a text. Returns the value, or the reason why it can't be read. Any other error fails the
 * test.
 */
function valueOr(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
    assert.ok(error.message.length > 10 && !error.message.includes('\n'), error.message);
    return 'unreadable';
  }
}

const json = fc.jsonValue({ maxDepth: 5 });
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readJson,
  readJsonValues,
};

/** Returns true if a reader that asks for each name finds a name twice in an object. */
function namesTwice(text: string): boolean {
  let members = 0;
  JSON.parse(text, (_, value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      members += Object.keys(value).length;
    }
    return value;
  });
  return [...text.replaceAll(/\\./g, '').matchAll(/"[^"]*"\s*:/g)].length > members;
}

for (const [name, read] of Object.entries(readers)) {
  feeds(`that is cut off anywhere is refused by ${name}`, () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 3 }), fc.nat(), (value, at) => {
        const text = JSON.stringify({ events: value });
        assert.is(valueOr(read, text.slice(0, 1 + (at % (text.length - 1)))), 'unreadable');
      }),
    );
  });

  feeds(`in which a few characters are others is read or refused by ${name}`, () => {
    const edit = fc.record({
      at: fc.nat(120),
      length: fc.nat(6),
      text: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 3 }),
        fc.constantFrom('"', '\\', '\\u12', '[', ']', '{', '}', ',', ':', '1e', '-', '\u0000'),
      ),
    });
    const body =
      '{"id":12345678901234567890,"rows":[{"at":"2024\\u0041","sum":-1.5e3},[],null,true]}';
    let refused = 0;
    fc.assert(
      fc.property(edit, ({ at, length, text }) => {
        const changed = body.slice(0, at) + text + body.slice(at + length);
        const found = valueOr(read, changed);
        if (found === 'unreadable') refused += 1;
        let isJson = true;
        try {
          JSON.parse(changed);
        } catch {
          isJson = false;
        }
        if (isJson && !namesTwice(changed)) assert.is.not(found, 'unreadable', changed);
        // The other reader also accepts several values, one after the other.
        else if (name === 'readJson' || isJson) assert.is(found, 'unreadable', changed);
        else assert.is.not((found as { value?: unknown[] }).value?.length, 1, changed);
      }),
      { numRuns: 1000 },
    );
    assert.ok(refused > 100, `${refused} refused`);
  });

  feeds(`is nested as deep as the bound and no deeper for ${name}`, () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      assert.is.not(valueOr(read, nested(bounds.nestingOfJson)), 'unreadable');
      assert.throws(() => read(nested(bounds.nestingOfJson + 1)), /brackets are open at once/);
      // Fails long before it looks for the end, and without a stack frame for each bracket.
      assert.throws(() => read(open.repeat(2_000_000)), /brackets are open at once/);
    }
    const inText = JSON.stringify({ title: '[{'.repeat(100), quoted: '"[\\"['.repeat(50) });
    assert.is.not(valueOr(read, inText), 'unreadable');
  });
}

feeds(
  'is refused as soon as it lists more events than any feed, or brackets than any export',
  () => {
    const list = (events: number) => `[${'{},'.repeat(events - 1)}{}]`;
    assert.throws(
      () => readJson(list(bounds.events + bounds.nestingOfJson)),
      /lists more than 200000 entries/,
    );
    assert.is((readJson(list(1000)) as unknown[]).length, 1000);
    // This takes a second.
    if (!isInFull) return;
    assert.throws(() => readJsonValues(list(bounds.jsonBrackets)), /more than 1000000 lists/);
  },
);

feeds('is one value, and behind a byte order mark too', () => {
  assert.equal(readJson('\ufeff[1]'), ['1']);
  for (const text of ['', '[1] [2]', '[1],', '\ufeff\ufeff[1]', '[\ufeff1]', '["\n"]', '["\t"]']) {
    assert.throws(() => readJson(text), /^it is not JSON: line \d+, column \d+: /);
  }
  assert.equal(readJsonValues('[1]\n[2] "x"'), [['1'], ['2'], 'x']);
});

/** Members with a duplicate name, by the way that the duplicate is written. */
const twice: readonly [text: string, place: string][] = [
  ['{"profit":"10","profit":"99"}', 'line 1, column 16: the member "profit"'],
  ['{"profit":"10",\n "profit":"10"}', 'line 2, column 2: the member "profit"'],
  ['[{"a":1},{"a":1,"b":{},"a":2}]', 'line 1, column 24: the member "a"'],
  // Names are compared after decoding, not as they are written.
  ['{"a":1,"\\u0061":2}', 'line 1, column 8: the member "a"'],
  ['{"x\\ny":1,"x\\ny":2}', 'line 1, column 11: the member "x\\ny"'],
  ['{"__proto__":1,"__proto__":2}', 'line 1, column 16: the member "__proto__"'],
];
for (const [text, place] of twice) {
  feeds(`is refused where a member comes twice: ${text.replaceAll('\n', ' ')}`, () => {
    for (const read of [readJson, readJsonValues]) {
      assert.throws(
        () => read(text),
        (error: Error) =>
          error instanceof UnreadableExport && error.message === `${place} comes twice`,
      );
    }
  });
}

feeds('may name in each of its objects what the others name, whatever the name', () => {
  const [read] = readJsonValues('[{"__proto__":"1","a":{"a":{"a":"2"}}},{"a":"3"}]');
  assert.equal(read, [
    new Map<string, unknown>([
      ['__proto__', '1'],
      ['a', new Map([['a', new Map([['a', '2']])]])],
    ]),
    new Map([['a', '3']]),
  ]);
});

feeds('turns numbers of any notation into the same decimals', () => {
  const numbers = fc.tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(0|[1-9]\d{0,12})$/),
    fc.stringMatching(/^\d{0,12}$/),
    fc.integer({ min: -20, max: 20 }),
  );
  fc.assert(
    fc.property(numbers, ([sign, whole, fraction, exponent]) => {
      const text = `${sign}${whole}${fraction && `.${fraction}`}e${exponent}`;
      const decimal = decimalOf(text) ?? 'none';
      assert.match(decimal, /^-?\d+(\.\d+)?$/, text);
      const [, units = ''] = /^-?(.*)$/.exec(decimal) ?? [];
      const places = units.includes('.') ? units.length - units.indexOf('.') - 1 : 0;
      // Both are whole multiples of the same unit, 10^-40.
      const unit = (digits: string, shift: number) => BigInt(digits) * 10n ** BigInt(40 + shift);
      assert.is(
        unit(units.replace('.', ''), -places),
        unit(whole + fraction, exponent - fraction.length),
        text,
      );
      assert.is(decimal.startsWith('-'), sign === '-');
    }),
  );
  for (const text of [
    '',
    'x',
    '1,5',
    '0x10',
    '1e',
    '1e999',
    '.5',
    '5.',
    '--1',
    '1 2',
    'Infinity',
  ]) {
    assert.is(decimalOf(text), null, text);
  }
});

feeds.run();
