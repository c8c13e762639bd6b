import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { doubtedTexts } from '../../../../pipeline/platforms/source/booking-notes.ts';
import {
  cashFlowKind,
  readBooking,
  textKey,
} from '../../../../pipeline/platforms/source/cash-flow-kinds.ts';

// Each kind of balance row in each language that terminals ship, as docs/balance-texts.md says.
const texts = suite('texts of balance rows');

const rows = parse<Record<'text' | 'becomes' | 'asked' | 'language', string>>(
  readFileSync(inPackage('fixtures/balance-texts.csv')),
  { columns: true },
);
const balance = (text: string) => ({ type: 'balance', text }) as const;

for (const language of new Set(rows.map((row) => row.language))) {
  texts(`${language || 'of brokers'}: each is booked as what it is, or asked about`, () => {
    for (const { text, becomes, asked } of rows.filter((row) => row.language === language)) {
      const expected = { kind: becomes, doubt: asked || null };
      assert.equal({ text, ...readBooking(balance(text)) }, { text, ...expected });
      assert.is(cashFlowKind(balance(text)), becomes, text);
    }
  });
}

texts('of a credit row change nothing: it is credit', () => {
  assert.is(cashFlowKind({ type: 'credit', text: 'Deposit bonus' }), 'credit');
});

texts('that are long find their answer again, wherever their key is cut off', () => {
  for (let length = 95; length < 105; length += 1) {
    const text = `${'x'.repeat(length)} and more`;
    const row = { ...balance(text), line: 1, amount: '1' };
    const answers = { [textKey(text)]: 'adjustment' } as const;
    assert.is(cashFlowKind(row, answers), 'adjustment', `${length}`);
    assert.is(doubtedTexts([row], answers)[0]?.answer, 'adjustment', `${length}`);
  }
});

texts.run();
