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
import { importTradelocker } from '../../../../pipeline/platforms/tradelocker/import-tradelocker.ts';
import { directoryDuring, temporaryDirectory } from '../../../support/directory.ts';
import { isInFull } from '../../../support/in-full.ts';
import { inWords } from '../in-words.ts';

// ACCOUNTS=2000 makes more. A failure prints its number, which repeats it.
const accounts = Number(process.env.ACCOUNTS ?? (isInFull ? 2000 : 100));

const tradelocker = suite('tradelocker');
const directory = directoryDuring(tradelocker);

async function read(content: unknown, accountId?: string, currency?: string) {
  const file = join(directory, 'answers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return importTradelocker(file, { timezone: null, accountId, currency }).then(inWords);
}

const cents = (amount: string | undefined): number => Math.round(Number(amount || 0) * 100);
const instant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
const traitsOf = (at: number): AnswerTraits => ({
  trades: 1 + ((at * 7) % 40),
  hasProfit: at % 2 === 0,
  hasCommission: at % 3 === 0,
  isTyped: at % 5 === 0,
  ...(at % 4 === 0 ? { page: 10 } : {}),
});

/** Returns the fields to compare, of the generated account and of the imported one. */
const expectedOf = ({ trades, open, balance, currency }: MadeAnswers) => ({
  trades: trades
    .map((trade) =>
      [
        ...[trade.symbol, trade.side, trade.volume, instant(trade.opened), instant(trade.closed)],
        ...[trade.profit, trade.commission],
      ].join(' '),
    )
    .sort(),
  positions: open
    .map(({ position, symbol, side, volume, profit }) => [position, symbol, side, volume, profit])
    .sort(),
  balance,
  capital: ['', 'true'],
  currency,
});

const written = ({ tables }: Pick<Awaited<ReturnType<typeof importTradelocker>>, 'tables'>) => ({
  trades: (tables.trades ?? [])
    .map((trade) =>
      [
        ...[trade.symbol, trade.side, cents(trade.volume), trade.opened_at, trade.closed_at],
        ...[cents(trade.profit), cents(trade.commission)],
      ].join(' '),
    )
    .sort(),
  positions: (tables.positions ?? [])
    .map((row) => [row.ticket, row.symbol, row.side, cents(row.volume), cents(row.profit)])
    .sort(),
  balance: cents(tables.accounts?.[0]?.reported_balance),
  capital: [tables.accounts?.[0]?.opening_balance, tables.accounts?.[0]?.deposits_unknown],
  currency: tables.accounts?.[0]?.currency,
});

tradelocker(`${accounts} accounts come back, every trade of them`, async () => {
  for (let at = 0; at < accounts; at++) {
    const made = makeAnswers(`account ${at}`, traitsOf(at));
    const imported = await read(made.answers);
    assert.equal(imported.warnings, [], `${at}`);
    assert.equal(written(imported), expectedOf(made), `${at}`);
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
  assert.equal(written(imported), expectedOf(made));
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
