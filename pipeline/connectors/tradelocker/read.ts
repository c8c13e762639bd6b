import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { accountRow, instant, positionRow, tradeRow } from '../../platforms/source/orders.ts';
import type { SourceRows } from '../../platforms/source/source-tables.ts';
import type { PricedTrades } from '../../platforms/tradelocker/profits.ts';
import type { Fill, TradelockerOpenPosition } from '../../platforms/tradelocker/rows.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { utc } from '../../read/timezone.ts';
import {
  type Access,
  type AccountRead,
  type BrokerAccount,
  overlapMilliseconds,
  type ReadPage,
} from '../kind.ts';
import { netsOf, settle, tradesOf } from './held-fills.ts';
import { readHistory } from './history.ts';
import { instrumentsOf } from './instruments.ts';
import { openRequests } from './requests.ts';
import { type HistoryState, readState, storedState } from './state.ts';

/** Begin of a first read. No TradeLocker account is older. */
const epoch = Date.UTC(2020, 0, 1);

/** Largest difference between the balance and the sum of all results that is not told. */
const tolerance = '0.02';

/** Count of times that positions and orders are read again if they don't fit. */
const rereads = 2;

/**
 * Reads an account of TradeLocker. Trades are paired from the filled orders of each position, as an
 * import does.
 */
export async function* readTradelocker(
  access: Access,
  { secret, account, since, state: stored }: AccountRead,
): AsyncGenerator<ReadPage> {
  const requests = await openRequests(access, secret, account);
  const { currency } = requests;
  const now = (): number => access.clock().getTime();
  let state = readState(stored);
  const isResumed = state.cursor !== null;
  const seen = new Set<string>();
  const end = now();
  const again = since === null ? epoch : since.getTime();
  // An order that rested for longer than the overlap may be listed by the time it was created.
  const from = state.cursor ?? Math.min(again, state.oldestResting ?? again);

  const takeFills = async (fills: readonly Fill[]): Promise<void> => {
    const held = new Map(state.held);
    for (const fill of fills) {
      held.set(fill.id, fill);
      seen.add(fill.id);
    }
    const needsDetails = fills.some(({ profit }) => profit === '');
    const known = state.instruments;
    const instruments = await instrumentsOf(
      known,
      fills,
      needsDetails,
      now(),
      requests.instruments,
    );
    const first = fills.reduce((least, { at }) => Math.min(least, at), state.first ?? end);
    state = { ...state, held, instruments, first: held.size === 0 ? state.first : first };
  };
  const readPositions = async (): Promise<readonly TradelockerOpenPosition[]> => {
    const open = await requests.positions();
    const named = open.map(({ instrument }) => ({ instrument, profit: '0' }));
    const known = state.instruments;
    const instruments = await instrumentsOf(known, named, false, now(), requests.instruments);
    state = { ...state, instruments };
    return open;
  };
  /** Reads positions after orders. A trade in between makes them differ, so both are read again. */
  const readPaired = async () => {
    for (let count = 0; ; count += 1) {
      const open = await readPositions();
      const paired = tradesOf(state, open, currency);
      if (paired.unpaired.length === 0 || count === rereads) return { open, paired };
      const { fills } = await requests.history(end - overlapMilliseconds, now());
      if (fills === null) return { open, paired };
      await takeFills(fills);
    }
  };
  const pageOf = (rows: SourceRows, notes: readonly CodedReason[]): ReadPage => ({
    rows,
    terminal: null,
    state: storedState(state),
    notes,
  });

  for await (const { fills, to } of readHistory(requests, from, end)) {
    await takeFills(fills);
    if (to >= end) break;
    const { trades, whole } = tradesOf(state, undefined, currency);
    state = { ...state, cursor: to, ...settle(state, trades, whole, end) };
    const described = rowOfAccount(account, currency, state.first, now());
    yield pageOf({ accounts: [described], trades: toRows(trades) }, []);
  }

  // Without orders that the broker no longer lists, their trades are gone too.
  const isGone = (fill: Fill) => !seen.has(fill.id) && Math.min(fill.at, fill.created) >= again;
  if (!isResumed && since !== null) {
    state = { ...state, held: new Map([...state.held].filter(([, fill]) => !isGone(fill))) };
  }

  const { open, paired } = await readPaired();
  const { trades, whole, unpaired } = paired;
  const { balance, equity } = await requests.details();
  const oldestResting = await requests.oldestResting();
  const total = sumDecimals([state.settled, ...netsOf(trades)]);
  const isComplete = trades.foreign.size + trades.unsized.length + unpaired.length === 0;
  const before = sumDecimals([balance, negateDecimal(total)]);
  const opening = state.opening ?? (isComplete && compareDecimals(before, '0') > 0 ? before : '');
  const settled = settle(state, trades, whole, end);
  state = { ...state, ...settled, cursor: null, oldestResting, opening };
  const at = now();
  yield pageOf(
    {
      accounts: [
        {
          ...rowOfAccount(account, currency, state.first, at),
          reported_balance: balance,
        },
      ],
      trades: toRows(trades),
      positions: positionRows(open, state, at),
      equity:
        equity === '' ? [] : [{ account_id: '', at: instant(at), balance, equity, margin: '' }],
    },
    [...leftOut(paired, currency), ...balanceNote(opening, total, balance)],
  );
}

/** Names what no trade was made of: positions that don't pair, and results in other currencies. */
const leftOut = (
  { trades, unpaired }: ReturnType<typeof tradesOf>,
  currency: string,
): CodedReason[] => [
  ...unpaired.map(({ position, reason }) =>
    makeReason('connector_position_left_out', { value: position, detail: reason }),
  ),
  ...[...trades.foreign].map(([symbol, count]) =>
    makeReason('connector_trades_left_out', { count, symbol, currency }),
  ),
];

/** Makes the row of an account whose balance is not known yet. */
const rowOfAccount = (
  { server, isDemo }: BrokerAccount,
  currency: string,
  first: number | null,
  now: number,
) =>
  accountRow({
    account_id: '',
    platform: 'TradeLocker',
    currency,
    server,
    demo: String(isDemo),
    updated_at: instant(now),
    created_at: instant(first ?? now),
    // No answer lists deposits.
    deposits_unknown: 'true',
  });

const toRows = ({ trades }: PricedTrades): NonNullable<SourceRows['trades']> =>
  trades
    .toSorted((first, second) => first.closed - second.closed)
    .map((trade) => tradeRow(trade, '', utc.toUtc));

const positionRows = (
  open: readonly TradelockerOpenPosition[],
  { instruments }: HistoryState,
  now: number,
): NonNullable<SourceRows['positions']> =>
  open.map((position) => {
    const symbol = instruments.get(position.instrument)?.name ?? '';
    return positionRow({ ...position, symbol }, '', utc.toUtc, now);
  });

/** Says by how much the balance differs from the results, which a deposit would explain. */
function balanceNote(opening: string, total: string, balance: string): CodedReason[] {
  if (opening === '') return [];
  const gap = sumDecimals([balance, negateDecimal(opening), negateDecimal(total)]);
  if (compareDecimals(gap.replace('-', ''), tolerance) <= 0) return [];
  return [makeReason('connector_balance_unexplained', { amount: gap })];
}
