import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeMessages } from '../../../fixtures/statements/openapi.ts';
import { makeAnswers } from '../../../fixtures/statements/tradelocker.ts';
import { isInFull } from '../../support/in-full.ts';
import { readBytes } from './reading.ts';

// Answers of an API have no totals, so the reader itself must report what is missing in them.
const answers = suite<{ folder: string }>('damaged answers of APIs');

answers.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'trackrecord-answers-'));
});
answers.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const numRuns = isInFull ? 3000 : 40;

/** Damages the n-th place of a kind, as a flipped bit, an editor or a broken page may do. */
const damages: readonly (readonly [pattern: RegExp, replace: (found: string) => string])[] = [
  // Renames a member.
  [/"[a-zA-Z]+":/g, (found) => found.replace(/[a-z]/, 'x')],
  [/"[a-zA-Z]+":/g, (found) => `"_${found.slice(1)}`],
  // Repeats a member, with another value.
  [
    /"[a-zA-Z]+":("[^"]*"|-?\d[\d.]*)(?=[,}])/g,
    (found) => `${found.replace(/:.*/, ':"0"')},${found}`,
  ],
  // Changes the type of a value.
  [/:("[^"]*"|-?\d[\d.]*)(?=[,}])/g, () => ':null'],
  [/:("[^"]*"|-?\d[\d.]*)(?=[,}])/g, () => ':{}'],
  [/:\{/g, () => ':["x",'],
  // Changes a word.
  [/"(Filled|FILLED|BUY|SELL|buy|sell)"/g, (found) => `${found.slice(0, -2)}X"`],
  [/:(2|1)(?=[,}])/g, () => ':9'],
  // Removes, doubles or replaces an element.
  [/\[("[^"]*"|-?\d[\d.]*)(,("[^"]*"|-?\d[\d.]*|null))+\],?/g, () => ''],
  [
    /\[("[^"]*"|-?\d[\d.]*)(,("[^"]*"|-?\d[\d.]*|null))+\](?=,)/g,
    (row) => `${row},"${row.length}"`,
  ],
  [/(?<=,)("[^"]*"|-?\d[\d.]*)(?=,)/g, (cell) => `${cell},${cell}`],
  [/(?<=,)("[^"]*"|-?\d[\d.]*),(?=")/g, () => ''],
];

const damage = fc.record({ kind: fc.nat(damages.length - 1), at: fc.nat(10_000) });

function damaged(text: string, { kind, at }: { kind: number; at: number }): string {
  const [pattern, replace] = damages[kind] ?? [/$^/g, String];
  const places = [...text.matchAll(pattern)];
  if (places.length === 0) return text;
  const { 0: found = '', index = 0 } = places[at % places.length] ?? {};
  return text.slice(0, index) + replace(found) + text.slice(index + found.length);
}

const made: Readonly<Record<string, readonly unknown[]>> = {
  ctrader: [
    makeMessages('damaged 1', { deals: 6, hasVersions: true }).messages,
    makeMessages('damaged 2', { deals: 6, isProtoJson: true }).messages,
  ],
  tradelocker: [
    makeAnswers('damaged 1', { trades: 6, hasProfit: true, hasCommission: true }).answers,
    makeAnswers('damaged 2', { trades: 6, page: 3, isTyped: true }).answers,
  ],
};

for (const [format, contents] of Object.entries(made)) {
  answers(`${format}: have as many trades as before, or report a loss`, async ({ folder }) => {
    for (const content of contents) {
      const text = JSON.stringify(content);
      const whole = await readBytes(folder, text, { format, currency: 'USD' });
      assert.equal(whole.told, []);
      const { trades = [], positions = [], cash_flows = [] } = whole.tables;
      assert.ok(trades.length >= 5, `${trades.length} trades`);
      await fc.assert(
        fc.asyncProperty(damage, async (each) => {
          const found = await readBytes(folder, damaged(text, each), { format, currency: 'USD' });
          if (found.told.length > 0) return;
          const noted = found.notes.filter((note) => !whole.notes.includes(note));
          const isSame =
            found.tables.trades?.length === trades.length &&
            (found.tables.positions ?? []).length === positions.length &&
            (found.tables.cash_flows ?? []).length === cash_flows.length;
          assert.ok(isSame || noted.length > 0, 'rows are missing and nothing tells it');
        }),
        { numRuns },
      );
    }
  });
}

const deal = (id: number, more: object = {}, detail: object | null | string = {}) => ({
  dealId: id,
  positionId: 10 + id,
  symbolId: 14,
  tradeSide: 2,
  filledVolume: 1500,
  executionTimestamp: 1_710_000_000_000 + id,
  executionPrice: 1.1,
  dealStatus: 2,
  ...more,
  closePositionDetail:
    typeof detail === 'object' && detail !== null
      ? {
          entryPrice: 1.05,
          grossProfit: 1250,
          swap: 0,
          commission: 0,
          moneyDigits: 2,
          ...detail,
        }
      : detail,
});
const symbol = [{ symbolId: 14, symbolName: 'EURUSD', lotSize: 10_000_000 }];

