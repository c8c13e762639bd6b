import type { Book } from './book.ts';
import { equityTwr } from './equity-returns.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { type Money, moneyNumber } from './money.ts';
import type { Step } from './walk.ts';

/** Computes one row for each day with closed trades, and lists every deposit and withdrawal. */
export function equityCurveSection(book: Book, steps: readonly Step[]): JsonObject {
  const days = new Set(book.trades.map((trade) => dayOf(trade.closedAt)));
  return {
    daily_performance: [...days].map((day) => dailyRow(book, steps, day)),
    deposits_withdrawals: book.flows.map((flow) => ({
      date: dayOf(flow.at),
      amount: moneyNumber(flow.amount),
    })),
  };
}

/** Computes the cumulative return after each closed trade. */
export function twrSection(book: Book, steps: readonly Step[]): JsonObject {
  const traded = steps.filter((step) => step.trade !== null);
  return {
    twr_trade_by_trade: traded.map((step) => (book.capitalKnown ? (step.index - 1) * 100 : null)),
  };
}

function dailyRow(book: Book, steps: readonly Step[], day: string): JsonObject {
  const soFar = steps.filter((step) => step.at < instant(day) + dayMilliseconds);
  const tradedSoFar = soFar.filter((step) => step.trade !== null);
  const today = book.trades.filter((trade) => dayOf(trade.closedAt) === day);
  const end = soFar.at(-1);
  const lastTrade = tradedSoFar.at(-1);
  const report = book.dayReports.find((entry) => entry.day === day);
  const known = <T>(value: T | undefined): T | null =>
    book.capitalKnown && value !== undefined ? value : null;
  return {
    date: day,
    cumulative_balance: known(end && moneyNumber(end.balance)),
    cumulative_equity: report ? moneyNumber(report.equity) : null,
    cumulative_profit: moneyNumber(end?.profit ?? 0n),
    twr_percent: known(end && (end.index - 1) * 100),
    twr_equity_percent: equityTwr(book, day),
    drawdown: known(lastTrade?.drawdown),
    peak_balance: known(moneyNumber(highest(tradedSoFar.map((step) => step.balance)))),
    trades_count: today.length,
    win_rate: percentage(today.filter((trade) => trade.net > 0n).length, today.length),
  };
}

function highest(balances: readonly Money[]): Money {
  const [first = 0n, ...rest] = balances;
  let peak = first;
  for (const balance of rest) {
    if (balance > peak) peak = balance;
  }
  return peak;
}
