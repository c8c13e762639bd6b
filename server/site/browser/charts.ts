import uPlot from 'uplot';
import { type ChartSpan, type Rebased, rebased } from '../charts/rebase.ts';
import { createFormat, type Format, fillText } from '../language/format.ts';
import { followKeys, followTouch } from './chart-input.ts';
import { type ChartWords, labels, type Measure, measures } from './chart-words.ts';
import { colours } from './colours.ts';
import {
  type CurveColumns,
  type CurveData,
  type CurveMark,
  columnsOf,
  marksOf,
  readBlock,
} from './curve-data.ts';
import { optionsOf, type PlotLine } from './plot.ts';
import { putRangeInAddress, rangeInAddress } from './range-address.ts';
import { rangeButtons } from './range-buttons.ts';
import { followDateFields } from './range-fields.ts';
import { createTooltip } from './tooltip.ts';
import { createTradeMarks } from './trade-switch.ts';

type Values = readonly (number | null)[];

const minPoints = 2;

/** Replaces the still drawing by a chart with switches, if there are enough days. */
export function drawCharts(): void {
  const host = document.getElementById('charts');
  const packed = readBlock<CurveData>('curve-data');
  const words = readBlock<ChartWords>('chart-words');
  if (host === null || packed === null || words === null) return;
  const data = columnsOf(packed);
  if (data.days.length < minPoints) return;
  createChart(host, data, marksOf(packed), words);
}

