import { type ChartSpan, isoDay } from '../charts/rebase.ts';
import { type Format, fillText } from '../language/format.ts';
import { type ChartWords, type Measure, pointerHint } from './chart-words.ts';
import type { CurveColumns } from './curve-data.ts';
import { partFollower } from './part-follower.ts';

/** Data and words for all parts of an account's chart. */
export interface ChartParts {
  readonly host: HTMLElement;
  readonly data: CurveColumns;
  readonly words: ChartWords;
  readonly format: Format;
  readonly currency: string | null;
}

/** Creates the sentences below the plots, which follow range and measure. */
export function notesOf({ host, data, words, format }: ChartParts, hasMarks: boolean) {
  const follow = partFollower('headline');
  const below = document.createElement('p');
  below.className = 'key';
  const benchmarkKey = host.querySelector<HTMLElement>('.benchmark-key');
  return {
    all: [
      below,
      hintOf(hasMarks ? words.key : '', words),
      ...(benchmarkKey === null ? [] : [benchmarkKey]),
    ],
    onSpan(span: ChartSpan, isWhole: boolean): void {
      const did = benchmarkKey?.querySelector<HTMLElement>('.of-whole');
      if (did) did.hidden = !isWhole;
      below.textContent = isWhole ? '' : peakBefore(data, span, words, format);
      below.hidden = below.textContent === '';
      follow();
    },
    onMeasure(measure: Measure): void {
      // Only returns have the grey line that the note explains.
      if (benchmarkKey !== null) benchmarkKey.hidden = measure !== 'return';
    },
  };
}

/** Names the peak before a range that begins below it; empty if it begins at a peak. */
function peakBefore(
  { days, twr, drawdown }: CurveColumns,
  { from }: ChartSpan,
  words: ChartWords,
  format: Format,
): string {
  const before = days.findLastIndex((day) => day < from);
  if (!((drawdown[before] ?? 0) < 0)) return '';
  const earlier = twr.slice(0, before + 1);
  const peak = earlier.indexOf(Math.max(...earlier.map((value) => value ?? -100)));
  return fillText(words.belowPeak, { day: format.day(isoDay(days[peak] ?? 0)) });
}

function hintOf(key: string, words: ChartWords): HTMLElement {
  const hint = document.createElement('p');
  hint.className = 'key';
  hint.textContent = `${key} ${pointerHint(words)}`.trim();
  return hint;
}
