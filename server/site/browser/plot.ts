import uPlot from 'uplot';
import { type ChartSpan, heldAt } from '../charts/rebase.ts';
import {
  growthOf,
  isInPercent,
  isNarrow,
  rightPadding,
  timeAxis,
  valueAxis,
  valuesWidthOf,
} from './plot-axes.ts';
import { seriesOf } from './plot-lines.ts';
import { drawMarks, drawPublicLine, drawUnit } from './plot-marks.ts';
import type { PlotFrame, Plotted } from './plotted.ts';

/** Share of the values' range that is kept free below them for deposits and withdrawals. */
const marksRoom = 0.18;
/** Least pixels of a drag that chooses a range. */
const leastDrag = 5;

export function optionsOf(plotted: Plotted, frame: PlotFrame): uPlot.Options {
  const { lines, isShort } = plotted;
  const { width, palette, events } = frame;
  return {
    width,
    height: isShort ? 77 : isNarrow(frame) ? 208 : 256,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: {
      sync: { key: 'curve' },
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      y: false,
      bind: {
        dblclick: () => () => {
          events.onSpan(null);
          return null;
        },
      },
    },
    legend: { show: false },
    padding: [isShort ? 9 : 10, rightPadding, isShort ? 4 : 0, 0],
    scales: scalesOf(plotted, frame),
    axes: [timeAxis(plotted, frame), valueAxis(plotted, frame)],
    series: [{}, ...lines.map((line) => seriesOf(line, palette))],
    hooks: hooksOf(plotted, frame),
  };
}

/** Returns the pixels left of plots that the values of each have room in. */
export const widthOfValues = (
  plots: readonly Plotted[],
  frame: Omit<PlotFrame, 'valuesWidth'>,
): number =>
  Math.max(
    ...plots.map((plotted) =>
      valuesWidthOf(plotted, rangeOf(plotted, frame.days, frame.span), frame),
    ),
  );

function scalesOf(plotted: Plotted, { days, span }: PlotFrame): uPlot.Scales {
  const isPercent = isInPercent(plotted);
  const range = rangeOf(plotted, days, span);
  return {
    x: { time: true, auto: false, range: () => [span.from, span.to] },
    y: {
      range: () => range,
      ...(plotted.isLog && {
        distr: 100 as const,
        fwd: (value: number) => Math.log(growthOf(value, isPercent)),
        bwd: (value: number) => (isPercent ? (Math.exp(value) - 1) * 100 : Math.exp(value)),
      }),
    },
  };
}

function hooksOf(
  { unit, marks, publicSince }: Plotted,
  { palette, format, events }: PlotFrame,
): uPlot.Hooks.Arrays {
  return {
    setSelect: [
      (plot) => {
        const { left, width } = plot.select;
        if (width < leastDrag) return;
        const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
        // Wait until uPlot has handled this event, since `onSpan` replaces the plot.
        queueMicrotask(() => events.onSpan({ from, to }));
      },
    ],
    setCursor: [(plot) => events.onDay(plot.cursor.idx ?? null, plot)],
    draw: [
      (plot) => {
        if (publicSince !== null) drawPublicLine(plot, publicSince, palette);
        drawMarks(plot, marks, palette, format);
        if (unit !== null) drawUnit(plot, unit, palette);
      },
    ],
  };
}

/** Returns the range of the values in a span, including the line's value at the left edge. */
function rangeOf(plotted: Plotted, days: readonly number[], span: ChartSpan): [number, number] {
  const { lines, isShort, isLog, marks } = plotted;
  const within = lines.flatMap(({ values }) =>
    values.filter((value, at): value is number => {
      const date = days[at] ?? 0;
      return value !== null && date >= span.from && date <= span.to;
    }),
  );
  const isPercent = isInPercent(plotted);
  const all = [
    ...within,
    ...lines.flatMap(({ values }) => heldAt(days, values, span.from)),
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
