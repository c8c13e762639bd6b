import type { Days } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fromStart, pointsOn } from './from-start.ts';
import { type Box, fitLines, type Point, thin } from './path.ts';

const size = { width: 160, height: 40 } as const;
const maxPoints = 80;

/**
 * Draws the return as a small line from 0 at the start of the record. It is hidden from screen
 * readers, since the figures are in the row.
 */
export function sparkline(days: Days, since: string | null): Html | null {
  const box = { left: 1, top: 3, width: size.width - 2, height: size.height - 6 };
  const curve = drawCurve(linePoints(days, since), box, { beyond: 1 });
  return (
    curve &&
    html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true">${curve}</svg>`
  );
}

/** Attributes of a curve's parts, and by how much its line of zero is longer at both ends. */
interface CurveStyle {
  readonly axis?: Html;
  readonly line?: Html;
  readonly area?: Html;
  readonly beyond?: number;
}

/** Draws a curve on a line at zero; null without points. */
export function drawCurve(
  points: readonly Point[],
  box: Box,
  { axis, line, area, beyond = 0 }: CurveStyle,
): Html | null {
  if (points.length === 0) return null;
  const { paths, zero } = fitLines([points], box);
  const [left, right] = [box.left - beyond, box.left + box.width + beyond];
  return html`<path class="axis" d="M${left} ${zero}H${right}"${axis}/>${area && html`<path class="area" d="${paths[0]}V${zero}H${left}Z"${area}/>`}<path class="line" d="${paths[0]}"${line}/>`;
}

/** Lists returns by day number from the start of the record, thinned to at most `limit` points. */
export function linePoints(days: Days, since: string | null, limit = maxPoints): readonly Point[] {
  const { date, twr_percent } = fromStart(days, since);
  return thin(pointsOn(date, twr_percent), limit);
}
