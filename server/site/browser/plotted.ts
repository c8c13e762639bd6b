import type uPlot from 'uplot';
import type { ChartSpan } from '../charts/rebase.ts';
import type { Format } from '../language/format.ts';
import type { FrameWords, Measure } from './chart-words.ts';
import type { Colours } from './colours.ts';
import type { CurveMark } from './curve-data.ts';
import type { LineOfPlot } from './plot-lines.ts';
import type { PublicLine } from './plot-marks.ts';

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

/** Range, size and colours of a plot, with the words and events that it needs. */
export interface PlotFrame {
  /** Starts of days, in seconds. */
  readonly days: readonly number[];
  readonly span: ChartSpan;
  readonly width: number;
  /** Pixels left of the plots, the same for all, so that their days stand below each other. */
  readonly valuesWidth: number;
  readonly palette: Colours;
  readonly format: Format;
  readonly words: FrameWords;
  readonly events: PlotEvents;
}
