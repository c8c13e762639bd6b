import { compareDecimals, negateDecimal, parseDecimal, sumDecimals } from '../decimals.ts';
import type { CashFlowKind } from '../mt4/cash-flow-kinds.ts';
import { bookingKind } from './bookings.ts';
import { pairDeals, type Unmatched } from './pairing.ts';
import type { Report } from './report.ts';
import type { ClosedPosition, Deal, OpenPosition } from './rows.ts';

/** Money that moved beside trades. */
export interface Flow {
  id: string;
  at: number;
  amount: string;
  kind: CashFlowKind;
}

/** What a report says of its account, as rows of sources need it. */
export interface Account {
  trades: ClosedPosition[];
  positions: OpenPosition[];
  flows: Flow[];
  /** Capital before the first row; undefined where the report begins with its deposit or from nothing. */
  opening: string | undefined;
  /** What the rows add up to. */
  balance: string;
  /** What opening the positions that are open was charged, which the balance has paid already. */
  charged: string;
  /** Trades were made of deals, as the report lists no positions. */
  isPaired: boolean;
  unmatched: Unmatched[];
}

/** Makes trades, positions and flows of what a report lists. */
export function accountOf(report: Report): Account {
  const { deals, header } = report;
  const isPaired = report.closed.length === 0 && deals.some(({ direction }) => direction !== '');
  const entries = entriesOf(deals);
  const paired = isPaired ? pairDeals(deals, header.mode ?? modeOf(deals)) : null;
  const fees = isPaired ? { trades: paired?.closed ?? [], flows: [] } : withFees(report, entries);
  const positions = report.open.map((position) => {
    const entry = entries.get(position.ticket);
    return {
      ...position,
      commission: entry ? costOf(entry) : '',
      comment: position.comment || (entry?.comment ?? ''),
    };
  });
  const unmatched = paired?.unmatched ?? [];
  const flows = [
    ...deals.filter(({ direction }) => direction === '').map(flowOf),
    ...fees.flows,
    ...unmatched.map(({ deal, amount }) => ({
      ...{ id: deal.ticket, at: deal.at, amount },
      kind: 'adjustment' as const,
    })),
  ];
  const opening = openingOf(report, fees.trades, flows);
  const charged =
    paired?.charged ?? sumDecimals(positions.map(({ commission }) => commission || '0'));
  const balance = sumDecimals([
    opening ?? '0',
    netOf(fees.trades),
    ...flows.filter(({ kind }) => kind !== 'credit').map(({ amount }) => amount),
    charged,
  ]);
  return { trades: fees.trades, positions, flows, opening, balance, charged, isPaired, unmatched };
}

/** The sum of what trades brought and cost. */
export const netOf = (trades: readonly ClosedPosition[]): string =>
  sumDecimals(
    trades.flatMap(({ profit, swap, commission }) => [profit, swap, commission].filter(Boolean)),
  );

/** What a deal cost beside its price. */
export const costOf = ({ commission, fee }: Pick<Deal, 'commission' | 'fee'>): string =>
  sumDecimals([commission, fee].filter(Boolean));

/** What a deal changes the balance by. */
export const changeOf = (deal: Deal): string =>
  sumDecimals([deal.profit, deal.swap, deal.commission, deal.fee].filter(Boolean));

/** The deals that open, by the order they filled, which is the ticket of the position. */
function entriesOf(deals: readonly Deal[]): ReadonlyMap<string, Deal> {
  const entries = new Map<string, Deal>();
  for (const deal of deals) {
    if (deal.direction === 'in' && deal.order !== '') entries.set(deal.order, deal);
  }
  return entries;
}

/**
 * Charges the fees of deals, which no list of positions has, to the position that a deal opened, or
 * that it closed as a whole; what is left stands for itself.
 */
function withFees(
  { closed, deals }: Report,
  entries: ReadonlyMap<string, Deal>,
): { trades: ClosedPosition[]; flows: Flow[] } {
  const charged = deals.filter(({ direction, fee }) => direction !== '' && isSome(fee));
  const feesOf = new Map<ClosedPosition, string[]>();
  const byTicket = new Map(closed.map((position) => [position.ticket, position]));
  const byClosing = groupBy(closed, (position) =>
    closingKey(position.closed, position.symbol, position.volume, position.closePrice),
  );
  const flows: Flow[] = [];
  for (const deal of charged) {
    const position =
      deal.direction === 'in'
        ? byTicket.get(deal.order)
        : byClosing.get(closingKey(deal.at, deal.symbol, deal.volume, deal.price))?.shift();
    const isOpen = deal.direction === 'in' && position === undefined;
    if (position) feesOf.set(position, [...(feesOf.get(position) ?? []), deal.fee]);
    else if (!isOpen) {
      flows.push({ id: `fee-${deal.ticket}`, at: deal.at, amount: deal.fee, kind: 'adjustment' });
    }
  }
  const trades = closed.map((position) => ({
    ...position,
    commission: sumDecimals([position.commission || '0', ...(feesOf.get(position) ?? [])]),
    comment: position.comment || (entries.get(position.ticket)?.comment ?? ''),
  }));
  return { trades, flows };
}

const isSome = (amount: string): boolean => amount !== '' && compareDecimals(amount, '0') !== 0;

const closingKey = (at: number, symbol: string, volume: string, price: string): string =>
  [at, symbol, Number(volume), Number(price)].join(' ');

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const flowOf = (deal: Deal): Flow => ({
  id: deal.ticket,
  at: deal.at,
  amount: changeOf(deal),
  kind: bookingKind(deal),
});

/** Netted positions never have both sides open, and only they are reversed by one deal. */
function modeOf(deals: readonly Deal[]): 'hedge' | 'netting' {
  if (deals.some(({ direction }) => direction === 'in/out')) return 'netting';
  const open = new Map<string, number>();
  for (const { direction, symbol, type, volume } of deals) {
    if (direction === '') continue;
    const signed = Number(volume) * (type === 'buy' ? 1 : -1);
    const held = open.get(symbol) ?? 0;
    if (direction === 'in' && held * signed < -1e-9) return 'hedge';
    open.set(symbol, held + signed);
  }
  return 'netting';
}

/** What the balance was before the first deal; where none says so, what the printed balance leaves. */
function openingOf(
  { deals, figures }: Report,
  trades: readonly ClosedPosition[],
  flows: readonly Flow[],
): string | undefined {
  const [first] = deals;
  const printed = parseDecimal(figures.get('Balance') ?? '');
  const before =
    first !== undefined && first.balance !== ''
      ? [first.balance, negateDecimal(changeOf(first))]
      : printed !== null
        ? [
            printed,
            negateDecimal(netOf(trades)),
            ...flows.map(({ amount }) => negateDecimal(amount)),
          ]
        : [];
  const opening = sumDecimals(before);
  const isCredit = first !== undefined && bookingKind(first) === 'credit' && first.direction === '';
  return compareDecimals(opening, '0') > 0 && !isCredit ? opening : undefined;
}
