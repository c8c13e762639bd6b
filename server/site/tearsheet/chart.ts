import type { PageAccount } from '../account.ts';
import { fromStart } from '../charts/from-start.ts';
import { type AxisRange, coordinateOf, type Point, rangeOf } from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';
import { axisSteps, monthSteps } from '../charts/scale.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { comparedWith, valuesOn } from '../parts/curve-data.ts';
import { inks, line, type Pdf } from './pdf.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const axisWidth = 34;

/** Draws the return with its benchmark, and the drawdown below it. */
export function drawChart(
  pdf: Pdf,
  account: Pick<PageAccount, 'curve' | 'benchmark' | 'performance'>,
  box: Box,
  language: Language,
): void {
  if (account.curve === null || account.curve.date.length < 2) return;
  const curve = fromStart(account.curve, account.performance.since);
  const benchmark = comparedWith(account);
  const pointsOf = (values: readonly (number | null)[]): Point[] =>
    curve.date.flatMap((day, at): Point[] => {
      const value = values[at] ?? null;
      return value === null ? [] : [[secondsOf(day), value]];
    });
  const returns = pointsOf(curve.twr_percent);
  const falls = pointsOf(curve.drawdown);
  const compared = benchmark === null ? [] : pointsOf(valuesOn(curve.date, benchmark.by_day));
  const x = {
    min: secondsOf(curve.date[0] ?? ''),
    max: secondsOf(curve.date.at(-1) ?? ''),
  };
  const main = { ...box, left: box.left + axisWidth, width: box.width - axisWidth };
  const upper = { ...main, height: box.height * 0.72 };
  const lower = { ...main, top: box.top + box.height * 0.8, height: box.height * 0.2 };
  const heights = [...returns, ...compared].map(([, value]) => value);
  if (returns.length > 0) {
    const y = rangeOf(heights, [0]);
    drawAxis(pdf, upper, y, 4, language);
    if (compared.length > 0) {
      strokeSteps(pdf, compared, x, y, upper, inks.quiet, 0.6);
    }
    strokeSteps(pdf, returns, x, y, upper, inks.accent, 1.1);
  }
  for (const day of monthSteps(x.min, x.max, 8)) {
    const at = coordinateOf(secondsOf(day), x, main.left, main.left + main.width);
    line(pdf, language.format.month(day), at - 30, upper.top + upper.height + 3, {
      width: 60,
      size: 6.5,
      colour: inks.quiet,
      align: 'center',
    });
  }
  if (falls.length > 0) {
    const deepest = Math.min(...falls.map(([, value]) => value), -0.01);
    const y = { min: deepest, max: 0 };
    drawAxis(pdf, lower, y, 2, language);
    strokeSteps(pdf, falls, x, y, lower, inks.loss, 0.7);
  }
}

function drawAxis(pdf: Pdf, box: Box, y: AxisRange, count: number, language: Language): void {
  for (const value of axisSteps(y.min, y.max, count)) {
    const at = coordinateOf(value, y, box.top + box.height, box.top);
    pdf
      .moveTo(box.left, at)
      .lineTo(box.left + box.width, at)
      .lineWidth(0.5)
      .strokeColor(inks.line)
      .stroke();
    const number = language.format.compact(value);
    line(pdf, fillText(language.words.format.percent, { number }), box.left - axisWidth, at - 4, {
      width: axisWidth - 4,
      size: 6.5,
      colour: inks.quiet,
      align: 'right',
    });
  }
}

/** Draws a line of steps: each value holds until the next day. */
function strokeSteps(
  pdf: Pdf,
  points: readonly Point[],
  x: AxisRange,
  y: AxisRange,
  box: Box,
  colour: string,
  width: number,
): void {
  let height = 0;
  for (const [index, [at, value]] of points.entries()) {
    const left = coordinateOf(at, x, box.left, box.left + box.width);
    const top = coordinateOf(value, y, box.top + box.height, box.top);
    if (index === 0) pdf.moveTo(left, top);
    else pdf.lineTo(left, height).lineTo(left, top);
    height = top;
  }
  pdf.lineWidth(width).strokeColor(colour).stroke();
}
