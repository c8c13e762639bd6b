import type { Booking, Position, Trade } from './book.ts';
import { instant } from './instants.ts';
import { type Money, money, sumMoney } from './money.ts';
import { lastDigit } from './reconciling.ts';
import { type Row, required } from './world.ts';

/** Data of an account after its history cut. */
export interface Known {
  readonly currency: string;
  readonly cut: number;
  /** Null if capital is unknown. */
  readonly starting: Money | null;
  readonly trades: readonly Trade[];
  readonly flows: readonly Booking[];
  readonly adjustments: readonly Booking[];
  readonly credits: readonly Booking[];
  /** Open positions as reported at a time. */
  readonly positionsAt: (at: number) => readonly Position[];
}

/**
 * Result for the money that statements print: whether any amount differs, and the printed balance
 * as text.
 */
export interface PrintedVerdict {
  readonly isOff: boolean;
  readonly balance: 'none' | 'unknown' | 'borne out';
}

/** Compares the figures of an account's statements with the entries up to their time. */
export function printedVerdict(printed: readonly Row[], known: Known): PrintedVerdict {
  const relevant = printed.filter((row) => {
    const from = row.covered_from ? instant(row.covered_from) : Number.NEGATIVE_INFINITY;
    return known.cut === Number.NEGATIVE_INFINITY || from >= known.cut;
  });
  let isOff = false;
  let balance: PrintedVerdict['balance'] = 'none';
  for (const row of relevant) {
    const figure = required(row, 'figure');
    if (counted.has(figure)) continue;
    const [ours, ...others] = candidates(figure, row, known);
    if (ours === undefined) throw new Error(`the oracle knows no ${figure}`);
    if (figure === 'balance' && balance !== 'unknown') {
      balance = ours === null ? 'unknown' : 'borne out';
    }
    if (ours === null) continue;
    const value = money(required(row, 'value'));
    const digit = row.decimals
      ? 10n ** BigInt(8 - Number(row.decimals))
      : lastDigit(value, known.currency);
    const isSame = (amount: Money | null | undefined) =>
      amount != null && 2n * (amount > value ? amount - value : value - amount) <= digit;
    if (![ours, ...others].some(isSame)) isOff = true;
  }
  return { isOff, balance };
}

/** Figures that are not amounts of money. */
const counted = new Set(['total_trades', 'profit_trades', 'loss_trades']);

/** Lists acceptable values of a printed figure: ours first, then values by other rules. */
function candidates(figure: string, row: Row, known: Known): (Money | null)[] {
  const at = instant(required(row, 'printed_at'));
  const from = row.covered_from ? instant(row.covered_from) : Number.NEGATIVE_INFINITY;
  const isCovered = (time: number) => time >= from && time <= at;
  const trades = known.trades.filter(({ closedAt }) => isCovered(closedAt));
  const amounts = (bookings: readonly Booking[], begin = from) =>
    sumMoney(
      bookings
        .filter((booking) => booking.at >= begin && booking.at <= at)
        .map((booking) => booking.amount),
    );
  const always = Number.NEGATIVE_INFINITY;
  const nets = trades.map(({ net }) => net);
  const net = sumMoney(nets);
  const gross = sumMoney(trades.map(({ profit }) => profit));
  const held = known.positionsAt(at);
  const charged = sumMoney(held.map(({ commission }) => commission));
  const costs = openCosts(held);
  const brought = sumMoney(held.map(({ profit }) => profit));
  const swaps = sumMoney(held.map(({ swap }) => swap));
  const balance =
    known.starting === null
      ? null
      : known.starting +
        sumMoney(known.trades.filter((trade) => trade.closedAt <= at).map((trade) => trade.net)) +
        amounts(known.flows, always) +
        amounts(known.adjustments, always);
  const above = (values: readonly Money[]) => sumMoney(values.filter((value) => value > 0n));
  const below = (values: readonly Money[]) => sumMoney(values.filter((value) => value < 0n));
  const paid = known.flows.filter((flow) => isCovered(flow.at)).map(({ amount }) => amount);
  const profits = trades.map(({ profit }) => profit);
  const byFigure: Readonly<Record<string, (Money | null)[]>> = {
    balance: [balance, balance === null ? null : balance + charged],
    equity:
      balance === null
        ? [null]
        : [
            balance + brought + charged + swaps,
            balance + brought + charged + swaps + amounts(known.credits, always),
          ],
    floating_profit: [brought + charged + swaps, brought, brought + swaps],
    credit: [amounts(known.credits, always)],
    deposits: [above(paid)],
    withdrawals: [-below(paid), below(paid)],
    net_deposits: [sumMoney(paid), sumMoney(paid) + amounts(known.adjustments)],
    net_profit: [net, ...costs.map((cost) => net + cost), net + amounts(known.adjustments), gross],
    closed_profit: [
      net,
      ...costs.map((cost) => net + cost),
      net + amounts(known.adjustments),
      gross,
    ],
    gross_profit: [above(nets), above(profits)],
    gross_loss: [
      ...[below(nets), -below(nets), below(profits), -below(profits)],
      ...costs.flatMap((cost) => [below(nets) + cost, -below(nets) - cost]),
    ],
  };
  return byFigure[figure] ?? [];
}

/** Computes the sums of opening costs of consecutive positions. */
function openCosts(held: readonly Position[]): Money[] {
  const inOrder = held
    .filter(({ commission }) => commission !== 0n)
    .sort(
      (first, second) =>
        first.openedAt - second.openedAt || (first.ticket < second.ticket ? -1 : 1),
    )
    .map(({ commission }) => commission);
  return inOrder.flatMap((_, from) =>
    inOrder.slice(from).map((_, length) => sumMoney(inOrder.slice(from, from + length + 1))),
  );
}
