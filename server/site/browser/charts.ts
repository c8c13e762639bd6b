import { type ChartSpan, rebaseReturns, secondsOf } from '../charts/rebase.ts';
import { createFormat, type Format, fillText } from '../language/format.ts';
import { type ChartContent, createChart } from './chart-frame.ts';
import { type ChartParts, notesOf } from './chart-notes.ts';
import { type ChartWords, labels, type Measure, measures } from './chart-words.ts';
import type { Colours } from './colours.ts';
import {
  type CurveColumns,
  type CurveData,
  type CurveMark,
  columnsOf,
  marksOf,
  readBlock,
} from './curve-data.ts';
import { type LineOfPlot, measureLine } from './plot-lines.ts';
import type { PublicLine } from './plot-marks.ts';
import type { Plotted } from './plotted.ts';

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
  const currency = host.dataset.currency || null;
  const parts = { host, data, words, format, currency };
  createChart(host, contentOf(parts, marksOf(packed), publicLine), words, format);
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
  parts: ChartParts,
  allMarks: readonly CurveMark[],
  publicLine: PublicLine | null,
): ChartContent {
  const { data, words, format, currency } = parts;
  const { days, benchmark } = data;
  const whole = { from: data.since, to: days.at(-1) ?? 0 };
  const marks = allMarks
    .filter(({ at }) => at >= whole.from && at <= whole.to)
    .map((mark) => ({ ...mark, text: flowText(mark, currency, words, format) }));
  const [first = 'return', ...others] = measures.filter((measure) =>
    columnOf(measure, data).some((value) => value !== null),
  );
  const notes = notesOf(parts, marks.length > 0);
  return {
    days,
    whole,
    measures: [first, ...others],
    marks,
    notes: notes.all,
    onSpan: notes.onSpan,
    read({ span, isWhole, measure, isLog }, palette) {
      notes.onMeasure(measure);
      const shown = shownIn(data, span, isWhole);
      const drawn = { ...parts, shown, marks, publicLine };
      return {
        plots: [mainPlot(drawn, measure, isLog, palette), lowPlot(drawn, palette)],
        mayBeLog: mayBeLog(measure, shown[measure]),
        rowsOn: (index) =>
          [
            ...measureRows(index, shown, currency, words, format),
            ...benchmarkRow(benchmark?.symbol, shown.benchmark?.[index], format),
          ].map((text) => ({ text })),
      };
    },
  };
}

/** Values and marks of a range, for both plots. */
interface Drawn extends ChartParts {
  readonly shown: Shown;
  readonly marks: Plotted['marks'];
  readonly publicLine: PublicLine | null;
}

const mainPlot = (
  { shown, marks, publicLine, currency }: Drawn,
  measure: Measure,
  isLog: boolean,
  palette: Colours,
): Plotted => ({
  measure,
  isShort: false,
  isLog,
  unit: measure === 'balance' || measure === 'equity' ? currency : null,
  lines: [
    measureLine(measure, shown[measure], false, palette),
    ...(measure === 'return' && shown.benchmark !== null
      ? [benchmarkLine(shown.benchmark, palette.quiet)]
      : []),
  ],
  marks,
  publicSince: publicLine,
});

/** Low plot of the drawdowns, without marks and labels. */
const lowPlot = ({ shown, publicLine }: Drawn, palette: Colours): Plotted => ({
  measure: 'drawdown',
  isShort: true,
  isLog: false,
  unit: null,
  lines: [measureLine('drawdown', shown.drawdown, true, palette)],
  marks: [],
  publicSince: publicLine && { ...publicLine, text: '' },
});

/** Returns the values of a range. Returns begin at zero with it. */
function shownIn(data: CurveColumns, span: ChartSpan, isWhole: boolean): Shown {
  const { twr, drawdown, balance, equity, benchmark } = data;
  const rebased = (values: Values) =>
    isWhole ? values : rebaseReturns(data.days, values, span).returns;
  return {
    return: rebased(twr),
    drawdown,
    balance,
    equity,
    benchmark: benchmark && rebased(benchmark.values),
  };
}

/** Values of each measure in the shown range. */
interface Shown extends Record<Measure, Values> {
  readonly benchmark: Values | null;
}

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
