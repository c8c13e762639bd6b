import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { importCommand } from '../../pipeline/commands/import.ts';
import type { Row } from '../../pipeline/duckdb/database.ts';
import { importMt5 } from '../../pipeline/platforms/mt5/import-mt5.ts';
import { writeSourceFiles } from '../../pipeline/platforms/source/source-files.ts';
import { parseTimezone } from '../../pipeline/read/timezone.ts';
import { createTerminal } from '../pipeline/commands/terminal.ts';
import { asOf, withDesk } from '../pipeline/desk.ts';
import { withDirectory } from '../support/directory.ts';

const samples = inPackage('../shared/samples');

/** Samples that print figures, with the number that agree to the last digit. */
const printing: Readonly<Record<string, readonly [format: string, agreeing: number]>> = {
  'mt4-usd-1-no-deposit.htm': ['mt4', 37],
  'mt4-usd-2089.htm': ['mt4', 38],
  'mt4-usd-320-comments.htm': ['mt4', 37],
  'mt4-usd-42-plain-statement.htm': ['mt4', 11],
  'mt4-usd-46.htm': ['mt4', 45],
  'mt4-usd-636.htm': ['mt4', 41],
  'mt5-eur-658.html': ['mt5', 26],
  'mt5-usd-8-netting-2016.html': ['mt5', 39],
  'mt5-usd-1156.xlsx': ['mt5', 18],
  'mt5-tester-usdjpy-152.html': ['mt5', 42],
  'mt5-tester-xauusd-3.html': ['mt5', 40],
  'mt5-tester-no-trades.html': ['mt5', 11],
  'ctrader-usd-16.csv': ['ctrader', 5],
};

/** Figures that are typed below. Those of the first three are printed by plain statements too. */
const mt4Figures = [
  ...['net_deposits', 'balance', 'closed_profit', 'net_profit', 'gross_profit', 'gross_loss'],
  ...['short_trades', 'short_trades_won_percent', 'long_trades', 'long_trades_won_percent'],
  ...['profit_trades', 'largest_profit_trade', 'largest_loss_trade', 'average_profit_trade'],
  ...['average_loss_trade', 'max_consecutive_wins', 'max_consecutive_wins_profit'],
  ...['max_consecutive_losses', 'max_consecutive_losses_loss', 'total_trades', 'profit_factor'],
];
const mt5Figures = [
  ...['total_trades', 'short_trades', 'profit_trades', 'gross_profit', 'gross_loss'],
  ...['largest_profit_trade', 'largest_loss_trade', 'balance'],
];

/** Figures as read by eye. What stands at the end of a list may not be printed. */
const typed: Readonly<Record<string, readonly number[]>> = {
  'mt4-usd-2089.htm': [
    1902.77, 119.99, -1782.78, -1782.78, 3302.53, 5085.31, 986, 22.31, 1103, 23.21, 476, 224.73,
    -225.58, 6.94, -3.15, 9, 56.53, 31, -84, 2089, 0.65,
  ],
  'mt4-usd-636.htm': [
    10_000, 12_138.16, 2138.16, 2138.16, 3945.57, 1807.41, 444, 70.95, 192, 64.06, 438, 73.91,
    -129.08, 9.01, -9.13, 29, 289.33, 11, -10.56, 636, 2.18,
  ],
  'mt4-usd-320-comments.htm': [
    6000, 5792.73, -207.27, -207.27, 5222.82, 5430.09, 170, 54.71, 150, 53.33, 173, 264.2, -275.58,
    30.19, -36.94, 40, 809.13, 11, -327.25, 320, 0.96,
  ],
  'mt4-usd-46.htm': [
    500, 2106.59, 1606.59, 1606.59, 2165.5, 558.91, 18, 88.89, 28, 82.14, 39, 359.3, -161.95, 55.53,
    -79.84, 12, 592.68, 2, -153.36, 46, 3.87,
  ],
  'mt4-usd-42-plain-statement.htm': [4997.46, 4731.27, -266.19],
  'mt4-usd-1-no-deposit.htm': [
    0, 50_049, 49, 49, 49, 0, 0, 0, 1, 100, 1, 49, 0, 49, 0, 1, 49, 0, 0, 1,
  ],
  'mt5-eur-658.html': [658, 309, 370, 157.73, -208.57, 9.67, -9.36, 9949.16],
  'mt5-usd-8-netting-2016.html': [8, 5, 4, 1622.47, -288.7, 681.3, -246.06, 11_333.77],
  'mt5-usd-1156.xlsx': [1156, 595, 561, 43_213.33, -31_034.81, 914.54, -643.72, 22_178.52],
  'mt5-tester-usdjpy-152.html': [152, 75, 48, 4667.72, -3002.34, 461.33, -415.84],
  'mt5-tester-xauusd-3.html': [3, 0, 1, 6.69, -12.8, 6.69, -10.78],
  'mt5-tester-no-trades.html': [0, 0, 0, 0, 0, 0, 0],
};

