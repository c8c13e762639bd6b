import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AnswerTraits,
  type MadeAnswers,
  makeAnswers,
} from '../../../../fixtures/statements/tradelocker.ts';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { detectImportFormat } from '../../../../pipeline/platforms/index.ts';
import type { Imported } from '../../../../pipeline/platforms/source/format.ts';
import { importTradelocker } from '../../../../pipeline/platforms/tradelocker/import-tradelocker.ts';
import { directoryDuring, temporaryDirectory } from '../../../support/directory.ts';
import { isInFull } from '../../../support/in-full.ts';
import { inWords } from '../in-words.ts';
import { assertRows, instant } from '../same-rows.ts';

// ACCOUNTS=2000 makes more. A failure prints its number, which repeats it.
const accounts = Number(process.env.ACCOUNTS ?? (isInFull ? 2000 : 100));

const tradelocker = suite('tradelocker');
const directory = directoryDuring(tradelocker);

async function read(content: unknown, accountId?: string, currency?: string) {
  const file = join(directory, 'answers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return importTradelocker(file, { timezone: null, accountId, currency }).then(inWords);
}

const traitsOf = (at: number): AnswerTraits => ({
  trades: 1 + ((at * 7) % 40),
  hasProfit: at % 2 === 0,
  hasCommission: at % 3 === 0,
  isTyped: at % 5 === 0,
  ...(at % 4 === 0 ? { page: 10 } : {}),
});

function assertWritten({ tables }: Pick<Imported, 'tables'>, made: MadeAnswers, message: string) {
  const trades = made.trades.map((trade) => ({
    symbol: trade.symbol,
    side: trade.side,
    volume: trade.volume / 100,
    opened_at: instant(trade.opened),
    closed_at: instant(trade.closed),
    profit: trade.profit / 100,
    commission: trade.commission / 100,
  }));
  const positions = made.open.map(({ position, symbol, side, volume, profit }) => ({
    ticket: position,
    symbol,
    side,
    volume: volume / 100,
    profit: profit / 100,
  }));
  const capital = { opening_balance: '', deposits_unknown: 'true' };
  const account = { ...capital, reported_balance: made.balance / 100, currency: made.currency };
  assertRows(tables.trades, trades, message);
  assertRows(tables.positions, positions, message);
  assertRows(tables.accounts, [account], message);
}

tradelocker(`${accounts} accounts come back, every trade of them`, async () => {
  for (let at = 0; at < accounts; at++) {
    const made = makeAnswers(`account ${at}`, traitsOf(at));
    const imported = await read(made.answers);
    assert.equal(imported.warnings, [], `${at}`);
    assertWritten(imported, made, `${at}`);
    assert.is(imported.tables.accounts?.[0]?.account_id, `TradeLocker:${made.accountId}@MEADOW`);
    if (at > 0) continue;
    assert.is((await detectImportFormat(join(directory, 'answers.json'))).name, 'tradelocker');
  }
});

tradelocker('answers in the files of a folder are one account', async () => {
  const made = makeAnswers('folder', { trades: 12, page: 5 });
  const folder = join(directory, 'answers');
  mkdirSync(folder);
  const { ordersHistory, server, environment, ...answers } = made.answers;
  const pages = Array.isArray(ordersHistory) ? ordersHistory : [ordersHistory];
  for (const [no, page] of pages.entries()) {
    writeFileSync(join(folder, `orders-${no}.json`), JSON.stringify(page));
  }
  for (const [name, answer] of Object.entries(answers)) {
    // Answers as the API gave them, without names; those of instruments by id.
    const content = name === 'instrumentDetails' ? { [name]: answer } : answer;
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  }
  assert.is((await detectImportFormat(folder)).name, 'tradelocker');
  const imported = inWords(await importTradelocker(folder, { timezone: null }));
  assert.equal(imported.warnings, []);
  assertWritten(imported, made, 'folder');
  assert.is(imported.tables.accounts?.[0]?.account_id, `TradeLocker:${made.accountId}`);
});

const samples = inPackage('../shared/samples');
if (!existsSync(samples)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  tradelocker('the samples: an open position by the columns of a real account', async () => {
    const folder = temporaryDirectory();
    for (const name of ['config-columns', 'positions']) {
      const text = readFileSync(join(samples, `tradelocker-${name}.json`), 'utf8');
      writeFileSync(join(folder, `${name}.json`), text);
    }
    const named = { instruments: [{ tradableInstrumentId: 206, name: 'BTCUSD' }] };
    writeFileSync(join(folder, 'named.json'), JSON.stringify(named));
    const { tables, warnings } = inWords(
      await importTradelocker(folder, {
        timezone: null,
        accountId: 'T:1',
        currency: 'USD',
      }),
    );
    assert.equal(warnings, []);
    assert.equal(
      tables.positions?.map((row) => [
        row.ticket,
        row.symbol,
        row.volume,
        row.open_price,
        row.profit,
      ]),
      [['7277816997846858725', 'BTCUSD', '10', '90415.16', '-458.10']],
    );
    rmSync(folder, { recursive: true, force: true });
  });
}

tradelocker.run();
