import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt5Html, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { testerRows } from '../../../fixtures/statements/mt5-tester.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { detectImportFormat, findImportFormat } from '../../../pipeline/platforms/index.ts';
import type { AccountFormat } from '../../../pipeline/platforms/source/format.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';

const samples = inPackage('../shared/samples');

/** The test of an Expert Advisor as MetaTrader 4 saves it; `title` is translated. */
const mt4Test = (title: string): string =>
  `<html><head><title>${title}: Meadow</title></head><body><div><b>${title}</b></div>
<table><tr align=left><td colspan=2>Symbol</td><td colspan=4>EURUSD (Euro vs US Dollar)</td></tr>
<tr><td>Initial deposit</td><td align=right>10000.00</td><td></td><td align=right></td></tr></table>
<table><tr><td>#</td><td>Time</td><td>Type</td><td>Order</td><td>Size</td><td>Price</td><td>S / L</td><td>T / P</td><td>Profit</td><td>Balance</td></tr>
<tr><td>1</td><td class=msdate>2024.01.02 10:00</td><td>buy</td><td>1</td><td>0.10</td><td>1.10000</td><td>0</td><td>0</td><td colspan=2></td></tr>
<tr><td>2</td><td class=msdate>2024.01.02 11:00</td><td>close</td><td>1</td><td>0.10</td><td>1.10100</td><td>0</td><td>0</td><td class=mspt>10.00</td><td class=mspt>10010.00</td></tr>
</table></body></html>`;

const made = testerRows(makeReport('tested', { trades: 5 }));
const reports: Readonly<Record<string, readonly ['mt4' | 'mt5', string | Uint8Array]>> = {
  'a page of MetaTrader 5': ['mt5', mt5Html(made)],
  'a workbook of MetaTrader 5': ['mt5', mt5Xlsx(made)],
  'a workbook of MetaTrader 5 without deals in sight': ['mt5', mt5Xlsx(made.slice(0, -8))],
  'a page of MetaTrader 4': ['mt4', mt4Test('Strategy Tester Report')],
  'a translated page of MetaTrader 4': ['mt4', mt4Test('Отчёт')],
};

const backtests = suite('backtests');
const folder = directoryDuring(backtests);

const refused = /a report of the strategy tester; a backtest is not the record of an account\./;

async function assertRefused(file: string, name: string): Promise<void> {
  for (const read of [
    async () => (await detectImportFormat(file)) as AccountFormat,
    async () => findImportFormat(name) as AccountFormat,
  ]) {
    const importing = read().then(({ importFile }) =>
      importFile(file, { accountId: 'MT5:1', timezone: utc, currency: 'USD' }),
    );
    const message = await importing.then(() => 'imported').catch((error: Error) => error.message);
    assert.match(message, refused);
  }
}

for (const [what, [name, bytes]] of Object.entries(reports)) {
  backtests(`${what} is refused, with its format named or not`, async () => {
    const file = join(folder, 'report');
    writeFileSync(file, bytes);
    await assertRefused(file, name);
  });
}

backtests('a table of numbered trades is no backtest', async () => {
  const file = join(folder, 'table.csv');
  const row = '1,2024.01.02 10:00,buy,123,0.10,1.1,1.2,2024.01.02 11:00,10.00';
  writeFileSync(file, `No,From,Way,Order,Lots,In,Out,To,Result\n${row}\n`);
  const message = await detectImportFormat(file).then(
    () => 'known',
    (error: Error) => error.message,
  );
  assert.match(message, 'not a known format');
});

backtests('real reports are refused, whole or without their settings', async () => {
  if (!existsSync(samples)) {
    console.log('skipped: no folder of sample exports next to this checkout');
    return;
  }
  for (const name of readdirSync(samples).filter((each) => each.startsWith('mt5-tester'))) {
    await assertRefused(join(samples, name), 'mt5');
    const text = readFileSync(join(samples, name)).toString('utf16le');
    const file = join(folder, 'cut');
    writeFileSync(file, Buffer.from(text.replace(/1:\d+/g, ''), 'utf16le'));
    await assertRefused(file, 'mt5');
  }
});

backtests.run();