/** Reasons for the other differences, by the program that prints the figures. */
const explained: Readonly<Record<string, readonly string[]>> = {
  mt4: [
    ...['adjustments_counted', 'drawdown_ignores_flows', 'not_computed', 'nothing_counted'],
    ...['taxes_in_commission', 'zero_counted_as_won'],
  ],
  mt5: [
    ...['costs_apart', 'defined_otherwise', 'not_computed', 'nothing_counted', 'of_rounded_score'],
    ...['same_instant', 'zero_counted_as_won'],
  ],
  ctrader: ['not_computed'],
};

const reconciliation = suite('reconciliation of samples');

reconciliation('agrees to the last digit wherever the definition is the same', async () => {
  if (!existsSync(samples)) {
    console.log('skipped: no folder of sample exports next to this checkout');
    return;
  }
  await withDirectory(async (source) => {
    for (const [name, [format]] of Object.entries(printing)) {
      const { io } = createTerminal(asOf);
      const file = join(samples, name);
      if (name.startsWith('mt5-tester')) {
        await importTest(file, name, source);
        continue;
      }
      // The headings of cTrader name their own time zone.
      const tz = format === 'ctrader' ? undefined : 'NY+7';
      await importCommand({}, { format, file, accountId: name, out: source, tz }, io);
    }
    await withDesk(async (desk) => {
      const { warnings } = await desk.run({ sources: [source] });
      assert.equal(warnings, []);
      const rows = await desk.warehouse('from reconciliation order by account_id, figure');
      const off = rows.filter(({ agrees }) => agrees === false);
      assert.equal(off, []);
      assert.equal(
        Object.fromEntries(Object.keys(printing).map((name) => [name, agreeing(rows, name)])),
        Object.fromEntries(Object.entries(printing).map(([name, [, count]]) => [name, count])),
      );
      for (const [name, values] of Object.entries(typed)) {
        const printed = new Map(
          rows.flatMap((row) =>
            row.account_id === name ? [[`${row.figure}`, Number(row.printed)]] : [],
          ),
        );
        const names = (name.startsWith('mt4') ? mt4Figures : mt5Figures).slice(0, values.length);
        assert.equal(
          names.map((figure) => [figure, printed.get(figure)]),
          names.map((figure, at) => [figure, values[at]]),
          name,
        );
      }
      for (const [format, reasons] of Object.entries(explained)) {
        const of = rows.filter(({ account_id }) => printing[String(account_id)]?.[0] === format);
        const found = new Set(
          of.flatMap(({ reason }) => (reason === null ? [] : [String(reason)])),
        );
        assert.equal([...found].sort(), [...reasons].sort(), format);
      }
      const marks = await desk.warehouse('select subject_id from summary where reconciled');
      assert.is(marks.length, Object.keys(printing).length);
    });
  });
});

/** Reads a backtest for its figures, which no import would take as a record. */
async function importTest(file: string, id: string, source: string): Promise<void> {
  const options = { accountId: id, timezone: parseTimezone('NY+7'), takesBacktests: true };
  const { tables } = await importMt5(file, options);
  await writeSourceFiles(source, [{ id, tables }]);
}

const agreeing = (rows: readonly Row[], name: string): number =>
  rows.filter(({ account_id, agrees }) => account_id === name && agrees === true).length;

reconciliation.run();
