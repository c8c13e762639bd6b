import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { instant, positionRow, tradeRow } from '../../platforms/source/orders.ts';
import type { SourceRows } from '../../platforms/source/source-tables.ts';
import type { PricedTrades } from '../../platforms/tradelocker/profits.ts';
import type { Fill, TradelockerOpenPosition } from '../../platforms/tradelocker/rows.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { utc } from '../../read/timezone.ts';
import { ConnectorError } from '../errors.ts';
import { type Access, type AccountRead, overlapMilliseconds, type ReadPage } from '../kind.ts';
import { answerRows } from './answers.ts';
import { paceOf } from './config.ts';
import { netsOf, settle, tradesOf } from './held-fills.ts';
import { instrumentsOf } from './instruments.ts';
import { openSession } from './session.ts';
import { readState, storedState } from './state.ts';

/** Begin of a first read. No TradeLocker account is older. */
const epoch = Date.UTC(2020, 0, 1);

/** Largest difference between the balance and the sum of all results that is not told. */
const tolerance = '0.02';

/** Count of times that positions and orders are read again if they don't fit. */
const rereads = 2;

/**
 * Reads an account of TradeLocker. An answer of `ordersHistory` has a limited number of rows and no
 * cursor. So the time is halved until an answer has no more rows after it. Trades are paired from
 * the filled orders of each position, as an import does.
 */
