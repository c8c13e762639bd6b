import uPlot from 'uplot';
import { valuesAtEdges } from '../charts/edges.ts';
import type { ChartSpan } from '../charts/rebase.ts';
import type { Format } from '../language/format.ts';
import type { Colours } from './colours.ts';
import type { CurveMark } from './curve-data.ts';

type Values = readonly (number | null)[];

export interface PlotLine {
  readonly label: string;
  readonly values: Values;
  readonly stroke: string;
  readonly dash?: number[];
  readonly isFilled?: boolean;
  readonly isStepped?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly height: number;
  readonly lines: readonly PlotLine[];
  readonly show: (value: number | null) => string;
  readonly marks: readonly CurveMark[];
}

/** Callbacks between a chart and the page around it. */
export interface ChartCallbacks {
  /** Returns the range that is shown. */
  shown(): ChartSpan;
  onSpan(span: ChartSpan): void;
  /** Index of the day under the cursor; null if the cursor is elsewhere. */
  onDay(index: number | null, plot: uPlot): void;
}

const day = 86_400;
const axisFont = '12px system-ui, sans-serif';
/** Pixels left of the plot, for the values of the axis. */
const valuesWidth = 58;
const rightPadding = 8;

const ruler = document.createElement('canvas').getContext('2d');

/** Returns true if a label fits on the canvas; the right edge would cut it otherwise. */
function isRoomFor(text: string, at: number, { width, scales }: uPlot): boolean {
  const { min, max } = scales.x ?? {};
  if (ruler === null || min == null || max == null) return true;
  ruler.font = axisFont;
  const plotWidth = width - valuesWidth - rightPadding;
  const rightRoom = (plotWidth * (max - at)) / (max - min) + rightPadding;
  return ruler.measureText(text).width / 2 <= rightRoom;
}

export function optionsOf(
  { height, lines, show, marks }: Chart,
  width: number,
  palette: Colours,
  dayWord: string,
  format: Format,
  { shown, onSpan, onDay }: ChartCallbacks,
): uPlot.Options {
  const { quiet, line } = palette;
  const isFilled = lines.some(({ isFilled }) => isFilled);
  const axis = {
    stroke: quiet,
    font: axisFont,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { sync: { key: 'curve' }, drag: { x: true, y: false }, points: { size: 6 } },
    legend: { live: true },
    padding: [12, rightPadding, 0, 0],
    // Filled areas start at zero, so the axis includes zero.
    scales: {
      x: { time: true },
      y: {
        range: ({ data: [days, ...columns] }, min, max) => {
          const atEdges = columns.flatMap((values, at) =>
            valuesAtEdges(days, values, lines[at]?.isStepped ?? false, shown()),
          );
          return rangeOf([min ?? 0, max ?? 0, ...atEdges], isFilled);
        },
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 90,
        values: (plot, splits, _axis, _space, step) =>
          splits.map((at) => {
            const text = axisText(at, step, format);
            return isRoomFor(text, at, plot) ? text : '';
          }),
      },
      {
        ...axis,
        size: valuesWidth,
        values: (_plot, splits) => splits.map((value) => format.compact(value)),
      },
    ],
    series: [
      {
        label: dayWord,
        value: (_plot, at) => (at === null ? format.unknown : dayText(at, format)),
      },
      ...lines.map((series) => seriesOf(series, show, palette)),
    ],
    hooks: {
      setScale: [
        (plot, key) => {
          const { min, max } = plot.scales.x ?? {};
          if (key === 'x' && min != null && max != null) onSpan({ from: min, to: max });
        },
      ],
      setCursor: [(plot) => onDay(plot.cursor.idx ?? null, plot)],
      draw: [(plot) => drawMarks(plot, marks, palette)],
    },
  };
}

function rangeOf(values: readonly number[], withZero: boolean): uPlot.Range.MinMax {
  const all = withZero ? [0, ...values] : values;
  const [from, to] = [Math.min(...all), Math.max(...all)];
  if (from === to) return [from - 1, to + 1];
  const room = (to - from) * 0.06;
  return [from === 0 && withZero ? 0 : from - room, to === 0 && withZero ? 0 : to + room];
}

export const dayText = (seconds: number, format: Format): string =>
  format.day(new Date(seconds * 1000).toISOString());

function axisText(seconds: number, step: number, format: Format): string {
  const date = new Date(seconds * 1000).toISOString();
  if (step >= 360 * day) return date.slice(0, 4);
  return step >= 28 * day ? format.month(date) : format.day(date);
}

function seriesOf(
  { label, stroke, dash, isFilled, isStepped }: PlotLine,
  show: (value: number | null) => string,
  { accent, loss }: Colours,
): uPlot.Series {
  const stepped = isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label,
    stroke,
    width: 1.75,
    spanGaps: true,
    points: { show: false },
    value: (_plot, value) => show(value),
    ...(dash && { dash }),
    ...(stepped && { paths: stepped }),
    ...(isFilled && {
      fill: (plot: uPlot) => bySign(plot, faint(accent), faint(loss)),
      fillTo: () => 0,
    }),
  };
}

const faint = (colour: string): string => colour.replace('rgb(', 'rgba(').replace(')', ', 0.14)');

/** Returns a gradient with one colour above zero and another below. */
function bySign(plot: uPlot, above: string, below: string): CanvasGradient | string {
  const { ctx, bbox } = plot;
  const zero = (plot.valToPos(0, 'y', true) - bbox.top) / bbox.height;
  if (!Number.isFinite(zero)) return above;
  const at = Math.min(1, Math.max(0, zero));
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, above);
  gradient.addColorStop(at, above);
  gradient.addColorStop(at, below);
  gradient.addColorStop(1, below);
  return gradient;
}

const markSize = 5;

/** Draws deposits as triangles up and withdrawals as triangles down, at the bottom of the chart. */
function drawMarks(plot: uPlot, marks: readonly CurveMark[], { ink, loss }: Colours): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const size = markSize * ratio;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  ctx.save();
  for (const { at, isDeposit } of marks) {
    if (at < (min ?? 0) || at > (max ?? 0)) continue;
    const x = plot.valToPos(at, 'x', true);
    const foot = bbox.top + bbox.height - ratio;
    ctx.fillStyle = isDeposit ? ink : loss;
    ctx.beginPath();
    ctx.moveTo(x, isDeposit ? foot - 2 * size : foot);
    ctx.lineTo(x - size, isDeposit ? foot : foot - 2 * size);
    ctx.lineTo(x + size, isDeposit ? foot : foot - 2 * size);
    ctx.fill();
  }
  ctx.restore();
}
