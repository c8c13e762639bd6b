import { type AccountBook, dayReports, newestFirst } from './account-book.ts';
import {
  type Book,
  type Booking,
  compareBookings,
  compareTrades,
  type DayReport,
  type Header,
  type Position,
} from './book.ts';
import { dayOf, instant } from './instants.ts';
import { convertMoney, decimalsOf, type Money, sumMoney } from './money.ts';
import { reconciledTogether } from './reconciling.ts';
import { externalFlows } from './transfers.ts';
import { type RegistryEntry, type Row, required } from './world.ts';

type Convert = (amount: Money, day: string) => Money;

/** Combines the members in one currency; undefined if a rate is missing. */
export function portfolioBook(
  entry: RegistryEntry,
  members: readonly AccountBook[],
  rates: readonly Row[],
): Book | undefined {
  const currency = entry.currency ?? '';
  const decimals = members.some((member) => member.decimals === 8) ? 8 : 2;
  try {
    const converted = members.map((member) =>
      convertMember(member, converter(member.header.currency, currency, rates, decimals)),
    );
    return unite(entry, currency, members, converted);
  } catch (error) {
    if (error instanceof MissingRate) return undefined;
    throw error;
  }
}

type Converted = ReturnType<typeof convertMember>;

function convertMember(member: AccountBook, convert: Convert) {
  const amounts = <T extends Position>(row: T, at: number): T => ({
    ...row,
    profit: convert(row.profit, dayOf(at)),
    commission: convert(row.commission, dayOf(at)),
    swap: convert(row.swap, dayOf(at)),
  });
  const booking = (row: Booking): Booking => ({
    ...row,
    amount: convert(row.amount, dayOf(row.at)),
    member: member.slug,
  });
  const flows = member.flows.map(booking);
  const positions = member.positions.map((position) =>
    amounts(position, member.positionsReportedAt ?? 0),
  );
  const reports = member.reports.map((report) => ({
    at: report.at,
    equity: convert(report.equity, dayOf(report.at)),
    margin: null,
  }));
  const reported = member.reportedFloating;
  return {
    slug: member.slug,
    hasData: member.hasData,
    joinsAt: member.joinsAt,
    starting: startingCapital(member, convert),
    trades: member.trades
      .map((trade) => amounts(trade, trade.closedAt))
      .map((trade) => ({
        ...trade,
        member: member.slug,
        net: trade.profit + trade.commission + trade.swap,
        mae: trade.mae === null ? null : convert(trade.mae, dayOf(trade.closedAt)),
        mfe: trade.mfe === null ? null : convert(trade.mfe, dayOf(trade.closedAt)),
      })),
    flows,
    adjustments: member.adjustments.map(booking),
    positions,
    dayReports: dayReports(reports, flows),
    floating:
      reported === null
        ? sumMoney(positions.map((p) => p.profit + p.commission + p.swap))
        : reported.amount === null
          ? null
          : convert(reported.amount, reported.day),
  };
}

/**
 * Converts starting capital at the rate of the day on which the member joins. Until then it uses
 * the day of the platform's last report.
 */
function startingCapital(member: AccountBook, convert: Convert): Money {
  const at = member.joinsAt ?? member.header.updatedAt;
  return member.starting === 0n || at === null ? 0n : convert(member.starting, dayOf(at));
}

