import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  const source = mkdtempSync(join(tmpdir(), 'trackrecord-reconciliation-'));
  try {
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
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
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
