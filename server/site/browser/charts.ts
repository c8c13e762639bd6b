import { type ChartSpan, type Rebased, rebaseReturns, secondsOf } from '../charts/rebase.ts';
import { createFormat, type Format, fillText } from '../language/format.ts';
import { type ChartContent, createChart } from './chart-frame.ts';
import { type ChartWords, labels, type Measure, measures, pointerHint } from './chart-words.ts';
import {
  type CurveColumns,
  type CurveData,
  type CurveMark,
  columnsOf,
  marksOf,
  readBlock,
} from './curve-data.ts';
import { partFollower } from './part-follower.ts';
import type { Plotted } from './plot.ts';
import { type LineOfPlot, measureLine } from './plot-lines.ts';
import type { PublicLine } from './plot-marks.ts';
import { createTradeMarks } from './trade-switch.ts';

type Values = readonly (number | null)[];

const minPoints = 2;

/** Replaces the still drawing by a chart with switches, if there are enough days. */
export async function drawCharts(): Promise<void> {
  const host = document.getElementById('charts');
  const words = readBlock<ChartWords>('chart-words');
  if (host === null || words === null) return;
  const packed = readBlock<CurveData>('curve-data') ?? (await loadCurve(host));
  if (packed === null) return;
  const data = columnsOf(packed);
  if (data.days.length < minPoints) return;
  const format = createFormat(words.format);
  const publicLine = publicLineOf(packed, words, format);
  const content = contentOf(host, data, marksOf(packed), words, format, () => redraw(), publicLine);
  const redraw = createChart(host, content, words, format);
}

/** Returns the line since which the record is public; null if the chart does not mark it. */
const publicLineOf = (
  { published }: CurveData,
  words: ChartWords,
  format: Format,
): PublicLine | null =>
  published === undefined
    ? null
    : {
        at: secondsOf(published),
        text: fillText(words.publicSince, { day: format.day(published) }),
      };