/** Messages of cTrader, with their content and the number of trades. */
const messages: readonly [content: object, told: RegExp, trades: number][] = [
  [{ deal: [deal(1), deal(2, { dealStatus: 12 })] }, /^deal 2 .*dealStatus `12` is unknown$/, 1],
  [{ deal: [deal(1), deal(2, { dealStatus: 'FILED' })] }, /dealStatus `FILED` is unknown$/, 1],
  [{ deal: [deal(1), deal(2, { dealStatus: 'MISSED' })] }, /^$/, 1],
  [{ deal: [deal(1), deal(2, { dealStatus: 4 })] }, /^$/, 1],
  [{ deal: [deal(1), deal(2, {}, 'none')] }, /^deal 2 .*closePositionDetail is not an object$/, 1],
  [{ deal: [deal(1), deal(2, {}, null)] }, /^$/, 1],
  [{ deal: [deal(1), deal(2, { positionId: 11 }, null)] }, /^$/, 1],
  [
    {
      deal: [
        deal(3),
        deal(1, { positionId: 5, tradeSide: 1 }, null),
        deal(2, { positionId: 5 }, null),
      ],
    },
    /^deal 2 not imported: closePositionDetail is missing: its position was opened on the other side$/,
    1,
  ],
  [{ deal: [deal(1), deal(1)] }, /^$/, 1],
  [
    { deal: [deal(1), deal(1, {}, { swap: -5 })] },
    /^deal 1 comes again with other values; the l/,
    1,
  ],
  [
    { deal: [deal(1), 7] },
    /no messages of cTrader: element 2 of `deal` must have `dealId`, `ex/,
    0,
  ],
  [{ deal: [deal(1), { positionId: 1 }] }, /element 2 of `deal` must have `dealId`/, 0],
  [
    { deal: [deal(1)], depositWithdraw: [{ balanceHistoryId: 3 }] },
    /element 1 of `depositWithdraw` must have `balanceHistoryId`, `delta`$/,
    0,
  ],
  [
    { deal: [deal(1)], position: [{ positionId: 3, tradeData: {}, positionStatus: 8 }] },
    /^position 3 not imported: positionStatus `8` is unknown$/,
    1,
  ],
  [{ deal: [deal(1)], position: [{ positionId: 3, tradeData: {}, positionStatus: 2 }] }, /^$/, 1],
  [
    { deal: [deal(1)], trader: { depositAssetId: 1, moneyDigits: 2, balance: 'much' } },
    /^the account: balance `much` is not a whole number: not compared$/,
    1,
  ],
  [
    { deal: [deal(1)], trader: { depositAssetId: 1, balance: 100 } },
    /^the account: moneyDigits is missing: not compared$/,
    1,
  ],
  [{ deal: [deal(1, { tradeSide: 3 }), deal(2)] }, /^deal 1 .*tradeSide `3` is neither BUY/, 1],
  [
    { deal: [deal(1, { executionPrice: '1,1' }), deal(2)] },
    /executionPrice `1,1` is not a price$/,
    1,
  ],
  [{ deal: [deal(1, { executionTimestamp: 1_710_000_000 }), deal(2)] }, /is not an instant$/, 1],
  [{ deal: [deal(1, { filledVolume: '1.5' }), deal(2)] }, /volume `1\.5` is not a whole number/, 1],
  [{ deal: [deal(1, {}, { swap: '0.5' }), deal(2)] }, /swap `0\.5` is not a whole number$/, 1],
];

for (const [at, [content, said, count]] of messages.entries()) {
  answers(`ctrader: message ${at + 1} tells ${said.source.slice(0, 50)}`, async ({ folder }) => {
    const text = JSON.stringify({ symbol, ...content });
    const { told, tables } = await readBytes(folder, text, { format: 'ctrader' });
    assert.match(told.join('\n').replace(/^.*\/export: /, ''), said);
    assert.is(tables.trades?.length ?? 0, count);
  });
}

const columns = (...names: string[]) => ({ columns: names.map((id) => ({ id })) });
const config = {
  ordersHistoryConfig: columns(
    ...['id', 'positionId', 'tradableInstrumentId', 'side', 'status', 'filledQty', 'avgPrice'],
    ...['lastModified', 'profit'],
  ),
  positionsHistoryConfig: columns(
    ...['id', 'tradableInstrumentId', 'side', 'qty', 'avgPrice', 'closePrice', 'openDate'],
    ...['closeDate', 'pnl'],
  ),
  positionsConfig: columns(
    ...['id', 'tradableInstrumentId', 'side', 'qty', 'avgPrice', 'openDate', 'unrealizedPl'],
  ),
  accountDetailsConfig: columns('balance', 'equity'),
};
const order = (id: string, side: string, at: number, profit = '', more: [number, string][] = []) =>
  more.reduce(
    (row, [place, text]) => row.with(place, text),
    [id, '77', '278', side, 'Filled', '0.10', '1.10000', `${1_767_951_992_000 + at}`, profit],
  );
const closedPosition = (id: string, pnl: string, closed = 1_767_951_993_000) => [
  ...[id, '278', 'buy', '0.10', '1.1', '1.2', '1767951992000', `${closed}`, pnl],
];
const openPosition = (id: string, pnl: string) => [
  ...[id, '278', 'buy', '0.10', '1.1', '1767951992000', pnl],
];
const pair = [order('1', 'buy', 1), order('2', 'sell', 2, '10.00')];

/** Answers of TradeLocker, with their content and the number of trades and positions. */
const tradelocker: readonly [
  content: object,
  told: RegExp,
  rows: readonly [trades: number, positions: number],
][] = [
  [{ ordersHistory: pair }, /^$/, [1, 0]],
  [{ ordersHistory: [...pair, order('2', 'sell', 2, '10.00')] }, /^$/, [1, 0]],
  [
    { ordersHistory: [...pair, order('2', 'sell', 2, '99.00')] },
    /^order 2 comes again with other values; the last counts$/,
    [1, 0],
  ],
  // Returned while the order was pending, and again when it was filled.
  [
    {
      ordersHistory: [
        order('2', 'sell', 2, '', [
          [4, 'Working'],
          [5, ''],
        ]),
        ...pair,
      ],
    },
    /^order 2 comes again with other values; the last counts$/,
    [1, 0],
  ],
  [{ positionsHistory: [closedPosition('7', '5'), closedPosition('7', '5')] }, /^$/, [1, 0]],
  [
    { positionsHistory: [closedPosition('7', '5'), closedPosition('7', '6')] },
    /^closed position 7 comes again with other values; the last counts$/,
    [1, 0],
  ],
  [
    { positionsHistory: [closedPosition('7', '5', 1_767_951_991_000), closedPosition('8', '5')] },
    /^row 1 of positionsHistory not imported: closed before it was opened$/,
    [1, 0],
  ],
  [
    { ordersHistory: pair, positions: [openPosition('9', '1'), openPosition('9', '1')] },
    /^$/,
    [1, 1],
  ],
  [
    { ordersHistory: pair, positions: [openPosition('9', '1'), openPosition('9', '2')] },
    /^position 9 comes again with other values; the last counts$/,
    [1, 1],
  ],
  [
    { ordersHistory: pair, accountDetailsData: ['much', '5'] },
    /^balance of the account is not a number: not compared$/,
    [1, 0],
  ],
  [{ ordersHistory: pair, accountDetailsData: ['', null] }, /^$/, [1, 0]],
  [{ ordersHistory: pair, accountDetailsData: ['5'] }, /details: 1 values where .* has 2$/, [0, 0]],
];

for (const [at, [content, said, [trades, positions]]] of tradelocker.entries()) {
  answers(`tradelocker: answer ${at + 1} tells ${said.source.slice(0, 50)}`, async (context) => {
    const instruments = [{ tradableInstrumentId: 278, name: 'EURUSD' }];
    const rows = { ordersHistory: [], ...content };
    const text = JSON.stringify({ config, instruments, ...rows });
    const { told, tables } = await readBytes(context.folder, text, { format: 'tradelocker' });
    assert.match(told.join('\n').replace(/^.*\/export: no TradeLocker history: /, ''), said);
    assert.equal([tables.trades?.length ?? 0, tables.positions?.length ?? 0], [trades, positions]);
  });
}

answers('tradelocker: the newest of two answers about one order counts', async ({ folder }) => {
  const content = {
    config,
    instruments: [{ tradableInstrumentId: 278, name: 'EURUSD' }],
    ordersHistory: [...pair, order('2', 'sell', 2, '99.00')],
  };
  const { tables } = await readBytes(folder, JSON.stringify(content), { format: 'tradelocker' });
  assert.equal(
    tables.trades?.map(({ profit }) => profit),
    ['99.00'],
  );
});

answers('tradelocker: without orders say that closed trades are not known', async ({ folder }) => {
  const content = {
    config,
    instruments: [{ tradableInstrumentId: 278, name: 'EURUSD' }],
    positions: [openPosition('9', '1')],
  };
  const { notes, told } = await readBytes(folder, JSON.stringify(content), {
    format: 'tradelocker',
  });
  assert.equal(told, []);
  assert.ok(
    notes.includes('no answer lists orders or closed positions: closed trades are not known'),
  );
});

answers.run();
