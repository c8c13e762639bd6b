import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type MadeMessages,
  type MessageTraits,
  makeMessages,
} from '../../../../fixtures/statements/openapi.ts';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { importCtrader } from '../../../../pipeline/platforms/ctrader/import-ctrader.ts';
import type { OpenHolding } from '../../../../pipeline/platforms/ctrader/openapi-records.ts';
import { marginOf } from '../../../../pipeline/platforms/ctrader/openapi-tables.ts';
import { detectImportFormat } from '../../../../pipeline/platforms/index.ts';
import type { Imported } from '../../../../pipeline/platforms/source/format.ts';
import type { ExactObject } from '../../../../pipeline/read/json-values.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { fieldOf } from '../../../support/fields.ts';
import { isInFull } from '../../../support/in-full.ts';
import { inWords } from '../in-words.ts';
import { assertRows } from '../same-rows.ts';
import { messageRows } from './message-rows.ts';

// ACCOUNTS=2000 makes more. A failure prints its number, which repeats it.
const accounts = Number(process.env.ACCOUNTS ?? (isInFull ? 2000 : 100));

const openapi = suite('ctrader open api');
const directory = directoryDuring(openapi);

async function read(content: unknown, options: object = {}) {
  const file = join(directory, 'messages.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return inWords(await importCtrader(file, { timezone: null, ...options }));
}

const traitsOf = (at: number): MessageTraits => ({
  deals: 1 + ((at * 7) % 40),
  digits: [2, 0, 8][at % 3] ?? 2,
  isProtoJson: at % 2 === 0,
  hasVersions: at % 5 !== 0,
  ...(at % 4 === 0 ? { before: 500_000 } : {}),
});

function assertWritten({ tables }: Pick<Imported, 'tables'>, made: MadeMessages, message: string) {
  const { trades, flows, positions } = messageRows(made);
  assertRows(tables.trades, trades, message);
  assertRows(tables.cash_flows, flows, message);
  assertRows(tables.positions, positions, message);
  const opening_balance = made.before / 10 ** made.digits;
  const reported_balance = made.balance / 10 ** made.digits;
  const account = { opening_balance, reported_balance, currency: made.currency };
  assertRows(tables.accounts, [account], message);
}

openapi(`${accounts} accounts come back, every deal of them`, async () => {
  for (let at = 0; at < accounts; at++) {
    const made = makeMessages(`account ${at}`, traitsOf(at));
    const imported = await read(made.messages);
    assert.equal(imported.warnings, [], `${at}`);
    assertWritten(imported, made, `${at}`);
    assert.is(imported.tables.accounts?.[0]?.account_id, `cTrader:${made.login}@meadow`);
    assert.is(imported.tables.accounts?.[0]?.leverage, '50');
    const margin = made.open.reduce((sum, each) => sum + each.margin, 0);
    const units = Number(imported.tables.equity?.[0]?.margin) * 10 ** made.digits;
    assert.is(Math.round(units), margin, `${at}`);
    if (at > 0) continue;
    assert.is((await detectImportFormat(join(directory, 'messages.json'))).name, 'ctrader');
  }
});

openapi('adds up margins, unless they are missing or offset each other', () => {
  const held = (symbolId: string, side: string, margin: string) =>
    ({ symbolId, side, margin }) as OpenHolding;
  const [buy, more, sell] = [
    held('1', 'buy', '20'),
    held('1', 'buy', '0.5'),
    held('1', 'sell', '5'),
  ];
  const gold = held('14', 'sell', '7');
  const account = (type: unknown) => new Map([['totalMarginCalculationType', type]]) as ExactObject;
  for (const [trader, holdings, margin] of [
    [account('NET'), [], '0'],
    [account('0'), [buy, more, gold], '27.5'],
    [undefined, [buy, sell], ''],
    [account('MAX'), [buy, sell], ''],
    [account('SUM'), [buy, sell], '25'],
    [account('1'), [buy, sell], '25'],
    [account('SUM'), [buy, held('14', 'buy', '')], ''],
  ] as const) {
    assert.is(marginOf(trader, holdings), margin);
  }
});

const deal = (id: number, detail: object, more: object = {}) => ({
  dealId: id,
  orderId: id,
  positionId: 9,
  volume: 1500,
  filledVolume: 1500,
  symbolId: 14,
  executionTimestamp: 1_710_000_201_000 + id,
  executionPrice: 1.099,
  tradeSide: 1,
  dealStatus: 2,
  closePositionDetail: { entryPrice: 1.098, grossProfit: 1250, swap: 0, ...detail },
  ...more,
});
const symbol = [{ symbolId: 14, symbolName: 'EURUSD', lotSize: 10_000_000 }];
const usual = { commission: 0, moneyDigits: 2 };
const importOptions = { accountId: 'C:1', currency: 'USD' };

openapi('a folder of messages, and lot sizes from a file of their own', async () => {
  const folder = join(directory, 'folder');
  mkdirSync(folder);
  const made = makeMessages('folder', { deals: 9 });
  const [first, ...others] = made.messages;
  writeFileSync(join(folder, 'a.json'), JSON.stringify(first));
  // One message for each line.
  writeFileSync(
    join(folder, 'b.json'),
    others.map((message) => JSON.stringify(message)).join('\n'),
  );
  const imported = inWords(await importCtrader(folder, { timezone: null }));
  assertWritten(imported, made, 'folder');
  const symbols = join(directory, 'symbols.json');
  writeFileSync(symbols, JSON.stringify({ symbol }));
  const { tables } = await read({ deal: [deal(1, usual)] }, { ...importOptions, symbols });
  assert.is(tables.trades?.[0]?.symbol, 'EURUSD');
});

const sample = inPackage('../shared/samples/ctrader-openapi-deal-list.json');
if (!existsSync(sample)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  openapi('the sample: the same whole numbers by 2 and by 4 digits', async () => {
    const symbols = join(directory, 'sample-symbols.json');
    writeFileSync(symbols, JSON.stringify({ symbol }));
    const { tables, warnings } = inWords(
      await importCtrader(sample, {
        timezone: null,
        currency: 'USD',
        symbols,
      }),
    );
    assert.equal(warnings, []);
    assert.is(tables.accounts?.[0]?.account_id, 'cTrader:712345');
    assert.equal(fieldOf(tables.trades, 'profit'), ['12.50', '0.1250']);
  });
}

openapi.run();
