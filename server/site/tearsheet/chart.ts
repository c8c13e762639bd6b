import type { PageAccount } from '../account.ts';
import { fromStart, pointsOn } from '../charts/from-start.ts';
import {
  type AxisRange,
  type Box,
  coordinateOf,
  type Point,
  rangeWithZero,
} from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';
import { axisSteps, dayLabels } from '../charts/scale.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from '../parts/benchmark-name.ts';
import { comparedWith, valuesOn } from '../parts/curve-data.ts';
import { fillBox, inks, line, type Pdf } from './pdf.ts';

const axisWidth = 34;

/** Room right of a chart for the names of its lines. */
const namesWidth = 62;

/** Drawdowns that are shaded, each with the number of its row. */
const shadedCount = 5;

/** Draws the return with its benchmark, and the drawdown below it, with the deepest shaded. */
export function drawChart(
  pdf: Pdf,
  account: Pick<PageAccount, 'curve' | 'benchmark' | 'performance' | 'drawdowns'>,
  box: Box,
  language: Language,
): void {
  if (account.curve === null || account.curve.date.length < 2) return;
  const { format, words } = language;
  const curve = fromStart(account.curve, account.performance.since);
  const benchmark = comparedWith(account);
  const returns = pointsOn(curve.date, curve.twr_percent);
  if (returns.length === 0) return;
  const falls = pointsOn(curve.date, curve.drawdown);
  const compared =
    benchmark === null ? [] : pointsOn(curve.date, valuesOn(curve.date, benchmark.by_day));
  const x = {
    min: secondsOf(curve.date[0] ?? ''),
    max: secondsOf(curve.date.at(-1) ?? ''),
  };
  const main = {
    ...box,
    left: box.left + axisWidth,
    width: box.width - axisWidth - namesWidth,
  };
  const upper = { ...main, top: box.top + 10, height: box.height * 0.68 };
  const lower = { ...main, top: box.top + box.height * 0.82, height: box.height * 0.18 };
  shade(pdf, account.drawdowns, x, { ...main, height: box.height });
  const y = rangeWithZero([...returns, ...compared]);
  drawAxis(pdf, upper, y, 4, language);
  fillSteps(pdf, returns, { x, y, box: upper }, inks.accent);
  if (compared.length > 0) {
    pdf.dash(2, { space: 1.5 });
    strokeSteps(pdf, compared, { x, y, box: upper }, inks.quiet, 0.6);
    pdf.undash();
  }
  strokeSteps(pdf, returns, { x, y, box: upper }, inks.accent, 1.1);
  const [own, other] = [returns, compared].map((points) => points.at(-1)?.[1]);
  nameLines(
    pdf,
    [
      { value: own, text: format.signedPercent(own ?? null), colour: inks.accent },
      {
        value: other,
        text: benchmarkName(benchmark?.symbol ?? '', { words }),
        colour: inks.quiet,
      },
    ],
    y,
    upper,
  );
  drawDays(pdf, upper, x, { count: 7, size: 6.5 }, language);
  if (falls.length > 0) {
    const deepest = Math.min(...falls.map(([, value]) => value), -0.01);
    const y = { min: deepest, max: 0 };
    drawAxis(pdf, lower, y, 2, language);
    fillSteps(pdf, falls, { x, y, box: lower }, inks.loss);
    strokeSteps(pdf, falls, { x, y, box: lower }, inks.loss, 0.7);
  }
}