export async function* readTradelocker(
  access: Access,
  { secret, account, since, state: stored }: AccountRead,
): AsyncGenerator<ReadPage> {
  const session = openSession(access, secret);
  const found = (await session.accounts()).find(({ id }) => id === account.id);
  if (found === undefined) {
    throw new ConnectorError('removed', makeReason('tradelocker_hidden'));
  }
  const { accNum } = found;
  const currency = found.currency ?? '';
  const about = `/trade/accounts/${encodeURIComponent(account.id)}`;
  const config = await session.get('config', '/trade/config', accNum);
  const rows = answerRows(config);
  const pace = paceOf(config, access);
  const ask = async (limit: string, what: string, path: string, query?: Record<string, string>) => {
    await pace.turn(limit);
    return session.get(what, path, accNum, query);
  };
  const instrumentAnswers = {
    list: () => ask('GET_INSTRUMENTS', 'instruments', `${about}/instruments`),
    details: (id: string, routeId: string) =>
      ask('GET_INSTRUMENT_DETAILS', 'instrument', `/trade/instruments/${encodeURIComponent(id)}`, {
        routeId,
        locale: 'en',
      }),
  };
  const history = (from: number, to: number) =>
    ask('GET_ORDERS_HISTORY', 'ordersHistory', `${about}/ordersHistory`, {
      from: String(from),
      to: String(to),
    });

  let state = readState(stored);
  const isResumed = state.cursor !== null;
  const seen = new Set<string>();
  const end = access.clock().getTime();
  const again = since === null ? epoch : since.getTime();
  // An order that rested for longer than the overlap may be listed by the time it was created.
  let from = state.cursor ?? Math.min(again, state.oldestResting ?? again);
  let span = end - from;
  let fullest = Number.POSITIVE_INFINITY;

  /** Reads the next part of the history that one answer holds. Returns its fills and its end. */
  const readPart = async (): Promise<{ fills: Fill[]; to: number }> => {
    for (;;) {
      const to = Math.min(end, from + span);
      const answer = await history(from, to);
      const hasMore = answer.has('hasMore') && answer.flag('hasMore');
      const { length } = answer.list('ordersHistory');
      if (!hasMore) {
        if (length * 2 < fullest) span *= 2;
        return { fills: rows.fills(answer), to };
      }
      fullest = Math.min(fullest, length);
      span = Math.floor((to - from) / 2);
      if (span < 1) {
        const message = makeReason('many_orders', { answer: 'ordersHistory' });
        throw new ConnectorError('unexpected', message);
      }
    }
  };

  const takeFills = async (fills: readonly Fill[]): Promise<ReadonlyMap<string, Fill>> => {
    const held = new Map(state.held);
    for (const fill of fills) {
      held.set(fill.id, fill);
      seen.add(fill.id);
    }
    const needsDetails = fills.some(({ profit }) => profit === '');
    const now = access.clock().getTime();
    const instruments = await instrumentsOf(
      state.instruments,
      fills,
      needsDetails,
      now,
      instrumentAnswers,
    );
    const first = fills.reduce((least, { at }) => Math.min(least, at), state.first ?? end);
    state = { ...state, held, instruments, first: held.size === 0 ? state.first : first };
    return held;
  };

  while (from < end) {
    const part = await readPart();
    await takeFills(part.fills);
    from = part.to;
    if (from >= end) break;
    const { trades, whole } = tradesOf(state, undefined, currency);
    state = { ...state, cursor: from, ...settle(state, trades, whole, end) };
    yield {
      rows: { accounts: [accountRow('', '')], trades: toRows(trades) },
      terminal: null,
      state: storedState(state),
      notes: [],
    };
  }

  // Without orders that the broker no longer lists, their trades are gone too.
  const isGone = (fill: Fill) => !seen.has(fill.id) && Math.min(fill.at, fill.created) >= again;
  if (!isResumed && since !== null) {
    state = { ...state, held: new Map([...state.held].filter(([, fill]) => !isGone(fill))) };
  }

  // Positions and orders are read one after the other, so a trade in between makes them differ.
  let open = await positions();
  let paired = tradesOf(state, open, currency);
  for (let count = 0; count < rereads && paired.unpaired.length > 0; count += 1) {
    const answer = await history(end - overlapMilliseconds, access.clock().getTime());
    if (answer.has('hasMore') && answer.flag('hasMore')) break;
    await takeFills(rows.fills(answer));
    open = await positions();
    paired = tradesOf(state, open, currency);
  }
  const { balance, equity } = rows.details(
    await ask('GET_ACCOUNTS_STATE', 'accountDetails', `${about}/state`),
  );
  const oldestResting = rows.oldestResting(await ask('GET_ORDERS', 'orders', `${about}/orders`));
  const { trades, whole, unpaired } = tradesOf(state, open, currency);
  const total = sumDecimals([state.settled, ...netsOf(trades)]);
  const isComplete = trades.foreign.size + trades.unsized.length + unpaired.length === 0;
  const before = sumDecimals([balance, negateDecimal(total)]);
  const opening = state.opening ?? (isComplete && compareDecimals(before, '0') > 0 ? before : '');
  state = {
    ...state,
    ...settle(state, trades, whole, end),
    cursor: null,
    oldestResting,
    opening,
  };
  const now = access.clock().getTime();
  yield {
    rows: {
      accounts: [accountRow(opening, balance)],
      trades: toRows(trades),
      positions: open.map((position) =>
        positionRow({ ...position, symbol: nameOf(position.instrument) }, '', utc.toUtc, now),
      ),
      equity:
        equity === '' ? [] : [{ account_id: '', at: instant(now), balance, equity, margin: '' }],
    },
    terminal: null,
    state: storedState(state),
    notes: [
      ...unpaired.map(({ position, reason }) =>
        makeReason('position_left_out', { value: position, detail: reason }),
      ),
      ...[...trades.foreign].map(([symbol, count]) =>
        makeReason('trades_left_out', { count, symbol, currency }),
      ),
      ...balanceNote(opening, total, balance),
    ],
  };

  function accountRow(openingBalance: string, reported: string) {
    const now = access.clock().getTime();
    return {
      account_id: '',
      platform: 'TradeLocker',
      currency,
      broker: '',
      leverage: '',
      server: account.server,
      demo: String(account.isDemo),
      updated_at: instant(now),
      created_at: instant(state.first ?? now),
      opening_balance: openingBalance,
      reported_balance: reported,
      contradicted: '',
      timezone: '',
      statement: '',
    };
  }

  async function positions(): Promise<readonly TradelockerOpenPosition[]> {
    const listed = rows.positions(await ask('GET_POSITIONS', 'positions', `${about}/positions`));
    const now = access.clock().getTime();
    const named = listed.map(({ instrument }) => ({ instrument, profit: '0' }));
    const { instruments } = state;
    const known = await instrumentsOf(instruments, named, false, now, instrumentAnswers);
    state = { ...state, instruments: known };
    return listed;
  }

  function nameOf(id: string): string {
    return state.instruments.get(id)?.name ?? '';
  }

  function toRows({ trades }: PricedTrades): NonNullable<SourceRows['trades']> {
    return trades
      .toSorted((first, second) => first.closed - second.closed)
      .map((trade) => tradeRow(trade, '', utc.toUtc));
  }
}

/** Says by how much the balance differs from the results, which a deposit would explain. */
function balanceNote(opening: string, total: string, balance: string): CodedReason[] {
  if (opening === '') return [];
  const gap = sumDecimals([balance, negateDecimal(opening), negateDecimal(total)]);
  if (compareDecimals(gap.replace('-', ''), tolerance) <= 0) return [];
  return [makeReason('balance_unexplained', { amount: gap })];
}
