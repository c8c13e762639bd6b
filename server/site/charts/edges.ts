import type { ChartSpan } from './rebase.ts';

// Also runs in the browser: do not import Node modules.

type Values = ArrayLike<number | null | undefined>;

/**
 * Returns the values of a line at the edges of a span, if an edge lies between two of its days. A
 * line of steps keeps its value until the next day. Any other line runs straight to the next day.
 */
export function valuesAtEdges(
  days: ArrayLike<number>,
  values: Values,
  isStepped: boolean,
  { from, to }: ChartSpan,
): number[] {
  return [from, to].flatMap((edge) => {
    const before = neighbour(days, values, edge, -1);
    const after = neighbour(days, values, edge, 1);
    if (before === null || after === null) return [];
    if (isStepped || after.day === before.day) return [before.value];
    const share = (edge - before.day) / (after.day - before.day);
    return [before.value + share * (after.value - before.value)];
  });
}

/** Finds the nearest day with a value at or before an edge (-1), or at or after it (1). */
function neighbour(
  days: ArrayLike<number>,
  values: Values,
  edge: number,
  direction: 1 | -1,
): { day: number; value: number } | null {
  const first = direction === 1 ? 0 : days.length - 1;
  for (let at = first; at >= 0 && at < days.length; at += direction) {
    const [day, value] = [days[at], values[at]];
    if (day === undefined || value == null) continue;
    if (direction === 1 ? day >= edge : day <= edge) return { day, value };
  }
  return null;
}
