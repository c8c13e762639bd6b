import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MadeMessages } from '../../../../fixtures/statements/openapi.ts';
import { fieldsOf } from '../../../support/fields.ts';
import { isInFull } from '../../../support/in-full.ts';
import { messageRows } from '../../platforms/ctrader/message-rows.ts';
import { assertRows, instant } from '../../platforms/same-rows.ts';
import { type DoubleAccount, makeAccount } from './account.ts';
import { accessTo, endOf, type Read, readAll, withDouble } from './reading.ts';

const reading = suite('reading cTrader');

/** Asserts that a read has every row of an account that was made up. */
function assertRead(read: Read, expected: MadeMessages, message = ''): void {
  const { trades, flows, positions } = messageRows(expected);
  const moved = flows.filter(({ kind }) => kind !== 'credit');
  assertRows(read.rows('trades'), trades, message);
  assertRows(read.rows('cash_flows'), moved, message);
  assertRows(read.rows('positions'), positions, message);
}

for (const first of ['oldest', 'newest'] as const) {
  reading(
    `reads every deal, flow and position, if long lists begin with the ${first}`,
    async () => {
      for (const [at, deals] of [1, 12, 60].entries()) {
        const { account, made: expected } = makeAccount(`read ${at}`, {
          deals,
          digits: [2, 0, 8][at] ?? 2,
        });
        await withDouble([account], async (double) => {
          Object.assign(double.knobs, { first, chunk: 4, areLongsTexts: at === 1 });
          const read = await readAll(double);
          assertRead(read, expected, `${at}`);
          assert.equal(read.notes, []);
          const [row] = read.rows('accounts');
          assert.is(Number(row?.reported_balance), expected.balance / 10 ** expected.digits);
          assert.is(row?.opening_balance, '');
          assert.is(row?.leverage, '50');
          assert.is(read.rows('equity').length, 1);
          const units = expected.open.reduce((sum, { margin }) => sum + margin, 0);
          assert.is(
            Number(read.rows('equity')[0]?.margin),
            Number((units / 10 ** expected.digits).toFixed(expected.digits)),
          );
        });
      }
    },
  );
}

reading('continues after a kill at any page and loses nothing', async () => {
  const { account, made: expected } = makeAccount('kill', { deals: 400 });
  await withDouble([account], async (double) => {
    const whole = await readAll(double);
    assert.ok(whole.pages.length > 2);
    for (let stored = 1; stored < whole.pages.length; stored++) {
      const before = { ...whole, pages: whole.pages.slice(0, stored) };
      const { state } = before.pages.at(-1) ?? { state: null };
      const rest = await readAll(double, { state, before });
      assertRead(rest, expected, `${stored}`);
    }
  });
});

reading('takes capital from before the first message as the opening balance', async () => {
  const { account } = makeAccount('before', { deals: 5, before: 500_000 });
  await withDouble([account], async (double) => {
    const first = await readAll(double);
    assert.is(first.rows('accounts')[0]?.opening_balance, '5000.00');
    const since = new Date(endOf(account).getTime() - 86_400_000);
    const again = await readAll(double, { since, state: first.state });
    assert.is(again.rows('accounts')[0]?.opening_balance, '5000.00');
  });
});

/** Returns the time of a deal, in milliseconds. */
const timeOf = (deal: DoubleAccount['deals'][number]): number => Number(deal.executionTimestamp);

reading('reads late and corrected deals in the overlap, and doubles none', async () => {
  const { account, made: expected } = makeAccount('late', { deals: 80 });
  const all = [...account.deals].sort((first, second) => timeOf(first) - timeOf(second));
  const late = all.filter((deal) => 'closePositionDetail' in deal).slice(-4);
  await withDouble([account], async (double) => {
    account.deals = all.filter((deal) => deal !== late[1]);
    const [, , wrong] = late;
    const detail = wrong?.closePositionDetail as Record<string, unknown>;
    const { swap } = detail;
    detail.swap = Number(swap) - 7700;
    const first = await readAll(double);
    assert.is(first.rows('trades').length, expected.closings.length - 1);
    assert.ok(first.notes.some((note) => note.startsWith('The balance moved by')));
    // The broker repaired both: one deal comes late, the other is listed twice.
    detail.swap = swap;
    account.deals = [...all, ...late];
    const since = new Date(timeOf(late[0] ?? {}) - 3_600_000);
    const again = await readAll(double, { since, state: first.state, before: first });
    assertRead(again, expected);
    assert.equal(again.notes, []);
  });
});