function unite(
  entry: RegistryEntry,
  currency: string,
  members: readonly AccountBook[],
  converted: readonly Converted[],
): Book {
  const trades = converted.flatMap((member) => member.trades).sort(compareTrades);
  const flows = externalFlows(converted.map((member) => member.flows)).sort(compareBookings);
  const adjustments = converted.flatMap((member) => member.adjustments).sort(compareBookings);
  const depositsUnknown = members.some((member) => member.depositsUnknown);
  const capitalKnown = !depositsUnknown && members.some((member) => member.capitalKnown);
  const starting = sumMoney(converted.map((member) => member.starting));
  const amounts = [...flows, ...adjustments].map((booking) => booking.amount);
  const balance = capitalKnown
    ? starting + sumMoney([...trades.map((trade) => trade.net), ...amounts])
    : null;
  const floating = converted.map((member) => member.floating);
  const known = floating.filter((amount) => amount !== null);
  return {
    slug: entry.slug,
    type: 'portfolio',
    cutAt: null,
    hasData: members.some((member) => member.hasData),
    header: header(entry, currency, members),
    capitalKnown,
    depositsUnknown,
    starting,
    opening: 0n,
    joinings: converted.flatMap(({ slug, joinsAt, starting: amount }) =>
      joinsAt === null ? [] : [{ at: joinsAt, amount, member: slug }],
    ),
    members: converted
      .filter(({ hasData }) => hasData)
      .map(({ slug, starting, trades, flows, adjustments }) => ({
        slug,
        worth:
          starting +
          sumMoney([
            ...trades.map(({ net }) => net),
            ...[...flows, ...adjustments].map(({ amount }) => amount),
          ]),
      })),
    reportedBalance: null,
    reconciliation: null,
    reconciled: reconciledTogether(members),
    trades,
    flows,
    adjustments,
    bookings: members.reduce((sum, { bookings }) => sum + bookings, 0),
    positions: converted.flatMap((member) => member.positions).sort(newestFirst),
    dayReports: uniteReports(converted),
    margins: [],
    balance,
    equity: balance === null || known.length < floating.length ? null : balance + sumMoney(known),
    decimals: decimalsOf([
      ...trades.flatMap((trade) => [trade.profit, trade.commission, trade.swap]),
      ...amounts,
    ]),
  };
}

/**
 * Lists the days on which a member reported. Leaves out days on which another member had events but
 * no report yet. The equity of a member counts as a deposit on its first day here.
 */
function uniteReports(members: readonly Pick<Converted, 'joinsAt' | 'dayReports'>[]): DayReport[] {
  const days = [...new Set(members.flatMap((m) => m.dayReports.map((report) => report.day)))];
  const united: DayReport[] = [];
  for (const day of days.sort()) {
    const before = united.at(-1)?.day;
    let equity = 0n;
    let flows = 0n;
    let isKnown = true;
    for (const { joinsAt, dayReports: reports } of members) {
      const soFar = reports.filter((report) => report.day <= day);
      const last = soFar.at(-1);
      if (last === undefined) {
        if (joinsAt !== null && dayOf(joinsAt) <= day) isKnown = false;
        continue;
      }
      equity += last.equity;
      const counted = soFar.filter((report) => before !== undefined && report.day <= before);
      flows +=
        counted.length === 0
          ? last.equity
          : sumMoney(soFar.slice(counted.length).map((report) => report.flows));
    }
    if (isKnown) united.push({ day, equity, flows });
  }
  return united;
}

function header(entry: RegistryEntry, currency: string, members: readonly AccountBook[]): Header {
  const headers = members.map((member) => member.header);
  const agreed = <T>(values: readonly (T | null)[]): T | null =>
    new Set(values).size === 1 ? (values[0] ?? null) : null;
  const demos = headers.map((member) => member.demo);
  const updates = headers.map((member) => member.updatedAt).filter((at) => at !== null);
  return {
    platform: agreed(headers.map((member) => member.platform)),
    currency,
    broker: agreed(headers.map((member) => member.broker)),
    server: agreed(headers.map((member) => member.server)),
    leverage: agreed(headers.map((member) => member.leverage)),
    dataSource: agreed(headers.map((member) => member.dataSource)),
    demo: demos.includes(true) ? true : demos.includes(null) ? null : false,
    createdAt: entry.created_at ? instant(entry.created_at) : null,
    updatedAt: updates.length > 0 ? Math.max(...updates) : null,
  };
}

class MissingRate extends Error {}

function converter(
  from: string | null,
  to: string,
  rates: readonly Row[],
  decimals: number,
): Convert {
  if (from === to || from === null) return (amount) => amount;
  const direct = rates
    .filter((row) => row.base === from && row.quote === to)
    .sort((first, second) => (required(first, 'date') < required(second, 'date') ? -1 : 1));
  return (amount, day) => {
    const row = direct.filter((rate) => required(rate, 'date') <= day).at(-1);
    if (row === undefined) throw new MissingRate();
    return convertMoney(amount, required(row, 'rate'), decimals);
  };
}
