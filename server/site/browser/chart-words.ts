import type { Words } from '../../language/words.ts';

/** Texts that scripts write into any chart. */
export type FrameWords = Words['charts'] & Pick<Words, 'format'>;

/** Texts that scripts write into the chart of an account. */
export type ChartWords = FrameWords &
  Pick<Words['curve'], 'deposit' | 'withdrawal' | 'publicSince'>;

/** Figures that the chart can show, in the order of their buttons. */
export const measures = ['return', 'balance', 'equity', 'drawdown'] as const;
export type Measure = (typeof measures)[number];

/** Says how to read and to zoom a chart, for the pointers that this device has. */
export function pointerHint({ tap, drag }: FrameWords): string {
  const has = (pointer: string) => matchMedia(`(any-pointer: ${pointer})`).matches;
  return [has('coarse') && tap, has('fine') && drag].filter(Boolean).join(' ');
}

export const labels = (words: FrameWords): Readonly<Record<Measure, string>> => ({
  return: words.lineReturn,
  balance: words.lineBalance,
  equity: words.lineEquity,
  drawdown: words.lineDrawdown,
});
