import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { readSql } from '../../../../pipeline/duckdb/sql-files.ts';
import { importCtrader } from '../../../../pipeline/platforms/ctrader/import-ctrader.ts';
import { isoCurrencies } from '../../../../sql/raw/currencies.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { fieldsOf } from '../../../support/fields.ts';
import { inWords } from '../in-words.ts';

const ctrader = suite('ctrader statements');
const directory = directoryDuring(ctrader);

async function read(lines: readonly string[], currency?: string) {
  const file = join(directory, 'statement.csv');
  writeFileSync(file, lines.join('\r\n'));
  return inWords(await importCtrader(file, { accountId: 'cTrader:1', timezone: null, currency }));
}

ctrader('the codes of pairs are those that SQL knows', () => {
  const macro = readSql('macros/money').match(/currency_codes\(\) as\s+'([^']+)'/)?.[1];
  assert.equal(macro?.split('|'), isoCurrencies);
});

const short = 'Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity';
const ticketsOf = async (lines: readonly string[]) =>
  (await read(lines, 'USD')).tables.trades?.map(({ ticket, profit }) => [ticket, profit]).sort();

ctrader('rows without an id, or with the id of a position, are all kept', async () => {
  const at = '2026-08-01 10:00:00';
  // Equal but for the prices, and equal in everything.
  const made = await ticketsOf([
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
  ]);
  assert.is(new Set(made?.map(([ticket]) => ticket)).size, 3);
  const overlapping = await ticketsOf([
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    'EURUSD,Buy,2026-08-02 10:00:00,1.10000,1.10100,0.1,10.00',
  ]);
  assert.is(overlapping?.[0]?.[0], made?.find(([, profit]) => profit === '20.00')?.[0]);
});

ctrader('only a file whose headings name no offset is read by a clock', async () => {
  const clockOf = async (closing: string) => {
    const { clock } = await read([
      `ID,Symbol,Direction,${closing},Entry Price,Closing Price,Quantity,Net USD`,
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
    ]);
    return clock;
  };
  assert.is(await clockOf('Closing Time'), 'UTC');
  assert.is(await clockOf('Closing Time (UTC+8)'), undefined);
});

const sample = inPackage('../shared/samples/ctrader-usd-16.csv');
if (!existsSync(sample)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  ctrader('the sample: its footer, its balances and the capital before it', async () => {
    const { tables, warnings, findings } = inWords(
      await importCtrader(sample, {
        accountId: 'cTrader:1',
        timezone: null,
      }),
    );
    assert.equal(warnings, []);
    assert.is(tables.trades?.length, 16);
    assert.is(tables.accounts?.[0]?.opening_balance, '533.31');
    assert.equal(fieldsOf(tables.equity, 'balance', 'equity'), [['763.38', '765.93']]);
    assert.equal(fieldsOf(tables.positions, 'symbol', 'profit'), [['INTC.US', '2.55']]);
    assert.is(tables.trades?.[0]?.opened_at, '2026-08-02T21:01:01.034Z');
    assert.equal(findings, ['the printed balance agrees after each of 16 deals']);
  });
}

ctrader.run();
