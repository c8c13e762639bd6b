import {
  type Book,
  type Booking,
  compareBookings,
  compareTexts,
  compareTrades,
  type Position,
  type Trade,
} from './book.ts';
import { dayOf, instant } from './instants.ts';
import { decimalsOf, type Money, money, sumMoney } from './money.ts';
import { pipSize, pipsOf } from './pips.ts';
import { printedVerdict } from './printed.ts';
import { reconcile, reconciledOf } from './reconciling.ts';
import { type RegistryEntry, type Row, required, type World } from './world.ts';

export type Report = {
  readonly at: number;
  readonly equity: Money;
  readonly margin: Money | null;
};

/** Book of one account, with values that only portfolios need. */
export type AccountBook = Book & {
  /** History cut, or else the first event: from then on it belongs to a portfolio. */
  readonly joinsAt: number | null;
  readonly reports: readonly Report[];
  /**
   * Equity minus balance in the newest report; null if that report is older than the newest event.
   */
  readonly reportedFloating: { readonly day: string; readonly amount: Money | null } | null;
  readonly positionsReportedAt: number | null;
};

/** Collects all data of one account. */
export function accountBook(world: World, entry: RegistryEntry): AccountBook {
  const ownRows = (rows: readonly Row[]) =>
    rows.filter((row) => row.account_id === entry.account_id);
  const account = world.accounts.find((row) => row.account_id === entry.account_id);
  const cutAt = entry.history_cut_at ?? null;
  const cut = cutAt === null ? Number.NEGATIVE_INFINITY : instant(cutAt);
  const platform = account?.platform ?? null;
  const server = account?.server ?? null;

  const allTrades = ownRows(world.trades).map((row) =>
    readTrade(row, platform, server, world.symbols),
  );
  const bookings = ownRows(world.cash_flows).map((row) => ({
    kind: row.kind ?? 'flow',
    id: required(row, 'id'),
    at: instant(required(row, 'at')),
    amount: money(required(row, 'amount')),
  }));
  const allFlows = bookings.filter((booking) => booking.kind === 'flow');
  const allAdjustments = bookings.filter((booking) => booking.kind === 'adjustment');
  const opening = account?.opening_balance ?? null;
  const depositsUnknown = account?.deposits_unknown === 'true';
  const capitalKnown = !depositsUnknown && (opening !== null || allFlows.length > 0);
  const starting = capitalKnown
    ? money(opening ?? '0') +
      sumMoney(allTrades.filter((trade) => trade.closedAt < cut).map((trade) => trade.net)) +
      sumMoney(
        [...allFlows, ...allAdjustments].filter((b) => b.at < cut).map((booking) => booking.amount),
      )
    : 0n;

  const trades = allTrades.filter((trade) => trade.closedAt >= cut).sort(compareTrades);
  const flows = allFlows.filter((flow) => flow.at >= cut).sort(compareBookings);
  const adjustments = allAdjustments.filter((b) => b.at >= cut).sort(compareBookings);
  const reports = ownRows(world.equity)
    .map((row) => ({
      at: instant(required(row, 'at')),
      equity: money(required(row, 'equity')),
      margin: row.margin ? money(row.margin) : null,
    }))
    .filter((report) => report.at >= cut)
    .sort((first, second) => first.at - second.at);
  const positionRows = ownRows(world.positions);
  const reportedAts = positionRows.map((row) => instant(required(row, 'reported_at')));
  const positionsReportedAt = reportedAts.length > 0 ? Math.max(...reportedAts) : null;
  const positions = positionRows
    .filter((row) => instant(required(row, 'reported_at')) === positionsReportedAt)
    .map((row) => readPosition(row, platform))
    .sort(newestFirst);

  const reportedBalance = account?.reported_balance ? money(account.reported_balance) : null;
  const total = starting + sumMoney([...trades.map((t) => t.net), ...amounts(flows, adjustments)]);
  const balance = capitalKnown ? total : reportedBalance;
  const reconciliation =
    capitalKnown && account && reportedBalance !== null
      ? reconcile(
          reportedBalance,
          required(account, 'currency'),
          starting,
          [
            ...trades.map(({ closedAt, net }) => ({ at: closedAt, amount: net })),
            ...flows,
            ...adjustments,
          ],
          instant(required(account, 'updated_at')),
          sumMoney(positions.map(({ commission }) => commission)),
        )
      : null;
  const contradicted = Boolean(account?.contradicted);
  const verdict = printedVerdict(ownRows(world.printed_figures), {
    currency: account?.currency ?? '',
    cut,
    trades,
    flows,
    adjustments,
    starting: capitalKnown ? starting : null,
    credits: bookings.filter(({ kind }) => kind === 'credit'),
    positionsAt: (at) =>
      positionRows
        .filter((row) => instant(required(row, 'reported_at')) === at)
        .map((row) => readPosition(row, platform)),
  });
  const newest = reports.at(-1);
  const eventTimes = [
    ...trades.map((trade) => trade.closedAt),
    ...[...flows, ...adjustments].map((booking) => booking.at),
  ];
  const fresh = newest && newest.at >= Math.max(...eventTimes, Number.NEGATIVE_INFINITY);
  const floating = sumMoney(positions.map((p) => p.profit + p.commission + p.swap));
  const equity = fresh ? newest.equity : balance === null ? null : balance + floating;

  return {
    slug: entry.slug,
    type: 'account',
    cutAt,
    hasData: account !== undefined,
    header: {
      platform,
      currency: account?.currency ?? null,
      broker: account?.broker ?? null,
      server,
      leverage: account?.leverage ? Number(account.leverage) : null,
      demo: account?.demo ? account.demo === 'true' : null,
      dataSource: account ? 'operator_file' : null,
      createdAt: account ? instant(required(account, 'created_at')) : null,
      updatedAt: account ? instant(required(account, 'updated_at')) : null,
    },
    capitalKnown,
    depositsUnknown,
    starting,
    opening: starting,
    joinings: [],
    members: [],
    reportedBalance,
    reconciliation,
    reconciled: reconciledOf(reconciliation, contradicted, verdict),
    trades,
    flows,
    adjustments,
    bookings: flows.length + adjustments.length,
    positions,
    dayReports: dayReports(reports, flows),
    margins: reports.flatMap(({ at, margin, equity }) =>
      margin !== null && margin >= 0n && equity > 0n ? [{ at, margin, equity }] : [],
    ),
    balance: account ? balance : null,
    equity: account ? equity : null,
    decimals: decimalsOf([
      ...trades.flatMap((trade) => [trade.profit, trade.commission, trade.swap]),
      ...amounts(flows, adjustments),
    ]),
    joinsAt: account === undefined ? null : cutAt === null ? earliest(eventTimes) : cut,
    reports,
    reportedFloating:
      fresh && newest
        ? { day: dayOf(newest.at), amount: balance === null ? null : newest.equity - balance }
        : null,
    positionsReportedAt,
  };
}

