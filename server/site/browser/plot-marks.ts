import uPlot from 'uplot';
import type { Format } from '../language/format.ts';
import type { Colours } from './colours.ts';
import type { CurveMark } from './curve-data.ts';

const markSize = 5;

/**
 * Draws deposits as triangles up and withdrawals as triangles down, at the bottom of the chart.
 * Each has its amount if there is room.
 */
export function drawMarks(
  plot: uPlot,
  marks: readonly CurveMark[],
  { ink, quiet, loss, paper }: Colours,
  format: Format,
): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const size = markSize * ratio;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3 * ratio;
  ctx.strokeStyle = paper;
  let rightEdge = bbox.left;
  const inTime = [...marks].sort((first, second) => first.at - second.at);
  for (const { at, isDeposit, amount } of inTime) {
    if (at < (min ?? 0) || at > (max ?? 0)) continue;
    const x = plot.valToPos(at, 'x', true);
    const foot = bbox.top + bbox.height - ratio;
    ctx.fillStyle = isDeposit ? ink : loss;
    ctx.beginPath();
    ctx.moveTo(x, isDeposit ? foot - 2 * size : foot);
    ctx.lineTo(x - size, isDeposit ? foot : foot - 2 * size);
    ctx.lineTo(x + size, isDeposit ? foot : foot - 2 * size);
    ctx.fill();
    if (amount === null) continue;
    const text = format.signedCompact(amount);
    const half = ctx.measureText(text).width / 2;
    const isRoom = x - half > rightEdge && x + half < bbox.left + bbox.width;
    if (!isRoom) continue;
    // An edge in the colour of the paper keeps it readable on a line.
    ctx.strokeText(text, x, foot - 2 * size - 3 * ratio);
    ctx.fillStyle = quiet;
    ctx.fillText(text, x, foot - 2 * size - 3 * ratio);
    rightEdge = x + half + 6 * ratio;
  }
  ctx.restore();
}

/** Line since which a record is public. */
export interface PublicLine {
  /** Start of the day, in seconds. */
  readonly at: number;
  /** Label; empty on low plots. */
  readonly text: string;
}

/** Draws a line across at the time since which a record is public. What is before is lighter. */
export function drawPublicLine(
  plot: uPlot,
  { at, text }: PublicLine,
  { quiet, paper }: Colours,
): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const right = bbox.left + bbox.width;
  const x = Math.min(right, plot.valToPos(at, 'x', true));
  if (x <= bbox.left) return;
  ctx.save();
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = paper;
  ctx.fillRect(bbox.left, bbox.top, x - bbox.left, bbox.height);
  ctx.globalAlpha = 1;
  if (x < right) {
    ctx.strokeStyle = quiet;
    ctx.lineWidth = ratio;
    ctx.setLineDash([2 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.fillStyle = quiet;
    ctx.textBaseline = 'top';
    const isLeft = x + ctx.measureText(text).width + 6 * ratio > right;
    ctx.textAlign = isLeft ? 'right' : 'left';
    ctx.fillText(text, x + (isLeft ? -4 : 4) * ratio, bbox.top + 2 * ratio);
  }
  ctx.restore();
}

/** Writes the unit of the axis of values at its upper end. */
export function drawUnit({ ctx, bbox }: uPlot, unit: string, { quiet }: Colours): void {
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = `${12 * ratio}px system-ui, sans-serif`;
  ctx.fillStyle = quiet;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillText(unit, bbox.left + 4 * ratio, bbox.top);
  ctx.restore();
}
