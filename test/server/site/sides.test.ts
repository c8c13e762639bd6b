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
  // 110 units for 150 USD: 0 is at 8 + 100 / 150 x 110. Months end in the middle and at the right.
  const page = section(months);
  assert.match(page, 'class="line" d="M64 81.3L272 8L480 44.7"');
  assert.match(page, 'class="line shorts" d="M64 81.3L272 118L480 81.3"');
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
