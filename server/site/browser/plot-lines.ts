import uPlot from 'uplot';
import type { Measure } from './chart-words.ts';
import type { Colours } from './colours.ts';

type Values = readonly (number | null)[];

/** Line of a plot and its look. Values hold until the next day, so lines are steps. */
export interface LineOfPlot {
  readonly values: Values;
  readonly stroke: string;
  readonly width: number;
  readonly dash: number[];
  /** True if the area to zero is filled, by its sign. */
  readonly isFilled: boolean;
}

/** Line of a measure. Losses are red, the rest has the accent colour. Percentages are filled. */
export const measureLine = (
  measure: Measure,
  values: Values,
  isShort: boolean,
  { accent, loss }: Colours,
): LineOfPlot => ({
  values,
  stroke: measure === 'drawdown' ? loss : accent,
  width: isShort ? 1 : 1.75,
  dash: [],
  isFilled: measure === 'return' || measure === 'drawdown',
});

/** Returns the series of a line for uPlot. */
export function seriesOf(
  { stroke, width, dash, isFilled }: LineOfPlot,
  { accent, loss }: Colours,
): uPlot.Series {
  const steps = uPlot.paths.stepped?.({ align: 1 });
  return {
    stroke,
    width,
    dash,
    spanGaps: true,
    points: { show: false },
    ...(steps && { paths: steps }),
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
