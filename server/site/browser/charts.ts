import uPlot from 'uplot';
import { type ChartSpan, type Rebased, rebased, secondsOf } from '../charts/rebase.ts';
import type { Words } from '../language/en.ts';
import { createFormat, type Format, fillText } from '../language/format.ts';
import { followKeys, followTouch } from './chart-input.ts';
import { type Colours, colours } from './colours.ts';
import { type CurveData, type CurveMark, marksOf, readBlock } from './curve-data.ts';
import { type Chart, dayText, optionsOf } from './plot.ts';
import { putRangeInAddress, rangeInAddress } from './range-address.ts';
import { rangeButtons } from './range-buttons.ts';

export type ChartWords = Words['charts'] &
  Pick<Words['curve'], 'summary' | 'deepest' | 'deposit' | 'withdrawal'> &
  Pick<Words, 'format'>;

const minPoints = 2;

/** Replaces the still drawing by live charts, if there are enough days. */
export function drawCharts(): void {
  const host = document.getElementById('charts');
  const data = readBlock<CurveData>('curve-data');
  const words = readBlock<ChartWords>('chart-words');
  if (host === null || data === null || words === null) return;
  if (data.date.length < minPoints) return;
  let stop = draw(host, data, words);
  const redraw = (): void => {
    stop();
    stop = draw(host, data, words);
  };
  addEventListener('themechange', redraw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

function draw(host: HTMLElement, data: CurveData, words: ChartWords): () => void {
  const format = createFormat(words.format);
  const days = data.date.map(secondsOf);
  const whole = { from: days[0] ?? 0, to: days.at(-1) ?? 0 };
  const charts = chartsOf(data, host.dataset.currency ?? '', colours(), words, format);
  const summary = document.querySelector('#curve .summary');
  // Plots report the whole range before they can show less.
  const first = rangeInAddress(whole);
  const initialSummary = summary?.textContent ?? '';
  const plots: uPlot[] = [];
  let shown: ChartSpan | null = null;
  let isReady = false;
  const lastShownIndex = () => days.findLastIndex((day) => day <= (shown ?? whole).to);

  const show = ({ from, to }: ChartSpan): void => {
    for (const plot of plots) plot.setScale('x', { min: from, max: to });
  };
  const onSpan = (span: ChartSpan): void => {
    if (shown !== null && isSame(span, shown)) return;
    shown = span;
    buttons.note(span);
    putRangeInAddress(span, whole);
    show(span);
    const isWhole = isSame(span, whole);
    const rebasedCurve = isWhole ? null : rebased(days, data.twr, span);
    for (const [at, plot] of plots.entries()) {
      const lines = charts[at]?.lines ?? [];
      plot.setData(
        columnsOf(
          days,
          lines.map(({ values }) => valuesIn(values, data, rebasedCurve)),
        ),
        false,
      );
      plot.setScale('x', { min: span.from, max: span.to });
      plot.setLegend({ idx: lastShownIndex() });
    }
    if (summary !== null) {
      summary.textContent =
        rebasedCurve === null ? initialSummary : summaryOf(rebasedCurve, days, words, format);
    }
  };
  const note = document.createElement('output');
  note.className = 'flow';
  const onDay = (index: number | null, plot: uPlot): void => {
    if (index === null) plot.setLegend({ idx: lastShownIndex() });
    const mark = index === null ? null : markAt(plot, charts[plots.indexOf(plot)]?.marks ?? []);
    note.textContent = mark === null ? '' : flowText(mark, host.dataset.currency, words, format);
  };

  const buttons = rangeButtons(whole, show, words, format);
  // The still drawing stays in the page for printing.
  const still = host.querySelector('.still');
  host.replaceChildren(...(still === null ? [] : [still]), buttons.group);
  host.classList.add('live');
  for (const chart of charts) {
    const figure = document.createElement('div');
    const title = document.createElement('h3');
    title.textContent = chart.title;
    figure.append(title);
    host.append(figure);
    const options = optionsOf(chart, host.clientWidth, colours(), words.day, format, {
      shown: () => shown ?? whole,
      // uPlot ignores changes made while it reports its scales, and would keep the old y axis.
      onSpan: (span) => {
        if (isReady) queueMicrotask(() => onSpan(span));
      },
      onDay,
    });
    const plot = new uPlot(
      options,
      columnsOf(
        days,
        chart.lines.map(({ values }) => values),
      ),
      figure,
    );
    plots.push(plot);
    followTouch(plot, plots);
    followKeys(figure, `${chart.title}. ${words.keys}`, plots, () => shown ?? whole, days);
  }
  host.append(note);
  if (data.deposits.length + data.withdrawals.length > 0) host.append(markKey(words));
  queueMicrotask(() => {
    isReady = true;
    onSpan(first);
  });
  const resized = new ResizeObserver(() => {
    for (const plot of plots) plot.setSize({ width: host.clientWidth, height: plot.height });
  });
  resized.observe(host);
  return () => {
    resized.disconnect();
    for (const plot of plots) plot.destroy();
    if (summary !== null) summary.textContent = initialSummary;
  };
}

const isSame = (first: ChartSpan, second: ChartSpan): boolean =>
  first.from === second.from && first.to === second.to;

const columnsOf = (
  days: readonly number[],
  columns: readonly (readonly (number | null)[])[],
): uPlot.AlignedData => [[...days], ...columns.map((values) => [...values])];

/**
 * Returns the values for a range: returns and drawdowns start with the range, money stays as it
 * was.
 */
function valuesIn(
  values: readonly (number | null)[],
  { twr, drawdown }: CurveData,
  rebasedCurve: Rebased | null,
): readonly (number | null)[] {
  if (rebasedCurve === null) return values;
  if (values === twr) return rebasedCurve.returns;
  return values === drawdown ? rebasedCurve.drawdowns : values;
}

function summaryOf(
  { returns, drawdowns, first, last, deepest }: Rebased,
  days: readonly number[],
  words: ChartWords,
  format: Format,
): string {
  const dayAt = (at: number | null) => dayText(days[at ?? 0] ?? 0, format);
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

const markReach = 8;

/** Returns the deposit or withdrawal under the cursor, or null. */
function markAt(plot: uPlot, marks: readonly CurveMark[]): CurveMark | null {
  const left = plot.cursor.left ?? -1;
  return marks.find(({ at }) => Math.abs(plot.valToPos(at, 'x') - left) <= markReach) ?? null;
}

function flowText(
  { date, isDeposit, amount }: CurveMark,
  currency: string | undefined,
  words: ChartWords,
  format: Format,
): string {
  const kind = isDeposit ? `▲ ${words.deposit}` : `▼ ${words.withdrawal}`;
  const money =
    amount === null ? '' : `: ${format.signedAmount(amount, currency || null)} ${currency ?? ''}`;
  return `${kind}, ${format.day(date)}${money}`;
}

function markKey(words: ChartWords): HTMLElement {
  const key = document.createElement('p');
  key.className = 'key';
  key.textContent = words.key;
  return key;
}

function chartsOf(
  data: CurveData,
  currency: string,
  { accent, loss, quiet }: Colours,
  words: ChartWords,
  { amount, signedPercent }: Format,
): Chart[] {
  const hasEquity = data.equity.some((value) => value !== null);
  const money = (value: number | null) => amount(value, currency === '' ? null : currency);
  const signed = (value: number | null) => signedPercent(value);
  const marks = marksOf(data);
  return [
    {
      title: words.return,
      height: 300,
      lines: [{ label: words.lineReturn, values: data.twr, stroke: accent, isFilled: true }],
      show: signed,
      marks,
    },
    {
      title: words.drawdown,
      height: 130,
      lines: [{ label: words.lineDrawdown, values: data.drawdown, stroke: loss, isFilled: true }],
      show: signed,
      marks: [],
    },
    {
      title: currency === '' ? words.money : `${words.money}, ${currency}`,
      height: 200,
      lines: [
        { label: words.lineBalance, values: data.balance, stroke: accent, isStepped: true },
        ...(hasEquity
          ? [{ label: words.lineEquity, values: data.equity, stroke: quiet, dash: [4, 3] }]
          : []),
      ],
      show: money,
      marks,
    },
  ].filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}
