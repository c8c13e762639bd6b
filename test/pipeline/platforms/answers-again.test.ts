import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { importCtrader } from '../../../pipeline/platforms/ctrader/import-ctrader.ts';
import { importTradelocker } from '../../../pipeline/platforms/tradelocker/import-tradelocker.ts';
import { directoryDuring } from '../../support/directory.ts';
import { anyAccount } from './reading.ts';

// Who keeps the answers of an API in a folder asks again, and then has some of them twice: of
// yesterday and of today. Some are errors.
const again = suite('answers of APIs that come again');
const folder = directoryDuring(again);

const importers = { ctrader: importCtrader, tradelocker: importTradelocker } as const;

/** Reads answers, a file each, in the order of their names. */
async function read(format: keyof typeof importers, answers: readonly object[]) {
  const path = mkdtempSync(join(folder, 'answers-'));
  mkdirSync(path, { recursive: true });
  for (const [at, answer] of answers.entries()) {
    writeFileSync(join(path, `${String(at).padStart(3, '0')}.json`), JSON.stringify(answer));
  }
  try {
    const { tables, warnings } = await importers[format](path, anyAccount);
    const { accounts: [account] = [], positions } = tables;
    const trades = Array.isArray(tables.trades) ? tables.trades : [];
    return {
      trades: trades.map(({ ticket }) => ticket),
      positions: positions?.map(({ ticket }) => ticket),
      balance: account?.reported_balance,
      demo: account?.demo,
      told: warnings.map(inEnglish).join('\n'),
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.not.match(error.message, '\n');
    return { told: error.message.replace(path, 'it') };
  }
}

const listAgain = 'the list of open positions comes again with other values; the last counts';

const closing = {
  dealId: 1,
  positionId: 31,
  symbolId: 14,
  tradeSide: 2,
  filledVolume: 1500,
  dealStatus: 2,
  executionTimestamp: 1_710_000_000_001,
  executionPrice: 1.1,
  closePositionDetail: {
    entryPrice: 1.05,
    grossProfit: 1250,
    swap: 0,
    commission: 0,
    moneyDigits: 2,
  },
};
const tradeData = { symbolId: 14, volume: 1500, tradeSide: 1, openTimestamp: 1_710_000_000_000 };
const held = (positionId: number) => ({ positionId, tradeData, price: 1.05, moneyDigits: 2 });
const valued = (positionId: number) => ({
  positionId,
  netUnrealizedPnL: 100,
  grossUnrealizedPnL: 100,
  moneyDigits: 2,
});
const basis = {
  symbol: [{ symbolId: 14, symbolName: 'EURUSD', lotSize: 10_000_000 }],
  deal: [closing],
  positionUnrealizedPnL: [valued(31), valued(32), valued(33)],
};
const trader = (balance: number) => ({
  trader: { ctidTraderAccountId: 5, depositAssetId: 1, moneyDigits: 2, balance },
});
const login = (isLive: unknown) => ({ ctidTraderAccountId: 5, traderLogin: 77, isLive });

again(
  'ctrader: a position without a result is named, and so is a deal without a side',
  async () => {
    const unvalued = { ...basis, positionUnrealizedPnL: [valued(32)] };
    const { positions, told } = await read('ctrader', [
      unvalued,
      { position: [held(31), held(32)] },
    ]);
    assert.equal(positions, ['32']);
    assert.match(told, /^1 open position left out: its floating result is missing/);
    const opening = { ...closing, dealId: 2, tradeSide: '', closePositionDetail: undefined };
    const path = mkdtempSync(join(folder, 'sides-'));
    writeFileSync(join(path, '0.json'), JSON.stringify({ ...basis, deal: [closing, opening] }));
    const { rows } = await importCtrader(path, anyAccount);
    assert.equal([rows.read, rows.refused, rows.parts], [2, 1, 0]);
  },
);

again('ctrader: a position that was closed since is not open', async () => {
  const open = async (...lists: object[]) => {
    const { positions, told } = await read('ctrader', [basis, ...lists]);
    return [positions, told];
  };
  const [yesterday, today] = [{ position: [held(31), held(32)] }, { position: [held(32)] }];
  assert.equal(await open(yesterday), [['31', '32'], '']);
  assert.equal(await open(yesterday, yesterday), [['31', '32'], '']);
  assert.equal(await open(yesterday, today), [['32'], listAgain]);
  assert.equal(await open(today, yesterday), [['31', '32'], listAgain]);
  assert.equal(await open(yesterday, { position: [] }), [[], listAgain]);
  // An empty list is left out of messages.
  const nothing = { payloadType: 2125, payload: { ctidTraderAccountId: 5 } };
  assert.equal(await open(yesterday, nothing), [[], listAgain]);
  const wrapped = { payloadType: 'PROTO_OA_RECONCILE_RES', payload: yesterday };
  assert.equal(await open(wrapped, nothing, wrapped), [['31', '32'], `${listAgain}\n${listAgain}`]);
  assert.equal(await open(wrapped), [['31', '32'], '']);
  assert.equal(await open(), [undefined, '']);
});

again('ctrader: the last of two balances counts, and an account is what it says', async () => {
  const balanceOf = async (...answers: object[]) =>
    (await read('ctrader', [basis, ...answers])).balance;
  assert.is(await balanceOf(trader(100_000), trader(101_250)), '1012.50');
  assert.is(await balanceOf(trader(101_250), trader(100_000)), '1000.00');
  for (const [isLive, demo] of [
    [true, 'false'],
    [false, 'true'],
    [null, ''],
    ['true', ''],
    [0, ''],
  ] as const) {
    const logins = { ctidTraderAccount: [login(isLive)] };
    const found = await read('ctrader', [basis, trader(1), logins]);
    assert.is(found.demo, demo, `${isLive}`);
  }
});

const columns = (...names: string[]) => ({ columns: names.map((id) => ({ id })) });
const config = {
  ordersHistoryConfig: columns(
    ...['id', 'positionId', 'tradableInstrumentId', 'side', 'status', 'filledQty', 'avgPrice'],
    ...['lastModified', 'profit'],
  ),
  positionsConfig: columns(
    ...['id', 'tradableInstrumentId', 'side', 'qty', 'avgPrice', 'openDate', 'unrealizedPl'],
  ),
  positionsHistoryConfig: columns(
    ...['id', 'tradableInstrumentId', 'side', 'qty', 'avgPrice', 'closePrice', 'openDate'],
    ...['closeDate', 'pnl'],
  ),
};
const started = {
  config,
  instruments: [{ tradableInstrumentId: 278, name: 'EURUSD' }],
};
const order = (id: string, position: string, side: string, at: number, profit = '') => [
  ...[id, position, '278', side, 'Filled', '0.10', '1.10000', `${1_767_951_992_000 + at}`, profit],
];
const listed = (id: string) => [id, '278', 'buy', '0.10', '1.1', '1767951992000', '3.00'];
const orders = {
  s: 'ok',
  d: {
    ordersHistory: [
      ...[order('1', '77', 'buy', 1), order('2', '78', 'buy', 2), order('3', '77', 'sell', 3, '5')],
    ],
  },
};
const openNow = (...ids: string[]) => ({ s: 'ok', d: { positions: ids.map(listed) } });

again('tradelocker: a position that was closed since is a trade, and not open', async () => {
  const readAll = async (...lists: object[]) => {
    const found = await read('tradelocker', [started, orders, ...lists]);
    return [found.trades, found.positions, found.told];
  };
  assert.equal(await readAll(openNow('78')), [['77'], ['78'], '']);
  assert.equal(await readAll(openNow('77', '78'), openNow('78')), [['77'], ['78'], listAgain]);
  assert.equal(await readAll(openNow('78'), openNow('78')), [['77'], ['78'], '']);
  // The other way round the older list is the last, and its orders contradict it.
  const [, , told] = await readAll(openNow('78'), openNow('77', '78'));
  assert.match(
    String(told),
    `${listAgain}\nposition 77 not imported: its orders leave buy 0.00 open`,
  );
  const closed = { ordersHistory: [order('4', '78', 'sell', 4, '1')], hasMore: false };
  const all = [started, orders, openNow('78'), { s: 'ok', d: closed }, openNow()];
  const whole = await read('tradelocker', all);
  assert.equal([whole.trades, whole.positions, whole.told], [['77', '78'], [], listAgain]);
});

again('tradelocker: an error as answer is reported, with and without data', async () => {
  for (const error of [
    { s: 'error', errmsg: 'Invalid token' },
    { s: 'ERROR', errMsg: 'Invalid token' },
    { s: 'error', d: {}, errmsg: 'Invalid token' },
    { s: 'Invalid token', d: null },
  ]) {
    const { told } = await read('tradelocker', [started, orders, openNow('78'), error]);
    assert.match(told, /^it: no TradeLocker history: an answer is an error: Invalid token$/);
  }
  const fine = { s: 'ok', errmsg: null, d: {} };
  assert.is((await read('tradelocker', [started, orders, openNow('78'), fine])).told, '');
});

again('tradelocker: the end of one list is not that of another', async () => {
  const closedOne = [
    '90',
    '278',
    'buy',
    '0.10',
    '1.1',
    '1.2',
    '1767951992000',
    '1767951993000',
    '5',
  ];
  const page = (hasMore: unknown) => ({ s: 'ok', d: { ...orders.d, hasMore } });
  const closed = (hasMore: unknown) => ({ s: 'ok', d: { positionsHistory: [closedOne], hasMore } });
  const cut = 'the history is not complete: hasMore is true, and no later answer follows';
  for (const [answers, told] of [
    [[page(true)], cut],
    [[page(true), page(false)], ''],
    [[page(true), page(true)], cut],
    [[page(true), closed(false)], cut],
    [[page(false), closed(true)], cut],
    [[page(false), closed(false)], ''],
    [[page(true), closed(true), closed(false), page(null)], ''],
    [[page('true')], ''],
  ] as const) {
    const found = await read('tradelocker', [started, ...answers, openNow('78')]);
    assert.is(found.told, told, JSON.stringify(answers.map(({ d }) => d.hasMore)));
    assert.ok(found.trades?.includes('77'));
  }
});

again.run();
