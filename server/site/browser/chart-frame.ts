import uPlot from 'uplot';
import type { ChartSpan } from '../charts/rebase.ts';
import type { Format } from '../language/format.ts';
import { followKeys, followTouch } from './chart-input.ts';
import { type FrameWords, labels, type Measure } from './chart-words.ts';
import { type Colours, colours } from './colours.ts';
import { optionsOf, type Plotted } from './plot.ts';
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
  /** Another switch next to the ranges; null without one. */
  readonly button: HTMLElement | null;
  /** Elements below the plots. */
  readonly notes: readonly HTMLElement[];
  /** Returns the plots and the tooltip for a state. */
  read(state: ChartState, palette: Colours): ShownRange;
  /** Called after another range was chosen, and once at the start. */
  onSpan(span: ChartSpan, isWhole: boolean): void;
}

const plotNames = ['main', 'band'];
const secondsADay = 86_400;

/** Returns the start of an instant's day. A drag ends within a day, but a range has whole days. */
const dayOf = (seconds: number): number => seconds - (seconds % secondsADay);

/**
 * Replaces the still drawing in `host` by a chart with switches, tooltip, keyboard, touch and
 * ranges. Returns a function that draws it anew.
 */
export function createChart(
  host: HTMLElement,
  content: ChartContent,
  words: FrameWords,
  format: Format,
): () => void {
  const { days, whole, marks } = content;
  let span = rangeInAddress(whole);
  let [measure] = content.measures;
  let isLog = false;
  let plots: uPlot[] = [];
  const main = boxOf(0);
  const tooltip = createTooltip(host, format, marks);
  const isWhole = () => span.from === whole.from && span.to === whole.to;

  // Each change draws every plot anew, so that no axis keeps the range of an earlier one.
  const draw = (): void => {
    const palette = colours();
    const shown = content.read({ span, isWhole: isWhole(), measure, isLog }, palette);
    for (const plot of plots) plot.destroy();
    const events = {
      onSpan: (chosen: ChartSpan | null) => show(chosen ?? whole),
      onDay: (index: number | null, plot: uPlot) =>
        index === null
          ? tooltip.hide()
          : tooltip.show(plot, days[index] ?? 0, () => shown.rowsOn(index)),
    };
    plots = shown.plots.map((plotted, at) => {
      const box = boxes[at] ?? main;
      if (!box.isConnected) ranges.output.before(box);
      const width = host.clientWidth;
      const options = optionsOf(plotted, days, span, width, palette, format, words, events);
      const columns = plotted.lines.map(({ values }) => [...values]);
      const plot = new uPlot(options, [[...days], ...columns], box);
      followTouch(plot);
      return plot;
    });
    main.dataset.line = measure;
    main.setAttribute('aria-label', `${labels(words)[measure]}. ${words.keys}`);
    log.setAttribute('aria-pressed', String(isLog));
    log.disabled = !shown.mayBeLog;
  };
  const show = (chosen: ChartSpan): void => {
    const [from, to] = [dayOf(chosen.from), dayOf(chosen.to)];
    span = { from: Math.max(whole.from, from), to: Math.min(whole.to, to) };
    if (!(span.from < span.to)) span = whole;
    tooltip.hide();
    ranges.note(span);
    fields.note(span);
    putRangeInAddress(span, whole);
    content.onSpan(span, isWhole());
    draw();
  };

  const ranges = rangeButtons(whole, show, words, format);
  const fields = followDateFields(show);
  const boxes = [main, ...plotNames.slice(1).map((_, at) => boxOf(at + 1))];
  const choice = segment(words.series);
  const buttons = content.measures.map((name) => {
    const button = buttonOf(labels(words)[name]);
    button.addEventListener('click', () => {
      measure = name;
      isLog &&= content.read({ span, isWhole: isWhole(), measure, isLog }, colours()).mayBeLog;
      note();
      draw();
    });
    choice.append(button);
    return { name, button };
  });
  const note = (): void => {
    for (const { name, button } of buttons) {
      button.setAttribute('aria-pressed', String(name === measure));
    }
  };
  const log = buttonOf(words.log);
  log.title = words.logarithmic;
  log.addEventListener('click', () => {
    isLog = !isLog;
    draw();
  });
  ranges.group.append(log);
  if (content.button !== null) ranges.group.append(content.button);
  host.querySelector('.switches')?.replaceChildren(choice, ranges.group);
  host.classList.add('live');
  host.append(ranges.output, ...content.notes);
  followKeys(
    main,
    () => plots[0],
    () => span,
    days,
    tooltip.hide,
  );
  note();
  show(span);
  let width = host.clientWidth;
  new ResizeObserver(() => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    draw();
  }).observe(host);
  addEventListener('pointerdown', ({ target }) => {
    if (!host.contains(target as Node)) tooltip.hide();
  });
  addEventListener('themechange', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  return draw;
}

function boxOf(at: number): HTMLElement {
  const box = document.createElement('div');
  box.className = `plot ${plotNames[at]}`;
  return box;
}

function segment(label: string): HTMLElement {
  const group = document.createElement('div');
  group.className = 'segment';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  return group;
}

function buttonOf(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  return button;
}
