import type uPlot from 'uplot';
import { axisSteps } from '../charts/scale.ts';
import { type Format, fillText } from '../language/format.ts';
import type { PlotFrame, Plotted } from './plotted.ts';

const day = 86_400;
const year = 365 * day;
const axisFont = '12px system-ui, sans-serif';
/** Least pixels left of the plot, for the values of the axis. */
const leastValuesWidth = 52;
/** Pixels between a value and its plot, and one at its other side. */
const valueGaps = 6;
export const rightPadding = 8;
/** Least pixels between two labels of the time axis. */
const labelGap = 8;
/** Least distance of two labels of a logarithmic axis, in pixels. */
const labelRoom = 24;

const ruler = document.createElement('canvas').getContext('2d');

/** Pixels by which a label may stand under the labels of the other axis. */
const leftOverhang = 12;

/**
 * Returns true if a label has room. The right edge would cut it otherwise, or the lowest label of
 * the other axis would touch it.
 */
function isRoomFor(
  text: string,
  at: number,
  { width, scales }: uPlot,
  valuesWidth: number,
): boolean {
  const { min, max } = scales.x ?? {};
  if (ruler === null || min == null || max == null) return true;
  ruler.font = axisFont;
  const plotWidth = width - valuesWidth - rightPadding;
  const rightRoom = (plotWidth * (max - at)) / (max - min) + rightPadding;
  const leftRoom = (plotWidth * (at - min)) / (max - min) + leftOverhang;
  return ruler.measureText(text).width / 2 <= Math.min(leftRoom, rightRoom);
}

export const isNarrow = ({ width }: PlotFrame): boolean => width < 600;

export const isInPercent = ({ measure }: Plotted): boolean =>
  measure === 'return' || measure === 'drawdown';

/** Returns an amount, or a return in percent as a factor. */
export const growthOf = (value: number, isPercent: boolean): number =>
  isPercent ? 1 + value / 100 : value;

/** Returns the pixels that the values of an axis over this range need left of the plot. */
export function valuesWidthOf(
  plotted: Plotted,
  [min, max]: readonly [number, number],
  frame: Omit<PlotFrame, 'valuesWidth'>,
): number {
  if (ruler === null) return leastValuesWidth;
  ruler.font = axisFont;
  const texts = valuesIn(plotted, min, max).map(textWith(plotted, frame));
  const widths = texts.map((text) => Math.ceil(ruler.measureText(text).width) + valueGaps);
  return Math.max(leastValuesWidth, ...widths);
}

const textWith =
  (plotted: Plotted, { format, words }: Pick<PlotFrame, 'format' | 'words'>) =>
  (value: number): string =>
    isInPercent(plotted)
      ? fillText(words.format.percent, { number: format.compact(value) })
      : format.compact(value);

/** Lists round values between two ends; on a logarithmic axis some of them may lack room. */
function valuesIn(plotted: Plotted, min: number, max: number): number[] {
  if (!plotted.isLog) return axisSteps(min, max, plotted.isShort ? 2 : 5);
  return logSteps(min, max, isInPercent(plotted)).filter((value) => value >= min && value <= max);
}

const axisOf = ({ palette }: PlotFrame) => ({
  stroke: palette.quiet,
  font: axisFont,
  grid: { stroke: palette.line, width: 1 },
  ticks: { show: false },
});

export function timeAxis({ isShort }: Plotted, frame: PlotFrame): uPlot.Axis {
  const { span, format } = frame;
  return {
    ...axisOf(frame),
    show: !isShort,
    grid: { show: false },
    size: 26,
    space: isNarrow(frame) && span.to - span.from > 2 * year ? 56 : 90,
    values: (plot, splits, _axis, _space, step) => {
      const texts = splits.map((at) => axisText(at, step, format));
      // A record of a few days has several places on one day.
      const shown = texts.map((text, index) =>
        text !== texts[index - 1] && isRoomFor(text, splits[index] ?? 0, plot, frame.valuesWidth)
          ? text
          : '',
      );
      return withoutTouching(shown, splits, plot, frame.valuesWidth);
    },
  };
}

export const valueAxis = (plotted: Plotted, frame: PlotFrame): uPlot.Axis => ({
  ...axisOf(frame),
  size: frame.valuesWidth,
  splits: (plot, _axis, min, max) => {
    const values = valuesIn(plotted, min, max);
    return plotted.isLog ? withRoom(values, plot) : values;
  },
  values: (_plot, splits) => splits.map(textWith(plotted, frame)),
});

/** Returns the labels of an axis, without those that would touch the one before them. */
function withoutTouching(
  texts: string[],
  splits: number[],
  { width, scales }: uPlot,
  valuesWidth: number,
): string[] {
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

const logFactors = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5];

/** Returns round values around two ends of a logarithmic axis. */
function logSteps(min: number, max: number, isPercent: boolean): number[] {
  const [low, high] = [growthOf(min, isPercent), growthOf(max, isPercent)];
  const first = Math.floor(Math.log10(low));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, at) => 10 ** (first + at),
  );
  return high / low < 2.5
    ? axisSteps(min, max, 5)
    : powers.flatMap((power) =>
        logFactors.map((factor) =>
          isPercent ? Math.round((factor * power - 1) * 100) : factor * power,
        ),
      );
}

/** Returns the values that are far enough apart on a logarithmic axis. */
function withRoom(values: readonly number[], plot: uPlot): number[] {
  let last = Number.POSITIVE_INFINITY;
  return values.filter((value) => {
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
