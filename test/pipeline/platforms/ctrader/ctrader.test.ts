import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { readSql } from '../../../../pipeline/duckdb/sql-files.ts';
import { importCtrader } from '../../../../pipeline/platforms/ctrader/import-ctrader.ts';
import { bounds } from '../../../../pipeline/read/bounds.ts';
import { isoCurrencies } from '../../../../sql/raw/currencies.ts';
import { differencesIn } from '../compared.ts';
import { held } from '../held.ts';

const ctrader = suite<{ directory: string }>('ctrader statements');

ctrader.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-ctrader-'));
});
ctrader.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

async function read(directory: string, lines: readonly string[], currency?: string) {
  const file = join(directory, 'statement.csv');
  writeFileSync(file, lines.join('\r\n'));
  return held(importCtrader(file, { accountId: 'cTrader:1', timezone: null, currency }));
}

ctrader('the codes of pairs are those that SQL knows', () => {
  const macro = readSql('macros/money').match(/currency_codes\(\) as\s+'([^']+)'/)?.[1];
  assert.equal(macro?.split('|'), isoCurrencies);
});

const short = 'Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity';
const ticketsOf = async (directory: string, lines: readonly string[]) =>
  (await read(directory, lines, 'USD')).tables.trades
    ?.map(({ ticket, profit }) => [ticket, profit])
    .sort();

ctrader('rows without an id, or with the id of a position, are all kept', async ({ directory }) => {
  const at = '2026-08-01 10:00:00';
  // Equal but for the prices, and equal in everything.
  const made = await ticketsOf(directory, [
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
  ]);
  assert.is(new Set(made?.map(([ticket]) => ticket)).size, 3);
  const overlapping = await ticketsOf(directory, [
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    'EURUSD,Buy,2026-08-02 10:00:00,1.10000,1.10100,0.1,10.00',
  ]);
  assert.is(overlapping?.[0]?.[0], made?.find(([, profit]) => profit === '20.00')?.[0]);
});

ctrader('only a file whose headings name no offset is read by a clock', async ({ directory }) => {
  const clockOf = async (closing: string) => {
    const { clock } = await read(directory, [
      `ID,Symbol,Direction,${closing},Entry Price,Closing Price,Quantity,Net USD`,
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
    ]);
    return clock;
  };
  assert.is(await clockOf('Closing Time'), 'UTC');
  assert.is(await clockOf('Closing Time (UTC+8)'), undefined);
});

ctrader(
  'more deals than are held: the trades in batches, every balance compared',
  async ({ directory }) => {
    const all = bounds.heldTrades + 1;
    // Each deal brings 1. Before the tenth, 500 were deposited.
    const deals = Array.from({ length: all }, (_, at) => {
      const closed = new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString();
      const balance = 101 + at + (at >= 9 ? 500 : 0);
      return `${at + 1},EURUSD,Buy,${closed.replace('T', ' ').slice(0, 19)},1.1,1.2,0.1,1.00,${balance}.00`;
    });
    const { tables, warnings, findings } = await read(directory, [
      'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net USD,Balance USD',
      ...deals.reverse(),
      `,,,,,,,${all}.00,`,
    ]);
    assert.is(tables.trades?.length, all);
    const [account] = tables.accounts ?? [];
    assert.equal(
      [account?.opening_balance, account?.reported_balance, account?.created_at],
      ['100.00', `${all + 600}.00`, '2020-01-01T00:00:00Z'],
    );
    assert.equal(
      tables.cash_flows?.map(({ id, amount, at }) => [id, amount, at]),
      [['before-10', '500.00', '2020-01-01T00:09:00Z']],
    );
    assert.is(warnings.length, 1);
    assert.equal(findings, []);
    assert.equal(await differencesIn(directory, tables), []);
    assert.is(tables.printed_figures?.[0]?.covered_from, '2020-01-01T00:00:00Z');
  },
);

const sample = inPackage('../shared/samples/ctrader-usd-16.csv');
if (!existsSync(sample)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  ctrader('the sample: its footer, its balances and the capital before it', async () => {
    const { tables, warnings, findings } = await held(
      importCtrader(sample, {
        accountId: 'cTrader:1',
        timezone: null,
      }),
    );
    assert.equal(warnings, []);
    assert.is(tables.trades?.length, 16);
    assert.is(tables.accounts?.[0]?.opening_balance, '533.31');
    assert.equal(
      tables.equity?.map(({ balance, equity }) => [balance, equity]),
      [['763.38', '765.93']],
    );
    assert.equal(
      tables.positions?.map(({ symbol, profit }) => [symbol, profit]),
      [['INTC.US', '2.55']],
    );
    assert.is(tables.trades?.[0]?.opened_at, '2026-08-02T21:01:01.034Z');
    assert.equal(findings, ['the printed balance agrees after each of 16 deals']);
  });
}

ctrader.run();