reading('keeps the opening time of a position that an earlier read found open', async () => {
  const { account, made: expected } = makeAccount('held', { deals: 60 });
  const all = [...account.deals].sort((first, second) => timeOf(first) - timeOf(second));
  const closing = all.filter((deal) => 'closePositionDetail' in deal).at(-1) ?? {};
  await withDouble([account], async (double) => {
    account.deals = all.filter((deal) => timeOf(deal) < timeOf(closing));
    const first = await readAll(double, {});
    account.deals = all;
    const since = new Date(timeOf(closing) - 1);
    const again = await readAll(double, { since, state: first.state, before: first });
    assertRows(again.rows('trades'), messageRows(expected).trades, 'held');
    // Without stored state, the connector asks for the deals of the position.
    const asked = double.requests.length;
    const alone = await readAll(double, { since, before: first });
    assertRows(alone.rows('trades'), messageRows(expected).trades, 'without state');
    assert.ok(double.requests.slice(asked).includes('ProtoOADealListByPositionIdReq'));
  });
});

reading('reads each part of a position that is closed in parts', async () => {
  const { account } = makeAccount('parts', { deals: 1 });
  const [position = 0n, opened] = [9_223_372_036_854_775_801n, 1_741_000_000_000];
  const base = { orderId: 1, positionId: position, symbolId: 1, volume: 300_000 };
  const deal = (dealId: bigint, at: number, volume: number, side: number, detail?: object) => ({
    ...base,
    dealId,
    filledVolume: volume,
    createTimestamp: at,
    executionTimestamp: at,
    executionPrice: 1.09,
    tradeSide: side,
    dealStatus: 2,
    moneyDigits: 2,
    ...(detail && { closePositionDetail: { entryPrice: 1.08, moneyDigits: 2, ...detail } }),
  });
  account.flows = [];
  account.deals = [
    deal(9_223_372_036_854_775_802n, opened, 300_000, 1),
    deal(9_223_372_036_854_775_803n, opened + 1000, 100_000, 2, {
      grossProfit: 1000,
      swap: -1,
      commission: -2,
      pnlConversionFee: -3,
      balance: 994,
      closedVolume: 100_000,
    }),
    // Amount that a double cannot hold exactly.
    deal(9_223_372_036_854_775_804n, opened + 2000, 200_000, 2, {
      grossProfit: 9_007_199_254_740_993n,
      swap: 0,
      commission: 0,
      balance: 9_007_199_254_741_987n,
      closedVolume: 200_000,
    }),
  ];
  account.trader.balance = 9_007_199_254_741_987n;
  account.trader.registrationTimestamp = opened - 1000;
  await withDouble([account], async (double) => {
    const read = await readAll(double);
    const rows = read.rows('trades');
    assert.equal(
      rows.map(({ ticket, side, volume, profit, swap, commission, opened_at }) => [
        ...[ticket, side, volume, profit, swap, commission, opened_at],
      ]),
      [
        ['9223372036854775803', 'buy', '0.01', '10.00', '-0.01', '-0.05', instant(opened)],
        [
          '9223372036854775804',
          'buy',
          '0.02',
          '90071992547409.93',
          '0.00',
          '0.00',
          instant(opened),
        ],
      ],
    );
    assert.is(read.rows('accounts')[0]?.reported_balance, '90071992547419.87');
  });
});

reading('reads all kinds of balance operations, and reports an unknown one', async () => {
  const { account } = makeAccount('operations', { deals: 1 });
  const at = Number(account.flows[0]?.changeBalanceTimestamp);
  const move = (id: number, operationType: number, delta: number) => ({
    balanceHistoryId: id,
    operationType,
    delta,
    balance: 0,
    moneyDigits: 2,
    changeBalanceTimestamp: at + id,
  });
  account.flows = [
    move(1, 0, 500),
    move(2, 1, 200),
    move(3, 19, 50),
    move(4, 22, 7),
    move(5, 30, 9),
  ];
  await withDouble([account], async (double) => {
    double.knobs.damage = (name, payload) =>
      name === 'ProtoOACashFlowHistoryListRes'
        ? {
            ...payload,
            depositWithdraw: [...(payload.depositWithdraw as object[]), move(6, 77, 1)],
          }
        : payload;
    const read = await readAll(double);
    assert.equal(fieldsOf(read.rows('cash_flows'), 'id', 'amount', 'kind'), [
      ['1', '5.00', 'flow'],
      ['2', '-2.00', 'flow'],
      ['3', '0.50', 'flow'],
      ['4', '-0.07', 'adjustment'],
      ['5', '-0.09', 'flow'],
    ]);
    assert.ok(read.notes.some((note) => note.includes('transfer 6') && note.includes('77')));
  });
});

