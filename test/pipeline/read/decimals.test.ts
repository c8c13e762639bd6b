import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compareDecimals,
  divideUnits,
  negateDecimal,
  parseDecimal,
  shortestDecimal,
  sumDecimals,
} from '../../../pipeline/read/decimals.ts';
import { isInFull } from '../../support/in-full.ts';

const decimals = suite('decimals');

const printed: [string, string | null][] = [
  ['1.19754', '1.19754'],
  ['0.00', '0.00'],
  ['100 000.00', '100000.00'],
  ['100\u00a0000.00', '100000.00'],
  ['1\u202f234\u2009567.8', '1234567.8'],
  ['200 000', '200000'],
  ['- 70.25', '-70.25'],
  ['-1 606.61', '-1606.61'],
  ['\u221270.25', '-70.25'],
  ['+5.10', '5.10'],
  ['.5', '0.5'],
  ['4 577,86', '4577.86'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1,234', null],
  ['', null],
  ['-', null],
  ['1e5', null],
  ['0x10', null],
  ['NaN', null],
  ['Infinity', null],
  ['0.05 / 0.10', null],
  ['1.2.3', null],
  // Separators in the wrong place: a digit was damaged, or the cells of the row are shifted.
  ['1 5.50', null],
  ["10'5.50", null],
  ['1,2.50', null],
  ['1.2,50', null],
  ['1 2 3', null],
  ['1234 567.00', null],
  ['12 .50', null],
  ['1.5 0', null],
  ['1  234.50', null],
  ["1'234 567.00", null],
  ["'123.00", null],
  [' 123', '123'],
  ['1 234 567', '1234567'],
  ["1'234,5", '1234.5'],
  ['12,34,567.50', '1234567.50'],
  ['1,23.50', null],
  [',5', '0.5'],
  ['5.', null],
  ['.', null],
  ['5,5,5', null],
  ['1,234,567.8', '1234567.8'],
  ['1,234,567', null],
  ['- ', null],
  ['--5', null],
  ['５', null],
  ['٣', null],
  ['1\u0000', null],
];

for (const [text, value] of printed) {
  decimals(`reads ${JSON.stringify(text)} as ${value}`, () => {
    assert.is(parseDecimal(text), value);
  });
}

decimals('keeps every digit of a number no float could hold', () => {
  assert.is(parseDecimal('90 071 992 547 409 931.10'), '90071992547409931.10');
  assert.is(sumDecimals(['90071992547409931.10', '0.01']), '90071992547409931.11');
});

decimals('adds with the places of the longest', () => {
  assert.is(sumDecimals(['0.1', '0.2']), '0.3');
  assert.is(sumDecimals(['-0.005', '0.01']), '0.005');
  assert.is(sumDecimals(['-1.50', '1.5']), '0.00');
  assert.is(sumDecimals(['200000', '-1']), '199999');
  assert.is(sumDecimals([]), '0');
});

decimals('adds cents as integers do', () => {
  const cents = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
  const money = (value: bigint) => {
    const digits = `${value < 0n ? -value : value}`.padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1 }), (values) => {
      const total = values.reduce((sum, value) => sum + value, 0n);
      assert.is(sumDecimals(values.map(money)), money(total));
    }),
  );
});

decimals('adds more numbers than a call takes arguments', () => {
  assert.is(sumDecimals(Array.from({ length: 500_000 }, () => '0.01')), '5000.00');
});

decimals('compares by value and turns signs', () => {
  assert.is(compareDecimals('1.50', '1.5'), 0);
  assert.is(compareDecimals('-0.00', '0'), 0);
  assert.is(compareDecimals('-2', '1.999'), -1);
  assert.is(compareDecimals('10', '9.99'), 1);
  assert.is(negateDecimal('-1.50'), '1.50');
  assert.is(negateDecimal('0.00'), '0.00');
});

decimals('with all the digits of a double are as they were before', () => {
  assert.is(shortestDecimal('0.88683999999999996'), '0.88684');
  assert.is(shortestDecimal('-30.120000000000001'), '-30.12');
  assert.is(shortestDecimal('3328.61'), '3328.61');
  assert.is(shortestDecimal('1.5E-3'), '0.0015');
});

/** Makes a whole number, its number of decimals, and its value as decimal text. */
const units = fc.tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(9));

