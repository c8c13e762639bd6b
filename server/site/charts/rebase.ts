// Shared with the browser: nothing here may know of Node.

/** From one instant to another, in seconds. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
}

type Values = readonly (number | null)[];

/** Returns and drawdowns in percent as if the account had begun with a span. */
export interface Rebased {
  readonly returns: (number | null)[];
  readonly drawdowns: (number | null)[];
  /** Days of the span, by their index; null where none of them has a return. */
  readonly first: number | null;
  readonly last: number | null;
  /** The day with the deepest drawdown; null where there was none. */
  readonly deepest: number | null;
}

/** Measures the return of every day against that of the last day before the span. */
export function rebased(days: readonly number[], twr: Values, { from, to }: ChartSpan): Rebased {
  const base = indexBefore(days, twr, from);
  // Nothing can be measured against what was lost wholly.
  const own = twr.map((value) => (value === null || base <= 0 ? null : (1 + value / 100) / base));
  const returns = own.map(percent);
  const drawdowns: (number | null)[] = own.map(() => null);
  let peak = 1;
  let [first, last, deepest]: [number | null, number | null, number | null] = [null, null, null];
  for (const [at, index] of own.entries()) {
    const day = days[at] ?? 0;
    if (index === null || day < from || day > to) continue;
    first ??= at;
    last = at;
    peak = Math.max(peak, index);
    const drawdown = (index / peak - 1) * 100;
    drawdowns[at] = drawdown;
    const lowest = deepest === null ? 0 : (drawdowns[deepest] ?? 0);
    if (drawdown < lowest) deepest = at;
  }
  return { returns, drawdowns, first, last, deepest };
}

/** The index, 1 where nothing was before, at the end of the last day before an instant. */
function indexBefore(days: readonly number[], twr: Values, from: number): number {
  const value = twr.findLast((one, at) => one !== null && (days[at] ?? 0) < from) ?? 0;
  return 1 + value / 100;
}

const percent = (index: number | null): number | null =>
  index === null ? null : (index - 1) * 100;
