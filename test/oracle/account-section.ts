import type { Book } from './book.ts';
import { annualGrowth, sinceOf } from './growth.ts';
import { dayOf, instantText } from './instants.ts';
import type { JsonObject } from './json.ts';
import { meanOrNull } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';
import { monthlyRows } from './monthly-section.ts';
import { published } from './rounding.ts';
import { compound, type Step } from './walk.ts';

/** Computes the account object, without the fields that the registry and the server add. */
export function accountSection(book: Book, steps: readonly Step[]): JsonObject {
  const { header, reconciliation } = book;
  return {
    type: book.type,
    slug: book.slug,
    platform: header.platform,
    currency: header.currency,
    broker: header.broker,
    server: header.server,
    leverage: header.leverage,
    demo: header.demo,
    data_source: header.dataSource,
    history_cut_at: book.cutAt,
    reconciled: book.reconciled,
    reconciliation: {
      reported_balance: numberOrNull(reconciliation?.reported ?? null),
      balance: numberOrNull(reconciliation?.balance ?? null),
      gap: numberOrNull(reconciliation ? reconciliation.balance - reconciliation.reported : null),
    },
    balance: numberOrNull(book.balance),
    equity: numberOrNull(book.equity),
    unknown_capital: unknownCapital(book),
    created_at: header.createdAt === null ? null : instantText(header.createdAt),
    updated_at: header.updatedAt === null ? null : instantText(header.updatedAt),
    performance: performance(book, steps),
  };
}

function performance(book: Book, steps: readonly Step[]): JsonObject {
  const deposits = sumMoney(book.flows.map((flow) => flow.amount).filter((sum) => sum > 0n));
  const withdrawals = -sumMoney(book.flows.map((flow) => flow.amount).filter((sum) => sum < 0n));
  const isListed = book.hasData && !book.depositsUnknown;
  return {
    ...returns(book, steps, book.starting + deposits),
    cagr_percent: annualGrowth(book, steps),
    since: sinceOf(book, steps),
    ...openResult(book),
    deposits: isListed ? moneyNumber(deposits) : null,
    withdrawals: isListed ? moneyNumber(withdrawals) : null,
  };
}

/** Returns why capital is unknown. The oracle's worlds come from the operator's files. */
function unknownCapital({ hasData, capitalKnown, depositsUnknown }: Book): string | null {
  if (!hasData || capitalKnown) return null;
  return depositsUnknown ? 'deposits unknown' : 'no opening balance, no deposit';
}

function openResult({ balance, equity }: Book): JsonObject {
  if (balance === null || equity === null) return { open_profit: null, open_profit_percent: null };
  const open = equity - balance;
  return {
    open_profit: moneyNumber(open),
    open_profit_percent: balance > 0n ? (100 * Number(open)) / Number(balance) : null,
  };
}

function returns(book: Book, steps: readonly Step[], invested: Money): JsonObject {
  if (!book.capitalKnown || !book.hasData) {
    return {
      twr_percent: null,
      absolute_gain_percent: null,
      max_drawdown_percent: null,
      avg_daily_return_percent: null,
      avg_monthly_return_percent: null,
    };
  }
  const results = steps.filter((step) => step.result !== null);
  const days = new Set(book.trades.map((trade) => dayOf(trade.closedAt)));
  const dayReturns = [...days].map((day) =>
    compound(results.filter((step) => dayOf(step.at) === day)),
  );
  const months = monthlyRows(book, steps).map((row) => published(row.percent ?? 0, 4));
  const profit = results.at(-1)?.profit ?? 0n;
  return {
    twr_percent: compound(results),
    absolute_gain_percent: invested > 0n ? (100 * Number(profit)) / Number(invested) : null,
    max_drawdown_percent: Math.abs(Math.min(0, ...results.map((step) => step.drawdown))),
    avg_daily_return_percent: meanOrNull(dayReturns),
    avg_monthly_return_percent: meanOrNull(months),
  };
}

function numberOrNull(amount: Money | null): number | null {
  return amount === null ? null : moneyNumber(amount);
}
