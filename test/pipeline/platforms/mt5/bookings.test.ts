import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bookingKind, bookingOf } from '../../../../pipeline/platforms/mt5/bookings.ts';
import { readReportRow } from '../../../../pipeline/platforms/mt5/rows.ts';
import { keyInDoubt } from '../../../../pipeline/platforms/source/cash-flow-kinds.ts';
import { Notation } from '../../../../pipeline/read/notation.ts';

const bookings = suite('bookings of MT5 with a direction');

/** Reads a deal of 15 columns, one cell each. */
function read(type: string, direction: string) {
  const texts = [
    ...['2026.03.03 01:23:00', '3', '', type, direction, '0', '0.00', '0', '', '0.00', '0.00'],
    ...['0.00', '0.57', '1 000.57', 'SP500 div.'],
  ];
  const cells = texts.map((text, column) => ({ text, column, colspan: 1, isHidden: false }));
  const row = { line: 1, cells: cells as unknown as Parameters<typeof readReportRow>[0]['cells'] };
  return readReportRow(
    row as Parameters<typeof readReportRow>[0],
    { columns: texts.map((_, column) => column), hasTwins: false },
    new Notation('year first', 'point'),
  );
}

for (const [type, kind] of [
  ['dividend', 'adjustment'],
  ['interest', 'adjustment'],
  ['charge', 'adjustment'],
  ['tax', 'adjustment'],
  ['commission', 'adjustment'],
  ['agent', 'adjustment'],
  ['bonus', 'flow'],
  ['correction', 'flow'],
  ['credit', 'credit'],
] as const) {
  bookings(`${type} that goes in is booked as ${kind}`, () => {
    for (const direction of ['in', 'out']) {
      const found = read(type, direction);
      if (found.kind !== 'deal') throw new Error(`${type} ${direction} is ${found.kind}`);
      const { deal } = found;
      assert.equal([deal.direction, deal.symbol, deal.profit], ['', '', '0.57']);
      assert.is(bookingKind(deal), kind);
    }
  });
}

for (const [type, comment, kind] of [
  ['bonus', 'Interest on balance', 'adjustment'],
  ['bonus', 'Promo 17', 'flow'],
  ['correction', 'Swap correction', 'adjustment'],
  ['correction', 'AB 12', 'flow'],
  ['charge', 'Deposit', 'adjustment'],
] as const) {
  bookings(`${type} with the text \`${comment}\` is booked as ${kind}`, () => {
    assert.is(bookingKind({ type, comment }), kind);
    assert.is(keyInDoubt(bookingOf({ type, comment }) ?? { type: 'credit', text: '' }), '');
  });
}

bookings('a correction that may be either is asked about', () => {
  const booking = bookingOf({ type: 'correction', comment: 'Deposit of swap' });
  assert.is(booking && keyInDoubt(booking), 'Deposit of swap');
});

bookings('a type that is not known is refused if it goes in', () => {
  assert.is(read('riddle', 'in').kind, 'unread');
});

bookings.run();
