import { parseDecimal, placesOf, sumDecimals, toUnits } from '../../read/values/decimals.ts';
import type { Checks } from '../source/checks.ts';
import { compareDetails, type Difference } from './details.ts';
import { addUpResults } from './results.ts';
import type { ClosedOrder } from './rows.ts';
import type { Statement } from './statement.ts';
import { amountsOf, type Totals } from './totals.ts';

const sums: ReadonlySet<string> = new Set(['Gross Profit', 'Gross Loss', 'Total Net Profit']);

/** Compares the section Details, and names what its rows give otherwise, with both figures. */
export function checkDetails(statement: Statement, totals: Totals, checks: Checks): void {
  if (!statement.figures.printed.has('Total Trades')) return;
  const { compared, differences } = closest(statement, totals);
  if (compared > differences.length) {
    checks.facts.push(`${compared - differences.length} figures of the section Details agree`);
  }
  for (const { name, printed, ours } of differences) {
    if (sums.has(name) && parseDecimal(printed) !== null) checks.contradicted.push(name);
    const shown = printed === '' ? 'nothing' : printed;
    checks.warnings.push(`${name}: the statement prints ${shown}, its rows give ${ours}`);
  }
}

/** The comparison that agrees most, of the orders and starts that the rows leave open. */
function closest(statement: Statement, totals: Totals): ReturnType<typeof compareDetails> {
  const starts = startsOf(statement, totals);
  const nets = new Map(statement.closed.map((order) => [order, sumDecimals(amountsOf(order))]));
  const places = [...starts, ...nets.values()].reduce(
    (max, amount) => Math.max(max, placesOf(amount)),
    0,
  );
  let best: { compared: number; differences: Difference[] } | undefined;
  for (const order of ordersOf(statement.closed)) {
    const results = order.map((trade) => ({
      side: trade.side,
      net: toUnits(nets.get(trade) ?? '0', places),
    }));
    for (const start of starts) {
      const found = compareDetails(
        statement.figures.printed,
        addUpResults(results, toUnits(start, places)),
        places,
      );
      if (best === undefined || found.differences.length < best.differences.length) best = found;
      if (best.differences.length === 0) return best;
    }
  }
  return best ?? { compared: 0, differences: [] };
}

/** Trades as they were closed; those of one second by ticket, or as they stand in the file. */
function ordersOf(closed: readonly ClosedOrder[]): ClosedOrder[][] {
  const byTicket = closed.toSorted(
    (one, other) => one.closed - other.closed || compareTickets(one.ticket, other.ticket),
  );
  const hasTies = byTicket.some((order, at) => order.closed === byTicket[at + 1]?.closed);
  if (!hasTies) return [byTicket];
  return [
    byTicket,
    closed.toSorted((one, other) => one.closed - other.closed),
    byTicket.toReversed().sort((one, other) => one.closed - other.closed),
  ];
}

const compareTickets = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

/** What the drawdowns begin with: the first balance row, whatever comes later, or what was there before. */
function startsOf({ bookings }: Statement, { opening }: Totals): string[] {
  const rows = bookings.filter(({ type }) => type === 'balance');
  const first = rows.reduce((min, { booked }) => Math.min(min, booked), Infinity);
  const starts = [
    ...rows.filter(({ booked }) => booked === first).map(({ amount }) => amount),
    ...(opening === undefined ? [] : [opening]),
  ];
  return starts.length > 0 ? starts : ['0'];
}
