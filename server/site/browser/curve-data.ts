import { type PackedColumn, unpackColumn } from '../charts/columns.ts';
import { balancesFrom, drawdownsFrom, equitiesFrom } from '../charts/guesses.ts';
import { secondsOf } from '../charts/rebase.ts';

type Values = readonly (number | null)[];

/** Curve data in the page, one packed column for each figure. */
export interface CurveData {
  /** First day of the record; null if it is not shown. */
  readonly since: string | null;
  /** Day since which it is public; missing if the chart does not mark it. */
  readonly published?: string;
  /** Days since 1970. The first is the day before the record, where its return is 0. */
  readonly days: PackedColumn;
  readonly twr: PackedColumn;
  readonly drawdown: PackedColumn;
  readonly balance: PackedColumn;
  readonly equity: PackedColumn;
  /** Return of the benchmark; missing if the account has none or hides it. */
  readonly benchmark?: { readonly symbol: string; readonly values: PackedColumn };
  /** Days with deposits. */
  readonly deposits: readonly string[];
  readonly withdrawals: readonly string[];
  /** Newest deposits and withdrawals with their amounts. */
  readonly flows: readonly (readonly [date: string, amount: number])[];
}

/** Deposits or withdrawals of one day, as a mark on the chart. */
export interface CurveMark {
  readonly at: number;
  readonly date: string;
  readonly isDeposit: boolean;
  /** Sum of the day; null if the page does not have the amount. */
  readonly amount: number | null;
}

/** Figures of the chart by day. */
export interface CurveColumns {
  /** First day that is shown: the first day of the record, if it is known. */
  readonly since: number;
  /** Starts of days, in seconds. */
  readonly days: readonly number[];
  readonly twr: Values;
  readonly drawdown: Values;
  readonly balance: Values;
  readonly equity: Values;
  readonly benchmark: { readonly symbol: string; readonly values: Values } | null;
}

export function columnsOf(data: CurveData): CurveColumns {
  const twr = unpackColumn(data.twr);
  const balance = unpackColumn(data.balance, balancesFrom(twr));
  const days = unpackColumn(data.days).map((day) => (day ?? 0) * secondsADay);
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const since = data.since === null ? first : Math.max(first, secondsOf(data.since));
  return {
    since: since < last ? since : first,
    days,
    twr,
    drawdown: unpackColumn(data.drawdown, drawdownsFrom(twr)),
    balance,
    equity: unpackColumn(data.equity, equitiesFrom(balance)),
    benchmark: data.benchmark
      ? { symbol: data.benchmark.symbol, values: unpackColumn(data.benchmark.values) }
      : null,
  };
}

const secondsADay = 86_400;

/** Reads a JSON block of the page; returns null if the page has none. */
export function readBlock<Data>(id: string): Data | null {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : null;
}

export function marksOf({ deposits, withdrawals, flows }: CurveData): CurveMark[] {
  const markOf = (date: string, isDeposit: boolean): CurveMark => {
    const amounts = flows.filter(([day, amount]) => day === date && amount >= 0 === isDeposit);
    const amount = amounts.length === 0 ? null : amounts.reduce((sum, [, value]) => sum + value, 0);
    return { at: secondsOf(date), date, isDeposit, amount };
  };
  return [
    ...deposits.map((date) => markOf(date, true)),
    ...withdrawals.map((date) => markOf(date, false)),
  ];
}
