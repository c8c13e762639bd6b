import type { Book, Trade } from './book.ts';
import { totalPips } from './breakdown-section.ts';
import { charts } from './charts.ts';
import { edge } from './edge.ts';
import { growth } from './growth.ts';
import { instantText } from './instants.ts';
import type { Json, JsonObject } from './json.ts';
import { erf, mean, meanOrNull, percentage } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';
import { periodRecords } from './period-records.ts';
import { streaks } from './streaks.ts';
import type { Step } from './walk.ts';
import { equityIndex, weekdayFigures } from './weekday-figures.ts';

const money8 = 1e8;

/** Computes the statistics of the section `advanced`. */
export function advancedSection(book: Book, steps: readonly Step[]): JsonObject {
  const { trades } = book;
  const nets = trades.map((trade) => trade.net);
  const wins = nets.filter((net) => net > 0n);
  const losses = nets.filter((net) => net < 0n);
  const pips = trades.map((trade) => trade.pips).filter((value) => value !== null);
  const deviation = netDeviation(nets);
  const automatic = trades.filter((trade) => (trade.magicNumber ?? 0n) !== 0n).length;
  const fact = (value: Json): Json => (book.hasData ? value : null);
  const lost = -sumMoney(losses);
  return {
    profit_factor: lost === 0n ? null : Number(sumMoney(wins)) / Number(lost),
    expectancy: { currency: meanMoney(nets), pips: meanOrNull(pips) },
    win_rate: percentage(wins.length, trades.length),
    ...holdingPeriodReturns(book, steps),
    sharpe_ratio: deviation === null ? null : (meanMoney(nets) ?? 0) / deviation,
    ...weekdayFigures(book),
    ...equityIndex(book),
    ...periodRecords(book, steps),
    ...streaks(book),
    ...growth(book, steps),
    standard_deviation: deviation,
    z_score: zScore(nets),
    avg_win: meanMoney(wins),
    avg_loss: meanMoney(losses),
    best_trade_profit: extreme(trades, (first, second) => first > second),
    worst_trade_profit: extreme(trades, (first, second) => first < second),
    best_trade_pips: pips.length === 0 ? null : Math.max(...pips),
    worst_trade_pips: pips.length === 0 ? null : Math.min(...pips),
    longs_won: direction(trades, 'buy', book.hasData),
    shorts_won: direction(trades, 'sell', book.hasData),
    ...edge(book),
    total_trades: fact(trades.length),
    total_lots: fact(moneyNumber(sumMoney(trades.map((trade) => trade.volume)))),
    total_pips: fact(totalPips(trades)),
    total_swap: fact(moneyNumber(sumMoney(trades.map((trade) => trade.swap)))),
    total_commissions: fact(moneyNumber(sumMoney(trades.map((trade) => trade.commission)))),
    avg_trade_length_hours: meanOrNull(
      trades.map((trade) => (trade.closedAt - trade.openedAt) / 3_600_000),
    ),
    autotrading_trades: fact(automatic),
    manual_trades: fact(trades.length - automatic),
    autotrading_percentage: percentage(automatic, trades.length),
    charts: charts(trades),
  };
}

function meanMoney(amounts: readonly Money[]): number | null {
  return amounts.length === 0 ? null : Number(sumMoney(amounts)) / amounts.length / money8;
}

function netDeviation(nets: readonly Money[]): number | null {
  const count = BigInt(nets.length);
  const sum = sumMoney(nets);
  const spread = count * sumMoney(nets.map((net) => net * net)) - sum * sum;
  if (count < 2n || spread === 0n) return null;
  return Math.sqrt(Number(spread) / Number(count * (count - 1n))) / money8;
}

function holdingPeriodReturns(book: Book, steps: readonly Step[]): JsonObject {
  const changes = steps
    .filter((step) => step.trade !== null)
    .map((step) => step.change)
    .filter((change) => change !== null);
  if (!book.capitalKnown || changes.length === 0) return { ahpr: null, ghpr: null };
  const lostAll = changes.some((change) => change <= -1);
  return {
    ahpr: mean(changes) * 100,
    ghpr: lostAll ? null : Math.expm1(mean(changes.map((change) => Math.log1p(change)))) * 100,
  };
}

function zScore(nets: readonly Money[]): JsonObject {
  const outcomes = nets.filter((net) => net !== 0n).map((net) => net > 0n);
  const count = outcomes.length;
  const won = outcomes.filter((outcome) => outcome).length;
  const runs = outcomes.filter((outcome, index) => outcome !== outcomes[index - 1]).length;
  const product = 2 * won * (count - won);
  if (product === 0 || product <= count) return { value: null, probability: null };
  const root = Math.sqrt((product * (product - count)) / (count - 1));
  const value = (count * (runs - 0.5) - product) / root;
  return { value, probability: 100 * erf(Math.abs(value) / Math.SQRT2) };
}

function extreme(trades: readonly Trade[], beats: (first: Money, second: Money) => boolean) {
  const [first, ...rest] = trades;
  if (first === undefined) return { date: null, value: null };
  const found = rest.reduce((best, trade) => (beats(trade.net, best.net) ? trade : best), first);
  return { date: instantText(found.closedAt), value: moneyNumber(found.net) };
}

function direction(trades: readonly Trade[], side: string, hasData: boolean): JsonObject {
  const ownTrades = trades.filter((trade) => trade.side === side);
  const count = ownTrades.filter((trade) => trade.net > 0n).length;
  return {
    count: hasData ? count : null,
    total: hasData ? ownTrades.length : null,
    percentage: percentage(count, ownTrades.length),
  };
}
