import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AnswerTraits,
  type MadeAnswers,
  makeAnswers,
} from '../../../../fixtures/statements/tradelocker.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { detectImportFormat } from '../../../../pipeline/platforms/index.ts';
import { importTradelocker } from '../../../../pipeline/platforms/tradelocker/import-tradelocker.ts';
import { isInFull } from '../../../support/in-full.ts';
import { inWords } from '../held.ts';

// ACCOUNTS=2000 makes more. A failure prints its number, which repeats it.
const accounts = Number(process.env.ACCOUNTS ?? (isInFull ? 2000 : 100));

const tradelocker = suite<{ directory: string }>('tradelocker');

tradelocker.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-tradelocker-'));
});
tradelocker.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

async function read(directory: string, content: unknown, accountId?: string, currency?: string) {
  const file = join(directory, 'answers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return importTradelocker(file, { timezone: null, accountId, currency }).then(inWords);
}

const refusal = (directory: string, content: unknown, accountId?: string, currency?: string) =>
  read(directory, content, accountId, currency).then(
    () => 'imported',
    (error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      return error.message;
    },
  );

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

tradelocker(`${accounts} accounts come back, every trade of them`, async ({ directory }) => {
  for (let at = 0; at < accounts; at++) {
    const made = makeAnswers(`account ${at}`, traitsOf(at));
    const imported = await read(directory, made.answers);
    assert.equal(imported.warnings, [], `${at}`);
    assert.equal(written(imported), expectedOf(made), `${at}`);
    assert.is(imported.tables.accounts?.[0]?.account_id, `TradeLocker:${made.accountId}@MEADOW`);
    if (at > 0) continue;
    assert.is((await detectImportFormat(join(directory, 'answers.json'))).name, 'tradelocker');
  }
});

tradelocker('answers in the files of a folder are one account', async ({ directory }) => {
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

const config = {
  ordersHistoryConfig: {
    columns: ['id', 'positionId', 'tradableInstrumentId', 'side', 'status', 'filledQty']
      .concat(['avgPrice', 'lastModified'])
      .map((id) => ({ id })),
  },
};
const order = (id: string, position: string, side: string, qty: string, price: string, at = id) => [
  ...[id, position, '278', side, 'Filled', qty, price, `17679519920${at.padStart(2, '0')}`],
];
const instruments = [{ tradableInstrumentId: 278, name: 'EURUSD' }];
const details = { 278: { name: 'EURUSD', lotSize: 100_000, quotingCurrency: 'USD' } };

tradelocker(
  'entries are averaged, each order that closes is a trade, results are computed exactly',
  async ({ directory }) => {
    const { tables } = await read(
      directory,
      {
        config,
        instruments,
        instrumentDetails: details,
        ordersHistory: [
          order('4', '77', 'sell', '0.20', '1.09000'),
          order('3', '77', 'sell', '0.10', '1.11000'),
          order('2', '77', 'buy', '0.20', '1.10300'),
          order('1', '77', 'buy', '0.10', '1.10000'),
        ],
      },
      'T:1',
      'USD',
    );
    // (1.1 × 0.1 + 1.103 × 0.2) / 0.3 = 1.102; (1.11 − 1.102) × 10,000 and (1.09 − 1.102) × 20,000.
    assert.equal(
      tables.trades?.map((row) => [row.ticket, row.volume, row.open_price, row.profit]),
      [
        ['77', '0.10', '1.10200', '80.00'],
        ['77-2', '0.20', '1.10200', '-240.00'],
      ],
    );
    assert.equal(tables.accounts?.[0]?.opening_balance, '');
  },
);

tradelocker('what the answers leave open is asked for in one line', async ({ directory }) => {
  const closed = [
    order('1', '77', 'buy', '0.10', '1.10000'),
    order('2', '77', 'sell', '0.10', '1.11000'),
  ];
  const whole = { config, instruments, instrumentDetails: details, ordersHistory: closed };
  const { config: _, ...unconfigured } = whole;
  const { instruments: __, ...unnamed } = whole;
  for (const [content, id, currency, said] of [
    [unconfigured, 'T:1', 'USD', /the names of the columns of ordersHistory are missing/],
    [whole, undefined, 'USD', /names no account number; .*--account-id/],
    [whole, 'T:1', undefined, /names no currency; .*--currency/],
    [
      { ...unnamed, instrumentDetails: {} },
      'T:1',
      'USD',
      /instrument 278 has no name in the answers; add/,
    ],
    [
      { ...whole, instrumentDetails: {} },
      'T:1',
      'USD',
      /the results of trades in EURUSD are missing/,
    ],
    [
      { ...whole, ordersHistory: closed.slice(0, 1) },
      ...(['T:1', 'USD', /1 positions have no closing order; add/] as const),
    ],
    [{ ...whole, ordersHistory: { s: 'error', errmsg: 'No', d: {} } }, 'T:1', 'USD', /error: No$/],
    [{ s: 'ok', d: {} }, 'T:1', 'USD', /expected answers of its API/],
    ['{"s":"ok', 'T:1', 'USD', /line 1, column 6: it is not JSON, or cut off/],
    [`${'['.repeat(20_000)}`, 'T:1', 'USD', /more than 16 brackets are open/],
  ] as const) {
    const message = await refusal(directory, content, id, currency);
    assert.match(message, said);
    assert.not.match(message, '\n');
  }
});

tradelocker('what cannot be told is left out, with a warning for each', async ({ directory }) => {
  const { tables, warnings } = await read(
    directory,
    {
      config,
      instruments: [...instruments, { tradableInstrumentId: 5, name: 'USDJPY' }],
      instrumentDetails: { ...details, 5: { lotSize: '100000', quotingCurrency: 'JPY' } },
      positions: [],
      ordersHistory: {
        s: 'ok',
        d: {
          ordersHistory: [
            order('1', '77', 'buy', '0.10', '1.10000'),
            order('2', '77', 'sell', '0.30', '1.11000'),
            order('3', '78', 'sell', '0.30', '1.11000'),
            order('4', '79', 'buy', '0.30', '1.11000').with(2, '5'),
            order('5', '79', 'sell', '0.30', '1.11000').with(2, '5'),
            order('6', '80', 'sell', '0.30', '1.11000').slice(1),
            order('7', '80', 'sell', '', '1.11000'),
          ],
          hasMore: true,
        },
      },
    },
    'T:1',
    'USD',
  );
  assert.equal(tables.trades, []);
  assert.equal(
    warnings.map((line) => line.replace(/^.*?answers\.json: /, '')),
    [
      'row 6 of ordersHistory not imported: 7 values where the configuration has 8',
      'row 7 of ordersHistory not imported: status Filled, but filledQty is empty',
      'position 77 not imported: its orders close more than they opened',
      'position 78 not imported: its orders leave it open, but the list of open positions lacks it',
      '1 trade of USDJPY not imported: its prices are not in USD, and no answer has its result',
      'the history is not complete: hasMore is true, and no later answer follows',
    ],
  );
});

const samples = inPackage('../shared/samples');
if (!existsSync(samples)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  tradelocker('the samples: an open position by the columns of a real account', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackrecord-tradelocker-'));
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