/** Loads a curve that is too long for the page. The still drawing stays if that fails. */
async function loadCurve({ dataset }: HTMLElement): Promise<CurveData | null> {
  if (dataset.curve === undefined) return null;
  const answer = await fetch(dataset.curve).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function contentOf(
  host: HTMLElement,
  data: CurveColumns,
  allMarks: readonly CurveMark[],
  words: ChartWords,
  format: Format,
  redraw: () => void,
  publicLine: PublicLine | null,
): ChartContent {
  const currency = host.dataset.currency || null;
  const { days, benchmark } = data;
  const whole = { from: data.since, to: days.at(-1) ?? 0 };
  const marks = allMarks
    .filter(({ at }) => at >= whole.from && at <= whole.to)
    .map((mark) => ({ ...mark, text: flowText(mark, currency, words, format) }));
  const [first = 'return', ...others] = measures.filter((measure) =>
    columnOf(measure, data).some((value) => value !== null),
  );
  const tradeMarks = createTradeMarks(host, words, format, redraw);
  const follow = partFollower('headline');
  const summary = document.querySelector('#curve .summary');
  const initialSummary = summary?.textContent ?? '';
  const shownIn = (span: ChartSpan, isWhole: boolean): Shown => {
    const part = isWhole ? null : rebaseReturns(days, data.twr, span);
    return {
      return: part?.returns ?? data.twr,
      drawdown: data.drawdown,
      balance: data.balance,
      equity: data.equity,
      benchmark:
        benchmark &&
        (isWhole ? benchmark.values : rebaseReturns(days, benchmark.values, span).returns),
      rebased: part,
    };
  };
  const below = document.createElement('p');
  below.className = 'key';
  const benchmarkKey = host.querySelector<HTMLElement>('.benchmark-key');
  return {
    days,
    whole,
    measures: [first, ...others],
    marks,
    button: tradeMarks.button,
    notes: [
      below,
      hintOf(marks.length > 0 ? words.key : '', words),
      ...(benchmarkKey === null ? [] : [benchmarkKey]),
    ],
    onSpan(span, isWhole) {
      tradeMarks.load(span);
      const did = benchmarkKey?.querySelector<HTMLElement>('.of-whole');
      if (did) did.hidden = !isWhole;
      below.textContent = isWhole ? '' : peakBefore(data, span, words, format);
      below.hidden = below.textContent === '';
      follow();
      if (summary === null) return;
      const part = isWhole ? null : rebaseReturns(days, data.twr, span);
      summary.textContent = part === null ? initialSummary : summaryOf(part, days, words, format);
    },
    read({ span, isWhole, measure, isLog }, palette) {
      // Only returns have the grey line that the note explains.
      if (benchmarkKey !== null) benchmarkKey.hidden = measure !== 'return';
      const shown = shownIn(span, isWhole);
      const plotOf = (name: Measure, isShort: boolean): Plotted => ({
        measure: name,
        isShort,
        isLog: isLog && !isShort,
        unit: name === 'balance' || name === 'equity' ? currency : null,
        lines: [
          measureLine(name, shown[name], isShort, palette),
          ...(name === 'return' && shown.benchmark !== null
            ? [benchmarkLine(shown.benchmark, palette.quiet)]
            : []),
        ],
        marks: isShort ? [] : marks,
        trades: isShort ? noTrades : tradeMarks.byDay(),
        publicSince: publicLine && { ...publicLine, text: isShort ? '' : publicLine.text },
      });
      return {
        plots: [plotOf(measure, false), plotOf('drawdown', true)],
        mayBeLog: mayBeLog(measure, shown[measure]),
        rowsOn: (index) =>
          [
            ...measureRows(index, shown, currency, words, format),
            ...benchmarkRow(benchmark?.symbol, shown.benchmark?.[index], format),
            ...tradeMarks.rowsOn(days[index] ?? -1, currency),
          ].map((text) => ({ text })),
      };
    },
  };
}

/** Values of each measure in the shown range. */
interface Shown extends Record<Measure, Values> {
  readonly benchmark: Values | null;
  /** Null if everything is shown. */
  readonly rebased: Rebased | null;
}

const noTrades: Plotted['trades'] = new Map();

/** Line of the benchmark: thin and grey, without a filled area. */
const benchmarkLine = (values: Values, stroke: string): LineOfPlot => ({
  values,
  stroke,
  width: 1,
  dash: [4, 3],
  isFilled: false,
});

/** Rows of the tooltip with every known figure of a day. */
function measureRows(
  index: number,
  shown: Shown,
  currency: string | null,
  words: ChartWords,
  format: Format,
): string[] {
  const names = labels(words);
  // Large amounts are in whole units here, so show no cents.
  const money = (value: number, all: Values) =>
    `${all.every(isWhole) ? format.count(value) : format.amount(value, currency)}${currency === null ? '' : ` ${currency}`}`;
  return (['return', 'drawdown', 'balance', 'equity'] as const).flatMap((measure) => {
    const value = shown[measure][index] ?? null;
    if (value === null) return [];
    const isPercent = measure === 'return' || measure === 'drawdown';
    return [
      `${names[measure]} ${isPercent ? format.signedPercent(value) : money(value, shown[measure])}`,
    ];
  });
}

const isWhole = (value: number | null): boolean => value === null || Number.isInteger(value);

const benchmarkRow = (
  symbol: string | undefined,
  value: number | null | undefined,
  format: Format,
): string[] =>
  symbol === undefined || value == null ? [] : [`${symbol} ${format.signedPercent(value)}`];

const columnOf = (measure: Measure, data: CurveColumns): Values =>
  measure === 'return' ? data.twr : data[measure];

/** A logarithmic scale needs positive amounts, and returns above a total loss. */
export const mayBeLog = (measure: Measure, values: Values): boolean =>
  measure !== 'drawdown' &&
  values.every((value) => value === null || value > (measure === 'return' ? -100 : 0));

function summaryOf(
  { returns, first, last }: Rebased,
  days: readonly number[],
  words: ChartWords,
  format: Format,
): string {
  const dayAt = (at: number | null) => format.day(isoDay(days[at ?? 0] ?? 0));
  if (last === null) return format.unknown;
  return fillText(words.summary, {
    first: dayAt(first),
    last: dayAt(last),
    return: format.signedPercent(returns[last]),
  });
}

/** Names the peak before a range that begins below it; empty if it begins at a peak. */
function peakBefore(
  { days, twr, drawdown }: CurveColumns,
  { from }: ChartSpan,
  words: ChartWords,
  format: Format,
): string {
  const before = days.findLastIndex((day) => day < from);
  if (!((drawdown[before] ?? 0) < 0)) return '';
  const earlier = twr.slice(0, before + 1);
  const peak = earlier.indexOf(Math.max(...earlier.map((value) => value ?? -100)));
  return fillText(words.belowPeak, { day: format.day(isoDay(days[peak] ?? 0)) });
}

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString();

function flowText(
  { date, isDeposit, amount }: CurveMark,
  currency: string | null,
  words: ChartWords,
  format: Format,
): string {
  const kind = isDeposit ? `▲ ${words.deposit}` : `▼ ${words.withdrawal}`;
  const money =
    amount === null ? '' : ` ${format.signedAmount(amount, currency)} ${currency ?? ''}`;
  return fillText('{kind}{money}, {day}', { kind, money, day: format.day(date) });
}

function hintOf(key: string, words: ChartWords): HTMLElement {
  const hint = document.createElement('p');
  hint.className = 'key';
  hint.textContent = `${key} ${pointerHint(words)}`.trim();
  return hint;
}
