import type { Words } from '../language/en.ts';

/** Texts that scripts write into the chart and its summary. */
export type ChartWords = Words['charts'] &
  Pick<Words['curve'], 'summary' | 'deepest' | 'deposit' | 'withdrawal'> &
  Words['trades']['sides'] &
  Pick<Words, 'format'>;

/** Figures that the chart can show, in the order of their buttons. */
export const measures = ['return', 'balance', 'equity', 'drawdown'] as const;
export type Measure = (typeof measures)[number];

export const labels = (words: ChartWords): Readonly<Record<Measure, string>> => ({
  return: words.lineReturn,
  balance: words.lineBalance,
  equity: words.lineEquity,
  drawdown: words.lineDrawdown,
});