/**
 * Lists the last report of each UTC day, with the deposits and withdrawals since the report before.
 */
export function dayReports(reports: readonly Report[], flows: readonly Booking[]) {
  const lastOfDay = reports.filter((report, index) => {
    const next = reports[index + 1];
    return next === undefined || dayOf(next.at) !== dayOf(report.at);
  });
  return lastOfDay.map((report, index) => {
    const since = lastOfDay[index - 1]?.at ?? Number.NEGATIVE_INFINITY;
    const between = flows.filter((flow) => flow.at > since && flow.at <= report.at);
    return {
      day: dayOf(report.at),
      equity: report.equity,
      flows: sumMoney(between.map((flow) => flow.amount)),
    };
  });
}

function earliest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

/** Lists open positions, the last opened first. */
export function newestFirst(first: Position, second: Position): number {
  return second.openedAt - first.openedAt || compareTexts(second.ticket, first.ticket);
}

function amounts(...lists: readonly (readonly Booking[])[]): Money[] {
  return lists.flat().map((booking) => booking.amount);
}

function readTrade(
  row: Row,
  platform: string | null,
  server: string | null,
  symbols: readonly Row[],
): Trade {
  const position = readPosition(row, platform);
  const closePrice = Number(required(row, 'close_price'));
  const size = pipSize(position.symbol, server, symbols);
  return {
    ...position,
    closePrice,
    closedAt: instant(required(row, 'closed_at')),
    net: position.profit + position.commission + position.swap,
    pips: pipsOf(position.side, position.openPrice, closePrice, size),
    mae: row.mae ? money(row.mae) : null,
    mfe: row.mfe ? money(row.mfe) : null,
    stopsKnown: row.stops_known ? row.stops_known === 'true' : 'stop_loss' in row,
  };
}

function readPosition(row: Row, platform: string | null): Position {
  const hasMagicNumbers = platform === 'MT4' || platform === 'MT5';
  const magic = row.magic_number ?? null;
  return {
    ticket: required(row, 'ticket'),
    symbol: required(row, 'symbol'),
    side: required(row, 'side'),
    volume: money(required(row, 'volume')),
    openPrice: Number(required(row, 'open_price')),
    stopLoss: row.stop_loss ? Number(row.stop_loss) : null,
    takeProfit: row.take_profit ? Number(row.take_profit) : null,
    openedAt: instant(required(row, 'opened_at')),
    profit: money(required(row, 'profit')),
    commission: money(row.commission ?? '0'),
    swap: money(row.swap ?? '0'),
    comment: row.comment || null,
    magicNumber: hasMagicNumbers && magic !== null ? BigInt(magic) : null,
  };
}
