import uPlot from 'uplot';
import type { ChartSpan } from '../charts/rebase.ts';
import type { Format } from '../language/format.ts';
import { followKeys, followTouch } from './chart-input.ts';
import { type FrameWords, labels, type Measure } from './chart-words.ts';
import { type Colours, colours } from './colours.ts';
import { optionsOf, widthOfValues } from './plot.ts';
import type { PlotFrame, Plotted } from './plotted.ts';
import { putRangeInAddress, rangeInAddress } from './range-address.ts';
import { rangeButtons } from './range-buttons.ts';
import { followDateFields } from './range-fields.ts';
import { createTooltip, type ExplainedMark, type TooltipRow } from './tooltip.ts';

/** Present choices at the switches of a chart. */
export interface ChartState {
  readonly span: ChartSpan;
  /** True if the range is the whole of the data. */
  readonly isWhole: boolean;
  readonly measure: Measure;
  readonly isLog: boolean;
}

/** Plots and tooltip of a range. */
export interface ShownRange {
  /** Main plot, and the low plot below it. */
  readonly plots: readonly Plotted[];
  /** True if the main plot can have a logarithmic scale. */
  readonly mayBeLog: boolean;
  /** Rows of the tooltip on a day. */
  rowsOn(index: number): readonly TooltipRow[];
}

/** Data of a chart, and the functions that react to its switches. */
export interface ChartContent {
  /** Starts of days, in seconds. */
  readonly days: readonly number[];
  readonly whole: ChartSpan;
  /** Measures to choose from, in the order of their buttons. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly marks: readonly ExplainedMark[];
  /** Elements below the plots. */
  readonly notes: readonly HTMLElement[];
  /** Returns the plots and the tooltip for a state. */
  read(state: ChartState, palette: Colours): ShownRange;
  /** Called after another range was chosen, and once at the start. */
  onSpan(span: ChartSpan, isWhole: boolean): void;
}

const secondsADay = 86_400;

/** Returns the start of an instant's day. A drag ends within a day, but a range has whole days. */
const dayOf = (seconds: number): number => seconds - (seconds % secondsADay);

/** Present choices that the switches change. */
type Choices = { -readonly [Key in 'span' | 'measure' | 'isLog']: ChartState[Key] };

/**
 * Replaces the still drawing in `host` by a chart with switches, tooltip, keyboard, touch and
 * ranges.
 */
export function createChart(
  host: HTMLElement,
  content: ChartContent,
  words: FrameWords,
  format: Format,
): void {
  const { whole, measures } = content;
  const chosen: Choices = { span: rangeInAddress(whole), measure: measures[0], isLog: false };
  const isWhole = () => chosen.span.from === whole.from && chosen.span.to === whole.to;
  const read = () => content.read({ ...chosen, isWhole: isWhole() }, colours());
  const show = (wanted: ChartSpan | null): void => {
    chosen.span = daysWithin(whole, wanted ?? whole);
    const { span } = chosen;
    plots.tooltip.hide();
    ranges.note(span);
    fields.note(span);
    putRangeInAddress(span, whole);
    content.onSpan(span, isWhole());
    draw();
  };
  const draw = (): void => {
    const shown = read();
    plots.draw(shown, chosen.span, ranges.output);
    plots.main.dataset.line = chosen.measure;
    plots.main.setAttribute('aria-label', `${labels(words)[chosen.measure]}. ${words.keys}`);
    switches.note(chosen, shown.mayBeLog);
  };
  const plots = plotsIn(host, content, words, format, show);
  const ranges = rangeButtons(whole, show, words, format);
  const fields = followDateFields(show);
  const switches = switchesOf(measures, words, (measure) => {
    if (measure === null) chosen.isLog = !chosen.isLog;
    else {
      chosen.measure = measure;
      chosen.isLog &&= read().mayBeLog;
    }
    draw();
  });
  ranges.group.append(switches.log);
  host.querySelector('.switches')?.replaceChildren(switches.choice, ranges.group);
  host.classList.add('live');
  host.append(ranges.output, ...content.notes);
  followKeys(plots.main, plots.first, () => chosen.span, content.days, plots.tooltip.hide);
  show(chosen.span);
  redrawOn(host, draw);
  addEventListener('pointerdown', ({ target }) => {
    if (!host.contains(target as Node)) plots.tooltip.hide();
  });
}

