import { type Html, html } from '../html.ts';
import { linePath, type Point, place, rangeOf, thin } from './path.ts';

const size = { width: 160, height: 40 } as const;
const most = 80;

/** The return after every trade as a small line from 0, for eyes only; the figures stand beside it. */
export function sparkline(returns: readonly (number | null)[]): Html | null {
  const points = curvePoints(returns);
  if (points.length < 2) return null;
  const box = { left: 1, top: 3, width: size.width - 2, height: size.height - 6 };
  const x = { least: 0, most: points.at(-1)?.[0] ?? 1 };
  const y = rangeOf(
    points.map(([, value]) => value),
    [0],
  );
  const zero = place(0, y, box.top + box.height, box.top);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true"><path class="axis" d="M0 ${zero}H${size.width}"/><path class="line" d="${linePath(points, x, y, box)}"/></svg>`;
}

/** The returns by number of trades, from 0 before the first, few enough to draw. */
export function curvePoints(returns: readonly (number | null)[], limit = most): readonly Point[] {
  const points = returns.flatMap((value, index): Point[] =>
    value === null ? [] : [[index + 1, value]],
  );
  return points.length === 0 ? [] : thin([[0, 0], ...points], limit);
}
