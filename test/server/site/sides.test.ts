import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageAccount } from '../../../server/site/account.ts';
import { textOf } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';
import { sides } from '../../../server/site/parts/sides.ts';

const drawing = suite('longs and shorts');

const months = [
  { date: '2024-01', longs_profit: 100, shorts_profit: -50 },
  { date: '2024-02', longs_profit: 50, shorts_profit: 0 },
];

const section = (profit_by_side: typeof months): string => {
  const account = { currency: 'USD', advanced: { charts: { profit_by_side } } };
  const made = sides(account as unknown as PageAccount, english);
  return made === null ? '' : textOf(made);
};

drawing('are lines from 0 to each month end, on one scale from -50 to 100', () => {
  // 300 units for 150 USD: 0 is at 200. January ends after 27 of the 58 days up to 28 February.
  const page = section(months);
  assert.match(page, 'class="line" d="M0 200h466v-200h534v100"');
  assert.match(page, 'class="line shorts" d="M0 200h466v100h534v-100"');
  assert.match(page, '<title>Feb 2024: Longs (buy) +50, Shorts (sell) 0</title>');
});

drawing('have a table with the newest month first', () => {
  const rows = section(months).match(/<tbody>.*<\/tbody>/s)?.[0] ?? '';
  assert.equal(rows.match(/(?:Jan|Feb) 2024/g), ['Feb 2024', 'Jan 2024']);
  assert.match(rows, '+100.00');
  assert.match(rows, '-50.00'.replace('-', '−'));
});

drawing('are left out before the second month, which would be one straight line', () => {
  assert.is(section(months.slice(0, 1)), '');
});

drawing.run();