function createChart(
  host: HTMLElement,
  data: CurveColumns,
  allMarks: readonly CurveMark[],
  words: ChartWords,
): void {
  const format = createFormat(words.format);
  const currency = host.dataset.currency || null;
  const { days } = data;
  const whole = { from: days[0] ?? 0, to: days.at(-1) ?? 0 };
  const marks = allMarks.filter(({ at }) => at >= whole.from && at <= whole.to);
  const known = measures.filter((measure) =>
    columnOf(measure, data).some((value) => value !== null),
  );
  let span: ChartSpan = rangeInAddress(whole);
  let measure = known[0] ?? 'return';
  let isLog = false;
  let plots: uPlot[] = [];

  const main = boxOf('main');
  const band = boxOf('band');
  const summary = document.querySelector('#curve .summary');
  const initialSummary = summary?.textContent ?? '';
  const tooltip = createTooltip(host, words, format, currency, marks);
  const { benchmark } = data;
  const tradeMarks = createTradeMarks(host, words, format, () => draw());
  const spanned = (): Shown => {
    const isWhole = span.from === whole.from && span.to === whole.to;
    const part = isWhole ? null : rebased(days, data.twr, span);
    const compared =
      benchmark === null
        ? null
        : isWhole
          ? benchmark.values
          : rebased(days, benchmark.values, span).returns;
    return {
      return: part?.returns ?? data.twr,
      drawdown: part?.drawdowns ?? data.drawdown,
      balance: data.balance,
      equity: data.equity,
      benchmark: compared,
      rebased: part,
    };
  };

  // Each change draws both plots anew, so that no axis keeps the range of an earlier one.
  const draw = (): void => {
    const shown = spanned();
    for (const plot of plots) plot.destroy();
    const lineOf = (name: Measure, isShort: boolean): PlotLine => ({
      measure: name,
      values: shown[name],
      isShort,
      isLog: isLog && !isShort,
      marks: isShort ? [] : marks,
      benchmark: name === 'return' ? shown.benchmark : null,
      trades: isShort ? noTrades : tradeMarks.byDay(),
    });
    const events = {
      onSpan: (chosen: ChartSpan | null) => show(chosen ?? whole),
      onDay: (index: number | null, plot: uPlot) =>
        tooltip.show(index, plot, shown, days, [
          ...benchmarkRow(benchmark?.symbol, shown.benchmark?.[index ?? -1], format),
          ...tradeMarks.rowsOn(days[index ?? -1] ?? -1, currency),
        ]),
    };
    plots = [
      [main, lineOf(measure, false)] as const,
      [band, lineOf('drawdown', true)] as const,
    ].map(([box, line]) => {
      const options = optionsOf(
        line,
        days,
        span,
        host.clientWidth,
        colours(),
        format,
        words,
        events,
      );
      const columns = [line.values, ...(line.benchmark === null ? [] : [line.benchmark])];
      const plot = new uPlot(options, [[...days], ...columns.map((column) => [...column])], box);
      followTouch(plot, plots);
      return plot;
    });
    main.dataset.line = measure;
    main.setAttribute('aria-label', `${labels(words)[measure]}. ${words.keys}`);
    log.setAttribute('aria-pressed', String(isLog));
    log.disabled = !mayBeLog(measure, shown[measure]);
    if (summary !== null) {
      summary.textContent =
        shown.rebased === null ? initialSummary : summaryOf(shown.rebased, days, words, format);
    }
  };
  const show = ({ from, to }: ChartSpan): void => {
    span = { from: Math.max(whole.from, from), to: Math.min(whole.to, to) };
    if (!(span.from < span.to)) span = whole;
    tooltip.hide();
    ranges.note(span);
    fields.note(span);
    putRangeInAddress(span, whole);
    tradeMarks.load(span);
    draw();
  };

  const ranges = rangeButtons(whole, show, words, format);
  const fields = followDateFields(show);
  const switches = host.querySelector('.switches') ?? host;
  const choice = segment(words.series);
  const buttons = known.map((name) => {
    const button = buttonOf(labels(words)[name]);
    button.addEventListener('click', () => {
      measure = name;
      isLog &&= mayBeLog(name, columnOf(name, data));
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
  if (tradeMarks.button !== null) choice.append(tradeMarks.button);
  switches.replaceChildren(choice, ranges.group);
  host.classList.add('live');
  host.append(main, band, ranges.output);
  if (marks.length > 0) host.append(markKey(words));
  const benchmarkKey = host.querySelector('.benchmark-key');
  if (benchmarkKey !== null) host.append(benchmarkKey);
  followKeys(
    main,
    () => plots,
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
  addEventListener('themechange', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

/** Values of each measure in the shown range. */
interface Shown extends Record<Measure, Values> {
  readonly benchmark: Values | null;
  /** Null if everything is shown. */
  readonly rebased: Rebased | null;
}

const noTrades: PlotLine['trades'] = new Map();

const benchmarkRow = (
  symbol: string | undefined,
  value: number | null | undefined,
  format: Format,
): string[] =>
  symbol === undefined || value == null ? [] : [`${symbol} ${format.signedPercent(value)}`];

const columnOf = (measure: Measure, data: CurveColumns): Values =>
  measure === 'return' ? data.twr : data[measure];

/** A logarithmic scale needs positive amounts, and returns above a total loss. */
const mayBeLog = (measure: Measure, values: Values): boolean =>
  measure !== 'drawdown' &&
  values.every((value) => value === null || value > (measure === 'return' ? -100 : 0));

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

function buttonOf(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  return button;
}

function summaryOf(
  { returns, drawdowns, first, last, deepest }: Rebased,
  days: readonly number[],
  words: ChartWords,
  format: Format,
): string {
  const dayAt = (at: number | null) => format.day(isoDay(days[at ?? 0] ?? 0));
  if (last === null) return format.unknown;
  const summary = fillText(words.summary, {
    first: dayAt(first),
    last: dayAt(last),
    return: format.signedPercent(returns[last]),
  });
  if (deepest === null) return summary;
  const depth = { drawdown: format.signedPercent(drawdowns[deepest]), day: dayAt(deepest) };
  return `${summary} ${fillText(words.deepest, depth)}`;
}

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString();

function markKey(words: ChartWords): HTMLElement {
  const key = document.createElement('p');
  key.className = 'key';
  key.textContent = words.key;
  return key;
}