/** Draws one line with its axis, filled to zero. */
export function drawSmall(
  pdf: Pdf,
  values: readonly (readonly [day: string, value: number])[],
  box: Box,
  language: Language,
  write?: (value: number) => string,
): void {
  const points = values.map(([day, value]): Point => [secondsOf(day), value]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return;
  const x = { min: first[0], max: last[0] };
  const y = rangeWithZero(points);
  const plot = { ...box, left: box.left + axisWidth, width: box.width - axisWidth };
  drawAxis(pdf, plot, y, 2, language, write);
  fillSteps(pdf, points, { x, y, box: plot }, inks.accent);
  strokeSteps(pdf, points, { x, y, box: plot }, inks.accent, 0.8);
  drawDays(pdf, plot, x, { count: 3, size: 6 }, language);
}

/** Shades the deepest drawdowns behind both charts. */
function shade(pdf: Pdf, drawdowns: PageAccount['drawdowns'], x: AxisRange, box: Box): void {
  for (const [at, episode] of (drawdowns?.episodes ?? []).slice(0, shadedCount).entries()) {
    const { started, recovered } = episode;
    const across = (seconds: number): number =>
      coordinateOf(Math.min(x.max, Math.max(x.min, seconds)), x, box.left, box.left + box.width);
    const left = across(secondsOf(started));
    const right = recovered === null ? box.left + box.width : across(secondsOf(recovered));
    fillBox(pdf, { ...box, left, width: Math.max(1, right - left) }, inks.loss, 0.09);
    line(pdf, `${at + 1}`, (left + right) / 2 - 10, box.top + 1, {
      width: 20,
      size: 6.5,
      colour: inks.loss,
      isBold: true,
      align: 'center',
    });
  }
}

interface NamedLine {
  /** Last value; undefined if there is no line. */
  readonly value: number | undefined;
  readonly text: string;
  readonly colour: string;
}

/** Writes the name of each line at its end, apart from the others. */
function nameLines(pdf: Pdf, lines: readonly NamedLine[], y: AxisRange, box: Box): void {
  const least = 9;
  let before = Number.NEGATIVE_INFINITY;
  const placed = lines
    .flatMap(({ value, ...rest }) =>
      value === undefined
        ? []
        : [{ ...rest, top: coordinateOf(value, y, box.top + box.height, box.top) - 4 }],
    )
    .sort((first, second) => first.top - second.top);
  for (const { text, colour, top } of placed) {
    const at = Math.max(top, before + least);
    before = at;
    line(pdf, text, box.left + box.width + 5, at, {
      width: namesWidth - 5,
      size: 7,
      colour,
      isBold: colour === inks.accent,
    });
  }
}

/** Writes days below a chart. */
function drawDays(
  pdf: Pdf,
  { left, top, width, height }: Box,
  x: AxisRange,
  { count, size }: { readonly count: number; readonly size: number },
  { format }: Language,
): void {
  for (const [day, text] of dayLabels(x.min, x.max, count, format)) {
    const at = coordinateOf(secondsOf(day), x, left, left + width);
    line(pdf, text, at - 30, top + height + 3, {
      width: 60,
      size,
      colour: inks.quiet,
      align: 'center',
    });
  }
}

function drawAxis(
  pdf: Pdf,
  box: Box,
  y: AxisRange,
  count: number,
  { format, words }: Language,
  write = (value: number): string =>
    fillText(words.format.percent, { number: format.compact(value) }),
): void {
  for (const value of axisSteps(y.min, y.max, count)) {
    const at = coordinateOf(value, y, box.top + box.height, box.top);
    pdf
      .moveTo(box.left, at)
      .lineTo(box.left + box.width, at)
      .lineWidth(0.5)
      .strokeColor(inks.line)
      .stroke();
    line(pdf, write(value), box.left - axisWidth, at - 4, {
      width: axisWidth - 4,
      size: 6.5,
      colour: inks.quiet,
      align: 'right',
    });
  }
}

/** Place of a chart, and the ranges of days and values that fill it. */
interface Scales {
  readonly x: AxisRange;
  readonly y: AxisRange;
  readonly box: Box;
}

/** Draws a line of steps: each value holds until the next day. */
function strokeSteps(
  pdf: Pdf,
  points: readonly Point[],
  scales: Scales,
  colour: string,
  width: number,
): void {
  pdf.path(stepsOf(points, scales)).lineWidth(width).stroke(colour);
}

/** Fills the area between a line of steps and zero. */
function fillSteps(pdf: Pdf, points: readonly Point[], scales: Scales, colour: string): void {
  const [zero] = points.map(([at]): Point => [at, 0]);
  if (zero === undefined) return;
  const area = `${stepsOf(points, scales)}V${topOf(zero, scales)}H${leftOf(zero, scales)}Z`;
  pdf.save().fillOpacity(0.12).path(area).fill(colour).restore();
}

const stepsOf = (points: readonly Point[], scales: Scales): string =>
  points
    .map((point, index) => {
      const [left, top] = [leftOf(point, scales), topOf(point, scales)];
      return index === 0 ? `M${left} ${top}` : `H${left}V${top}`;
    })
    .join('');

const leftOf = ([at]: Point, { x, box }: Scales): number =>
  coordinateOf(at, x, box.left, box.left + box.width);

const topOf = ([, value]: Point, { y, box }: Scales): number =>
  coordinateOf(value, y, box.top + box.height, box.top);
