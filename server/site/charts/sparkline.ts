import type { Days } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fitLines, type Point, thin } from './path.ts';

const size = { width: 160, height: 40 } as const;
const maxPoints = 80;

/**
 * Draws the daily return as a small line from 0. It is hidden from screen readers, since the
 * figures are in the row.
 */
export function sparkline(days: Pick<Days, 'date' | 'twr_percent'>): Html | null {
  const points = linePoints(days);
  if (points.length === 0) return null;
  const box = { left: 1, top: 3, width: size.width - 2, height: size.height - 6 };
  const { paths, zero } = fitLines([points], box);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true"><path class="axis" d="M0 ${zero}H${size.width}"/><path class="line" d="${paths[0]}"/></svg>`;
}

const millisecondsADay = 86_400_000;

/**
 * Lists returns by day number, thinned to at most `limit` points. The line starts at 0 on the day
 * before the first.
 */
export function linePoints(
  { date, twr_percent }: Pick<Days, 'date' | 'twr_percent'>,
  limit = maxPoints,
): readonly Point[] {
  const points = date.flatMap((day, at): Point[] => {
    const value = twr_percent[at] ?? null;
    return value === null ? [] : [[Date.parse(day) / millisecondsADay, value]];
  });
  const [first] = points;
  return first === undefined ? [] : thin([[first[0] - 1, 0], ...points], limit);
}