const decimalOf = (value: bigint, places: number): string => {
  const digits = `${value < 0n ? -value : value}`.padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const point = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${value < 0n ? '-' : ''}${whole}${point}`;
};

decimals('with a digit replaced by a separator are refused, or read as thousands', () => {
  const amount = fc.tuple(fc.integer({ min: 1000, max: 99_999_999 }), fc.nat(8));
  fc.assert(
    fc.property(amount, fc.constantFrom(' ', "'", ',', '.', '\u00a0'), ([cents, at], mark) => {
      const text = (cents / 100).toFixed(2);
      const place = at % text.indexOf('.');
      const damaged = text.slice(0, place) + mark + text.slice(place + 1);
      const read = parseDecimal(damaged);
      if (read === null) return;
      const [whole = ''] = damaged.split(/[.,](?=\d\d$)/);
      // A separator in front of all digits must be a blank, or three digits must follow it.
      assert.match(whole, /^(\s\d+|\d{1,3}\D\d{3})$/, damaged);
      assert.is(read, whole.replace(/\D/g, '') + text.slice(-3));
    }),
    { numRuns: isInFull ? 20_000 : 500 },
  );
});

/** Separators of thousands and decimals, as countries and banks write them. */
const locales: readonly (readonly [thousands: string, point: string])[] = [
  [',', '.'],
  ['.', ','],
  [' ', '.'],
  [' ', ','],
  ['\u00a0', ','],
  ['\u202f', ','],
  ["'", '.'],
  ['’', '.'],
];

decimals(
  'are read as printed in any country, or not at all; a single point is a decimal point',
  () => {
    let ambiguous = 0;
    fc.assert(
      fc.property(units, fc.constantFrom(...locales), ([value, places], [thousands, point]) => {
        const decimal = decimalOf(value, places);
        const [whole = '', fraction] = decimal.split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
        const printed = fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
        const read = parseDecimal(printed);
        if (read === null) ambiguous += 1;
        // `1,234` may mean 1234 or 1.234. A guess could be wrong by a factor of a thousand.
        else if (read !== decimal) assert.match(printed, /^[+-]?\d+\.\d{3}$/);
      }),
      { numRuns: 1_000 },
    );
    assert.ok(ambiguous > 20 && ambiguous < 400, `${ambiguous} are ambiguous`);
  },
);

decimals('of any text are plain digits or none', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.stringMatching(/^[-+0-9.,' eE()%]{0,20}$/),
    fc.constantFrom(
      '٣',
      '１２',
      '0'.repeat(61),
      '1'.repeat(60),
      '1_000',
      '--1',
      '1-',
      '(5.00)',
      '5%',
    ),
  );
  fc.assert(
    fc.property(text, (printed) => {
      const read = parseDecimal(printed);
      if (read !== null) assert.match(read, /^-?\d+(\.\d+)?$/, printed);
    }),
    { numRuns: 2_000 },
  );
});

decimals('are compared, turned and divided as fractions are', () => {
  const magnitude = (value: bigint) => (value < 0n ? -value : value);
  fc.assert(
    fc.property(units, units, fc.nat(9), ([left, leftPlaces], [right, rightPlaces], places) => {
      const scaled = [
        left * 10n ** BigInt(rightPlaces),
        right * 10n ** BigInt(leftPlaces),
      ] as const;
      const expected = scaled[0] === scaled[1] ? 0 : scaled[0] < scaled[1] ? -1 : 1;
      const [first, second] = [decimalOf(left, leftPlaces), decimalOf(right, rightPlaces)];
      assert.is(Math.sign(compareDecimals(first, second)), expected, `${first} ${second}`);
      assert.is(compareDecimals(negateDecimal(negateDecimal(first)), first), 0);
      if (right === 0n) return;
      const quotient = divideUnits(left, right, places);
      const unit = magnitude(BigInt(quotient.replace(/[-.]/g, '')));
      const apart = 2n * (unit * magnitude(right) - magnitude(left) * 10n ** BigInt(places));
      assert.ok(magnitude(apart) <= magnitude(right), `${left} / ${right} is not ${quotient}`);
      assert.not.match(quotient, /^-0(\.0+)?$/);
    }),
    { numRuns: 500 },
  );
});

decimals('with floating-point noise are rounded to 15 digits, in plain notation', () => {
  const double = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(double, fc.integer({ min: 0, max: 5 }), (value, places) => {
      const money = value.toFixed(places);
      const noisy = Number(money).toPrecision(17);
      const read = /e/.test(noisy) ? money : shortestDecimal(noisy);
      assert.is(Number(read), Number(Number(money).toPrecision(15)), `${noisy} is not ${read}`);
      assert.match(read, /^-?\d+(\.\d+)?$/);
    }),
    { numRuns: 1_000 },
  );
});

decimals.run();