reading(
  'takes the name that a symbol has now, and leaves out its trades without a lot size',
  async () => {
    const { account, made: expected } = makeAccount('renamed', { deals: 40 });
    await withDouble([account], async (double) => {
      const first = await readAll(double);
      account.lightSymbols = account.lightSymbols.map((each) =>
        each.symbolName === 'EURUSD' ? { ...each, symbolName: 'EURUSD.x' } : each,
      );
      const since = new Date(0);
      const renamed = await readAll(double, { since, state: first.state, before: first });
      assert.is(renamed.rows('trades').length, expected.closings.length);
      const names = new Set(renamed.rows('trades').map(({ symbol }) => symbol));
      assert.ok(names.has('EURUSD.x') && !names.has('EURUSD'));
      // An archived symbol has a name, but no lot size.
      const gold = account.lightSymbols.find(({ symbolName }) => symbolName === 'XAUUSD');
      account.lightSymbols = account.lightSymbols.filter((each) => each !== gold);
      account.symbols = account.symbols.filter(({ symbolId }) => symbolId !== gold?.symbolId);
      account.archived = [{ symbolId: gold?.symbolId, name: 'XAUUSD', utcLastUpdateTimestamp: 1 }];
      const archived = await readAll(double);
      const gone = expected.closings.filter(({ symbol }) => symbol === 'XAUUSD').length;
      assert.ok(gone > 0);
      assert.is(archived.rows('trades').length, expected.closings.length - gone);
      assert.is(archived.notes.filter((note) => note.includes('lot size')).length, gone);
    });
  },
);

reading('reads again if a deal comes in meanwhile', async () => {
  const { account, made: expected } = makeAccount('meanwhile', { deals: 30 });
  const all = [...account.deals].sort((first, second) => timeOf(first) - timeOf(second));
  const last = all.filter((deal) => 'closePositionDetail' in deal).at(-1);
  account.deals = all.filter((deal) => deal !== last);
  await withDouble([account], async (double) => {
    double.knobs.damage = (name, payload) => {
      if (name === 'ProtoOAReconcileRes') account.deals = all;
      return payload;
    };
    const end = endOf(account).getTime();
    Object.assign(last ?? {}, { executionTimestamp: end + 500 });
    let calls = 0;
    const clock = () => new Date(end + 1000 * calls++);
    const read = await readAll(double, { access: { ...accessTo(double, new Date()), clock } });
    assert.is(read.rows('trades').length, expected.closings.length);
  });
});

/** Makes deals, spread evenly over a time. Every second one closes a position. */
function manyDeals(count: number, start: number, end: number): DoubleAccount['deals'] {
  return Array.from({ length: count }, (_, at) => {
    const time = Math.floor(start + ((end - start) * at) / count);
    const isClosing = at % 2 === 1;
    const position = 1 + Math.floor(at / 2);
    return {
      dealId: at + 1,
      orderId: at + 1,
      positionId: position,
      symbolId: 1,
      volume: 100_000,
      filledVolume: 100_000,
      createTimestamp: time,
      executionTimestamp: time,
      executionPrice: 1.09,
      tradeSide: isClosing ? 2 : 1,
      dealStatus: 2,
      moneyDigits: 2,
      ...(isClosing && {
        closePositionDetail: {
          entryPrice: 1.08,
          grossProfit: 100,
          swap: 0,
          commission: 0,
          closedVolume: 100_000,
          balance: 100 * position,
          moneyDigits: 2,
        },
      }),
    };
  });
}

const many = isInFull ? 200_000 : 2000;
reading(`reads ${many} deals in bounded pages, and within few requests`, async () => {
  const { account } = makeAccount('many', { deals: 1 });
  const weeks = isInFull ? 160 : 2;
  const start = Number(account.trader.registrationTimestamp);
  account.flows = [];
  account.deals = manyDeals(many, start, start + weeks * 604_800_000);
  account.trader.balance = 100 * (many / 2);
  await withDouble([account], async (double) => {
    const read = await readAll(double);
    assert.is(read.rows('trades').length, many / 2);
    assert.ok(read.pages.every(({ rows }) => (rows.trades?.length ?? 0) <= 3000));
    const asked = double.requests.filter((name) => /DealList|CashFlow/.test(name)).length;
    // A week with more deals than fit into an answer is halved. At most 5 such requests a second
    // are allowed.
    assert.ok(asked <= 4 * (weeks + 1) + many / 500, `${asked}`);
  });
});

reading.run();
