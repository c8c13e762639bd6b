import uPlot from 'uplot';
import { valuesAtEdges } from '../charts/edges.ts';
import type { ChartSpan } from '../charts/rebase.ts';
import { axisSteps } from '../charts/scale.ts';
import { type Format, fillText } from '../language/format.ts';
import type { FrameWords, Measure } from './chart-words.ts';
import type { Colours } from './colours.ts';
import type { CurveMark } from './curve-data.ts';
import { type LineOfPlot, seriesOf } from './plot-lines.ts';
import { drawMarks, drawPublicLine, drawTrades, drawUnit, type PublicLine } from './plot-marks.ts';
import type { MarkedTrade } from './trade-marks.ts';

/** Plot with everything that decides its look. */
export interface Plotted {
  readonly measure: Measure;
  readonly lines: readonly LineOfPlot[];
  /** True for the low plot of drawdowns, which has no axis of days. */
  readonly isShort: boolean;
  readonly isLog: boolean;
  /** Currency of the values; null if the labels of the axis have their unit. */
  readonly unit: string | null;
  readonly marks: readonly CurveMark[];
  /** Closed trades by day, in seconds. */
  readonly trades: ReadonlyMap<number, readonly MarkedTrade[]>;
  /** Time since which the record is public, with its label; null without a line. */
  readonly publicSince: PublicLine | null;
}

/** Callbacks between a plot and the page around it. */
export interface PlotEvents {
  /** Called with a range that was dragged, or with null to show everything. */
  onSpan(span: ChartSpan | null): void;
  /** Index of the day under the cursor; null if the cursor is elsewhere. */
  onDay(index: number | null, plot: uPlot): void;
}

const day = 86_400;
const year = 365 * day;
const axisFont = '12px system-ui, sans-serif';
/** Pixels left of the plot, for the values of the axis. */
const valuesWidth = 52;
const rightPadding = 8;
/** Least pixels between two labels of the time axis. */
const labelGap = 8;
/** Least distance of two labels of a logarithmic axis, in pixels. */
const labelRoom = 24;
/** Share of the values' range that is kept free below them for deposits and withdrawals. */
const marksRoom = 0.18;
/** Least pixels of a drag that chooses a range. */
const leastDrag = 5;

const ruler = document.createElement('canvas').getContext('2d');

/** Pixels by which a label may stand under the labels of the other axis. */
const leftOverhang = 12;

/**
 * Returns true if a label has room. The right edge would cut it otherwise, or the lowest label of
 * the other axis would touch it.
 */
function isRoomFor(text: string, at: number, { width, scales }: uPlot): boolean {
  const { min, max } = scales.x ?? {};
  if (ruler === null || min == null || max == null) return true;
  ruler.font = axisFont;
  const plotWidth = width - valuesWidth - rightPadding;
  const rightRoom = (plotWidth * (max - at)) / (max - min) + rightPadding;
  const leftRoom = (plotWidth * (at - min)) / (max - min) + leftOverhang;
  return ruler.measureText(text).width / 2 <= Math.min(leftRoom, rightRoom);
}

export function optionsOf(
  plotted: Plotted,
  days: readonly number[],
  span: ChartSpan,
  width: number,
  palette: Colours,
  format: Format,
  words: FrameWords,
  { onSpan, onDay }: PlotEvents,
): uPlot.Options {
  const { measure, lines, isShort, isLog, unit, marks, trades, publicSince } = plotted;
  const isPercent = measure === 'return' || measure === 'drawdown';
  const range = rangeOf(plotted, days, span);
  const axis = {
    stroke: palette.quiet,
    font: axisFont,
    grid: { stroke: palette.line, width: 1 },
    ticks: { show: false },
  };
  const isNarrow = width < 600;
  const mainHeight = isNarrow ? 208 : 256;
  const textOf = (value: number) =>
    isPercent
      ? fillText(words.format.percent, { number: format.compact(value) })
      : format.compact(value);
  return {
    width,
    height: isShort ? 77 : mainHeight,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: {
      sync: { key: 'curve' },
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      y: false,
      bind: {
        dblclick: () => () => {
          onSpan(null);
          return null;
        },
      },
    },
    legend: { show: false },
    padding: [isShort ? 9 : 10, rightPadding, isShort ? 4 : 0, 0],
    scales: {
      x: { time: true, auto: false, range: () => [span.from, span.to] },
      y: {
        range: () => range,
        ...(isLog && {
          distr: 100 as const,
          fwd: (value: number) => Math.log(growthOf(value, isPercent)),
          bwd: (value: number) => (isPercent ? (Math.exp(value) - 1) * 100 : Math.exp(value)),
        }),
      },
    },
    axes: [
      {
        ...axis,
        show: !isShort,
        grid: { show: false },
        size: 26,
        space: isNarrow && span.to - span.from > 2 * year ? 56 : 90,
        values: (plot, splits, _axis, _space, step) => {
          const texts = splits.map((at) => axisText(at, step, format));
          // A record of a few days has several places on one day.
          const shown = texts.map((text, index) =>
            text !== texts[index - 1] && isRoomFor(text, splits[index] ?? 0, plot) ? text : '',
          );
          return withoutTouching(shown, splits, plot);
        },
      },
      {
        ...axis,
        size: valuesWidth,
        splits: (plot, _axis, min, max) =>
          isLog ? logSteps(plot, min, max, isPercent) : axisSteps(min, max, isShort ? 2 : 5),
        values: (_plot, splits) => splits.map(textOf),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, palette))],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < leastDrag) return;
          const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
          // Wait until uPlot has handled this event, since `onSpan` replaces the plot.
          queueMicrotask(() => onSpan({ from, to }));
        },
      ],
      setCursor: [(plot) => onDay(plot.cursor.idx ?? null, plot)],
      draw: [
        (plot) => {
          if (publicSince !== null) drawPublicLine(plot, publicSince, palette);
          drawMarks(plot, marks, palette, format);
          drawTrades(plot, trades, palette);
          if (unit !== null) drawUnit(plot, unit, palette);
        },
      ],
    },
  };
}

