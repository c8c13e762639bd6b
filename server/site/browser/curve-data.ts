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
}

/** Flows of one day as they are marked at the curve. */
export interface Mark {
  readonly at: number;
  readonly isDeposit: boolean;
}

/** The data of a block of the page; null where there is none. */
export function readBlock<Data>(id: string): Data | null {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : null;
}

export const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

export const marksOf = ({ deposits, withdrawals }: CurveData): Mark[] => [
  ...deposits.map((date) => ({ at: secondsOf(date), isDeposit: true })),
  ...withdrawals.map((date) => ({ at: secondsOf(date), isDeposit: false })),
];
