import { secondsOf } from '../charts/rebase.ts';

/** Curve data in the page, one array for each figure. */
export interface CurveData {
  readonly date: readonly string[];
  readonly twr: readonly (number | null)[];
  readonly drawdown: readonly (number | null)[];
  readonly balance: readonly (number | null)[];
  readonly equity: readonly (number | null)[];
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