/** Returns the labels of an axis, without those that would touch the one before them. */
function withoutTouching(texts: string[], splits: number[], { width, scales }: uPlot): string[] {
  const { min, max } = scales.x ?? {};
  if (ruler === null || min == null || max == null) return texts;
  const perSecond = (width - valuesWidth - rightPadding) / (max - min);
  let end = Number.NEGATIVE_INFINITY;
  ruler.font = axisFont;
  return texts.map((text, index) => {
    const middle = (splits[index] ?? 0) * perSecond;
    const half = (ruler?.measureText(text).width ?? 0) / 2;
    if (text === '' || middle - half < end + labelGap) return '';
    end = middle + half;
    return text;
  });
}

/** Returns an amount, or a return in percent as a factor. */
const growthOf = (value: number, isPercent: boolean): number =>
  isPercent ? 1 + value / 100 : value;

/** Returns the range of the values in a span, including the line's value at the left edge. */
function rangeOf(
  { measure, lines, isShort, isLog, marks }: Plotted,
  days: readonly number[],
  span: ChartSpan,
): [number, number] {
  const within = lines.flatMap(({ values }) =>
    values.filter((value, at): value is number => {
      const date = days[at] ?? 0;
      return value !== null && date >= span.from && date <= span.to;
    }),
  );
  const isPercent = measure === 'return' || measure === 'drawdown';
  const all = [
    ...within,
    ...lines.flatMap(({ values }) => valuesAtEdges(days, values, true, span)),
    // Filled areas start at zero, so the axis includes zero.
    ...(isPercent ? [0] : []),
  ];
  if (all.length === 0) return [-1, 1];
  const [from, to] = [Math.min(...all), Math.max(...all)];
  if (isShort) return [from < 0 ? from * 1.06 : -1, 0];
  if (from === to) return isLog ? [from * 0.99, to * 1.01 + 0.01] : [from - 1, to + 1];
  const room = isLog ? 0 : (to - from) * 0.06;
  const isMarked = marks.some(({ at }) => at >= span.from && at <= span.to);
  const high = to === 0 && isPercent ? 0 : to + room;
  if (isMarked && !isLog) return [from - (to - from) * marksRoom, high];
  return [from === 0 && isPercent ? 0 : from - room, high];
}

const logFactors = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5];

/** Returns round values that are far enough apart on a logarithmic axis. */
function logSteps(plot: uPlot, min: number, max: number, isPercent: boolean): number[] {
  const [low, high] = [growthOf(min, isPercent), growthOf(max, isPercent)];
  const first = Math.floor(Math.log10(low));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, at) => 10 ** (first + at),
  );
  const steps =
    high / low < 2.5
      ? axisSteps(min, max, 5)
      : powers.flatMap((power) =>
          logFactors.map((factor) =>
            isPercent ? Math.round((factor * power - 1) * 100) : factor * power,
          ),
        );
  let last = Number.POSITIVE_INFINITY;
  return steps.filter((value) => {
    if (value < min || value > max) return false;
    const at = plot.valToPos(value, 'y');
    if (Math.abs(last - at) < labelRoom) return false;
    last = at;
    return true;
  });
}

function axisText(seconds: number, step: number, format: Format): string {
  const date = new Date(seconds * 1000).toISOString();
  if (step >= 360 * day) return date.slice(0, 4);
  return step >= 28 * day ? format.month(date) : format.day(date);
}
