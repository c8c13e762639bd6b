import type { Days } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fromStart } from './from-start.ts';
import { fitLines, type Point, thin } from './path.ts';

const size = { width: 160, height: 40 } as const;
const maxPoints = 80;

/**
 * Draws the return as a small line from 0 at the start of the record. It is hidden from screen
 * readers, since the figures are in the row.
 */
export function sparkline(days: Days, since: string | null): Html | null {
  const points = linePoints(days, since);
  if (points.length === 0) return null;
  const box = { left: 1, top: 3, width: size.width - 2, height: size.height - 6 };
  const { paths, zero } = fitLines([points], box);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true"><path class="axis" d="M0 ${zero}H${size.width}"/><path class="line" d="${paths[0]}"/></svg>`;
}

const millisecondsADay = 86_400_000;

/** Lists returns by day number from the start of the record, thinned to at most `limit` points. */
export function linePoints(days: Days, since: string | null, limit = maxPoints): readonly Point[] {
  const { date, twr_percent } = fromStart(days, since);
  const points = date.flatMap((day, at): Point[] => {
    const value = twr_percent[at] ?? null;
    return value === null ? [] : [[Date.parse(day) / millisecondsADay, value]];
  });
  return thin(points, limit);
}
