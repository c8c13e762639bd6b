import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compareDecimals,
  negateDecimal,
  parseDecimal,
  shortestDecimal,
  sumDecimals,
} from '../../../pipeline/read/decimals.ts';

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

decimals.run();