/** Returns the whole days of a range within `whole`, or `whole` if it has no day of the range. */
function daysWithin(whole: ChartSpan, { from, to }: ChartSpan): ChartSpan {
  const span = { from: Math.max(whole.from, dayOf(from)), to: Math.min(whole.to, dayOf(to)) };
  return span.from < span.to ? span : whole;
}

/** Creates the boxes of the plots, and their tooltip. */
function plotsIn(
  host: HTMLElement,
  { days, marks }: ChartContent,
  words: FrameWords,
  format: Format,
  onSpan: (span: ChartSpan | null) => void,
) {
  const main = boxOf('main');
  const boxes = [main, boxOf('band')];
  const tooltip = createTooltip(host, format, marks);
  let plots: uPlot[] = [];
  return {
    main,
    tooltip,
    first: () => plots[0],
    /** Draws every plot anew, so that no axis keeps the range of an earlier one. */
    draw(shown: ShownRange, span: ChartSpan, below: HTMLElement): void {
      for (const plot of plots) plot.destroy();
      const onDay = (index: number | null, plot: uPlot) =>
        index === null
          ? tooltip.hide()
          : tooltip.show(plot, days[index] ?? 0, () => shown.rowsOn(index));
      const events = { onSpan, onDay };
      const used = boxes.slice(0, shown.plots.length);
      for (const box of used) if (!box.isConnected) below.before(box);
      const width = host.clientWidth;
      const frame = { days, span, width, palette: colours(), format, words, events };
      const valuesWidth = widthOfValues(shown.plots, frame);
      plots = shown.plots.map((plotted, at) =>
        plotIn(boxes[at] ?? main, plotted, { ...frame, valuesWidth }),
      );
    },
  };
}

/** Creates a plot in its box. */
function plotIn(box: HTMLElement, plotted: Plotted, frame: PlotFrame): uPlot {
  const columns = plotted.lines.map(({ values }) => [...values]);
  const plot = new uPlot(optionsOf(plotted, frame), [[...frame.days], ...columns], box);
  followTouch(plot);
  return plot;
}

/** Creates a button for each measure and one for the logarithmic scale, which calls with null. */
function switchesOf(
  measures: readonly Measure[],
  words: FrameWords,
  onChoice: (measure: Measure | null) => void,
) {
  const choice = segment(words.series);
  const buttons = measures.map((name) => {
    const button = buttonOf(labels(words)[name], () => onChoice(name));
    choice.append(button);
    return { name, button };
  });
  const log = buttonOf(words.log, () => onChoice(null));
  log.title = words.logarithmic;
  return {
    choice,
    log,
    /** Shows what is chosen. */
    note({ measure, isLog }: Choices, mayBeLog: boolean): void {
      for (const { name, button } of buttons) {
        button.setAttribute('aria-pressed', String(name === measure));
      }
      log.setAttribute('aria-pressed', String(isLog));
      log.disabled = !mayBeLog;
    },
  };
}

/** Draws anew when the width or the colours change. */
function redrawOn(host: HTMLElement, draw: () => void): void {
  let width = host.clientWidth;
  new ResizeObserver(() => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    draw();
  }).observe(host);
  addEventListener('themechange', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

function boxOf(name: string): HTMLElement {
  const box = document.createElement('div');
  box.className = `plot ${name}`;
  return box;
}

function segment(label: string): HTMLElement {
  const group = document.createElement('div');
  group.className = 'segment';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  return group;
}

function buttonOf(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', onClick);
  return button;
}
