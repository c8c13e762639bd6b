import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { banner, cells, headings, mt5Html, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { readBytes } from './reading.ts';

// A row must be what its table and the rows with its ticket say, or it is named.
const contradictions = suite('rows that contradict their table or ticket');

const row = (text: string) => cells(...text.split('|').map((cell) => cell.trim()));

/** One position that two deals close: 5.00 and 2.00. */
const report = ({ moved = '', second = '0.00|2.00' } = {}) => [
  banner('Trade History Report'),
  row('Account:|880054 (USD, Example-Server, real, Hedge)'),
  banner('Positions'),
  headings(
    ...['Time', 'Position', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time'],
    ...['Price', 'Commission', 'Swap', 'Profit'],
  ),
  ...(moved === '' ? [] : [row(moved)]),
  row('2026.03.02 10:00:00|2|EURUSD|buy|0.30|1.1|||2026.03.02 13:00:00|1.10233|0.00|0.00|7.00'),
  banner('Deals'),
  headings(
    ...['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order'],
    ...['Commission', 'Fee', 'Swap', 'Profit', 'Balance', 'Comment'],
  ),
  ...(moved === booking ? [] : [row(booking)]),
  row('2026.03.02 10:00:00|3|EURUSD|buy|in|0.30|1.1|2|0.00|0.00|0.00|0.00|100.00|'),
  row('2026.03.02 12:00:00|4|EURUSD|sell|out|0.10|1.105|4|0.00|0.00|0.00|5.00|105.00|'),
  row(`2026.03.02 13:00:00|5|EURUSD|sell|out|0.20|1.101|5|0.00|0.00|${second}|107.00|`),
];
const booking = '2026.03.02 09:00:00|1||balance|||||0.00|0.00|0.00|100.00|100.00|Deposit';

for (const [form, write] of [
  ['page', mt5Html],
  ['workbook', mt5Xlsx],
] as const) {
  contradictions(`a ${form}: two deals make two trades`, async () => {
    const { tables, told } = await readBytes(write(report()), { format: 'mt5' });
    assert.equal(
      tables.trades?.map(({ ticket, profit }) => [ticket, Number(profit)]),
      [
        ['2', 5],
        ['2-2', 2],
      ],
    );
    assert.equal(told, ['no figures are printed below the tables: is the file cut off?']);
  });

  contradictions(`a ${form}: deals that don't add up to the position`, async () => {
    // Two cells swapped: the swap is 2.00 now, and the profit 0.
    const bytes = write(report({ second: '2.00|0.00' }));
    const { told } = await readBytes(bytes, { format: 'mt5' });
    assert.match(told.join('\n'), /^line \d+: no deals add up to position 2's volume, swap and/m);
  });

  for (const moved of [
    booking,
    '2026.03.02 10:00:00|3|EURUSD|buy|in|0.30|1.1|2|0.00|0.00|0.00|0.00|100.00|',
  ]) {
    contradictions(`a ${form}: a deal below the headings of positions`, async () => {
      const { told } = await readBytes(write(report({ moved })), { format: 'mt5' });
      assert.match(told.join('\n'), /: a deal or balance entry below the headings of positions/);
    });
  }
}

contradictions.run();
