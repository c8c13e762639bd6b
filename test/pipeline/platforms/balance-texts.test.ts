import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { findImportFormat } from '../../../pipeline/platforms/index.ts';
import type { AccountFormat } from '../../../pipeline/platforms/source/format.ts';
import { directoryDuring } from '../../support/directory.ts';
import { fieldsOf } from '../../support/fields.ts';
import { anyAccount } from './reading.ts';
import { bookingRow, statementHtml } from './statement-html.ts';

// A text that no word of ours explains is named by every format, and read as it is told.
const texts = suite('texts of balance rows in doubt');
const folder = directoryDuring(texts);

interface Booking {
  readonly text: string;
  readonly amount: string;
  /** Word for the type of the row, where a list has one. */
  readonly action?: string;
}

type Write = (bookings: readonly Booking[]) => string;

const day = (at: number): string => `2024/04/${20 + at}`;

const formats: Readonly<Record<string, Write>> = {
  mt4: (bookings) =>
    statementHtml({
      closed: bookings.map(({ text, amount }, at) =>
        bookingRow(`${at + 1}`, `2024.04.2${at} 10:00:00`, text, amount),
      ),
    }),
  mt5: (bookings) =>
    [
      '<table><tr><th colspan="4">Account:</th><th colspan="8">1 (USD, S, real, Hedge)</th></tr>',
      '<tr><th colspan="15"><b>Deals</b></th></tr>',
      `<tr>${['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order', 'Commission', 'Fee', 'Swap', 'Profit', 'Balance', 'Comment'].map((name) => `<td><b>${name}</b></td>`).join('')}</tr>`,
      ...bookings.map(
        ({ text, amount }, at) =>
          `<tr>${[`2024.04.2${at} 10:00:00`, `${at + 1}`, '', 'balance', '', '', '', '', '0.00', '0.00', '0.00', amount, '', text].map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
      ),
      '</table></html>',
    ].join('\n'),
  myfxbook: (bookings) =>
    [
      'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Profit,Comment',
      ...bookings.map(
        ({ text, amount, action = 'Balance' }, at) =>
          `${at + 1},${day(at)} 10:00,,,${action},,,,,,${amount},${text}`,
      ),
      '',
    ].join('\n'),
  fxblue: (bookings) =>
    [
      'Type,Ticket,Symbol,Buy/sell,Lots,Open price,Close price,Open time,Close time,Profit,Order comment',
      ...bookings.map(
        ({ text, amount, action = 'Balance' }, at) =>
          `${action},${at + 1},,,,,,${day(at)} 10:00,1970/01/01 00:00,${amount},${text}`,
      ),
      '',
    ].join('\n'),
  mql5: (bookings) =>
    [
      'Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment',
      ...bookings.map(
        ({ text, amount }, at) => `${day(at)} 10:00;Balance;;;;;;;;;;${amount};${text}`,
      ),
      '',
    ].join('\n'),
};

async function read(
  format: string,
  bookings: readonly Booking[],
  answers: Readonly<Record<string, 'flow' | 'adjustment' | 'unknown'>> = {},
) {
  const file = join(folder, 'export');
  writeFileSync(file, formats[format]?.(bookings) ?? '');
  const { importFile } = findImportFormat(format) as AccountFormat;
  const { tables, notes, texts = [] } = await importFile(file, { ...anyAccount, texts: answers });
  return {
    kinds: (tables.cash_flows ?? []).map(({ amount, kind }) => `${Number(amount)} ${kind}`).sort(),
    notes: notes.map(inEnglish).join('\n'),
    texts,
  };
}

const bookings: readonly Booking[] = [
  { text: 'Deposit', amount: '1000.00' },
  { text: 'Storage 17', amount: '-3.00' },
  { text: 'Storage 18', amount: '-4.00' },
  { text: 'Deposit to swap free account', amount: '50.00' },
];

for (const format of Object.keys(formats)) {
  texts(`${format}: are named with line and text, once for texts of one kind`, async () => {
    const { kinds, notes, texts } = await read(format, bookings);
    assert.equal(kinds, ['-3 flow', '-4 flow', '1000 flow', '50 flow']);
    assert.match(notes, /unknown text: 2 rows, -7\.00 in all: line \d+ `Storage 17`/);
    assert.match(notes, /1 balance row names .*: line \d+ `Deposit to swap free account`/);
    assert.equal(fieldsOf(texts, 'key', 'count', 'amount', 'doubt', 'answer'), [
      ['Storage #', 2, '-7.00', 'unknown', null],
      ['Deposit to swap free account', 1, '50.00', 'both', null],
    ]);
  });

  texts(`${format}: are what somebody says they are`, async () => {
    const said = { 'Storage #': 'adjustment', 'Deposit to swap free account': 'unknown' } as const;
    const { kinds, notes } = await read(format, bookings, said);
    assert.equal(kinds, ['-3 adjustment', '-4 adjustment', '1000 flow', '50 flow']);
    assert.match(notes, 'counted as results, because you said so: `Storage 17`');
    assert.not.match(notes, 'unknown text');
    assert.match(notes, '1 balance row names');
  });

  texts(`${format}: an answer changes no text that is known`, async () => {
    const { kinds } = await read(format, bookings, { Deposit: 'adjustment' });
    assert.equal(kinds, ['-3 flow', '-4 flow', '1000 flow', '50 flow']);
  });

  texts(`${format}: a row without a text is what its type says`, async () => {
    const { kinds, texts } = await read(format, [{ text: '', amount: '5.00' }]);
    assert.equal([kinds, texts], [['5 flow'], []]);
  });
}

for (const format of ['myfxbook', 'fxblue']) {
  texts(`${format}: the type decides where the text is unknown`, async () => {
    const { kinds, texts } = await read(format, [
      { text: 'Ref 99', amount: '-8.00', action: 'Interest' },
      { text: 'Ref 98', amount: '9.00', action: 'Deposit' },
    ]);
    assert.equal([kinds, texts], [['-8 adjustment', '9 flow'], []]);
  });
}

texts.run();
