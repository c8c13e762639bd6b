/** What the server wrote into the page, a column a figure. */
export interface CurveData {
  readonly date: readonly string[];
  readonly twr: readonly (number | null)[];
  readonly drawdown: readonly (number | null)[];
  readonly balance: readonly (number | null)[];
  readonly equity: readonly (number | null)[];
  /** Days with flows. */
  readonly deposits: readonly string[];
  readonly withdrawals: readonly string[];
  /** The newest of them with their amounts. */
  readonly flows: readonly (readonly [date: string, amount: number])[];
}

/** Flows of one day as they are marked at the curve. */
export interface CurveMark {
  readonly at: number;
  readonly date: string;
  readonly isDeposit: boolean;
  /** All of the day; null where the page does not hold it. */
  readonly amount: number | null;
}

/** The data of a block of the page; null where there is none. */
export function readBlock<Data>(id: string): Data | null {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : null;
}

export const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

export function marksOf({ deposits, withdrawals, flows }: CurveData): CurveMark[] {
  const markOf = (date: string, isDeposit: boolean): CurveMark => {
    const own = flows.filter(([day, amount]) => day === date && amount >= 0 === isDeposit);
    const amount = own.length === 0 ? null : own.reduce((sum, [, one]) => sum + one, 0);
    return { at: secondsOf(date), date, isDeposit, amount };
  };
  return [
    ...deposits.map((date) => markOf(date, true)),
    ...withdrawals.map((date) => markOf(date, false)),
  ];
}
