import uPlot from 'uplot';
import type { Words } from '../language/en.ts';
import { createFormat, type Format } from '../language/format.ts';
import { type CurveData, type Mark, marksOf, readBlock, secondsOf } from './curve-data.ts';
import { rangeButtons, type Span } from './ranges.ts';

type Values = readonly (number | null)[];

interface Line {
  readonly label: string;
  readonly values: Values;
  readonly stroke: string;
  readonly dash?: number[];
  readonly isFilled?: boolean;
  readonly isStepped?: boolean;
}

interface Chart {
  readonly title: string;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly show: (value: number | null) => string;
  readonly marks: readonly Mark[];
}

type ChartWords = Words['charts'] & Pick<Words, 'format'>;

const minPoints = 2;

/** Puts live charts in the place of the drawing; does nothing where there is too little to draw. */
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
  const plots: uPlot[] = [];
  const show = ({ from, to }: Span): void => {
    for (const plot of plots) plot.setScale('x', { min: from, max: to });
  };
  const buttons = rangeButtons(whole, show, words, format);
  host.replaceChildren(buttons.group);
  host.classList.add('live');
  for (const chart of charts) {
    const figure = document.createElement('div');
    const title = document.createElement('h3');
    title.textContent = chart.title;
    figure.append(title);
    host.append(figure);
    const options = optionsOf(chart, host.clientWidth, colours(), words, format, (span) => {
      buttons.note(span);
      spread(plots, span);
    });
    const columns: uPlot.AlignedData = [days, ...chart.lines.map(({ values }) => [...values])];
    plots.push(new uPlot(options, columns, figure));
  }
  if (data.deposits.length + data.withdrawals.length > 0) host.append(markKey(words));
  buttons.note(whole);
  const resized = new ResizeObserver(() => {
    for (const plot of plots) plot.setSize({ width: host.clientWidth, height: plot.height });
  });
  resized.observe(host);
  return () => {
    resized.disconnect();
    for (const plot of plots) plot.destroy();
  };
}

function markKey(words: ChartWords): HTMLElement {
  const key = document.createElement('p');
  key.className = 'key';
  key.textContent = words.key;
  return key;
}

/** A span chosen on one chart is shown on all. */
function spread(plots: readonly uPlot[], { from, to }: Span): void {
  for (const plot of plots) {
    const { min, max } = plot.scales.x ?? {};
    if (min !== from || max !== to) plot.setScale('x', { min: from, max: to });
  }
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

function optionsOf(
  { height, lines, show, marks }: Chart,
  width: number,
  palette: Colours,
  words: ChartWords,
  format: Format,
  onSpan: (span: Span) => void,
): uPlot.Options {
  const { quiet, line } = palette;
  const axis = {
    stroke: quiet,
    font: '12px system-ui, sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { sync: { key: 'curve' }, drag: { x: true, y: false }, points: { size: 6 } },
    legend: { live: true },
    padding: [12, 8, 0, 0],
    scales: { x: { time: true } },
    axes: [
      { ...axis, grid: { show: false }, space: 70 },
      {
        ...axis,
        size: 58,
        values: (_plot, splits) => splits.map((value) => format.compact(value)),
      },
    ],
    series: [
      { label: words.day, value: (_plot, at) => dayText(at, format) },
      ...lines.map((one) => seriesOf(one, show)),
    ],
    hooks: {
      setScale: [
        (plot, key) => {
          const { min, max } = plot.scales.x ?? {};
          if (key === 'x' && min != null && max != null) onSpan({ from: min, to: max });
        },
      ],
      draw: [(plot) => drawMarks(plot, marks, palette)],
    },
  };
}

function seriesOf(
  { label, stroke, dash, isFilled, isStepped }: Line,
  show: (value: number | null) => string,
): uPlot.Series {
  const stepped = isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label,
    stroke,
    width: 1.75,
    spanGaps: true,
    points: { show: false },
    value: (_plot, value) => show(value),
    ...(dash && { dash }),
    ...(stepped && { paths: stepped }),
    ...(isFilled && { fill: stroke.replace('rgb(', 'rgba(').replace(')', ', 0.1)') }),
  };
}

const dayText = (seconds: number | null, format: Format): string =>
  seconds === null ? format.unknown : format.day(new Date(seconds * 1000).toISOString());

const markSize = 5;

/** Deposits point up and withdrawals down, at the foot of the chart. */
function drawMarks(plot: uPlot, marks: readonly Mark[], { ink, loss }: Colours): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const size = markSize * ratio;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  ctx.save();
  for (const { at, isDeposit } of marks) {
    if (at < (min ?? 0) || at > (max ?? 0)) continue;
    const x = plot.valToPos(at, 'x', true);
    const foot = bbox.top + bbox.height - ratio;
    ctx.fillStyle = isDeposit ? ink : loss;
    ctx.beginPath();
    ctx.moveTo(x, isDeposit ? foot - 2 * size : foot);
    ctx.lineTo(x - size, isDeposit ? foot : foot - 2 * size);
    ctx.lineTo(x + size, isDeposit ? foot : foot - 2 * size);
    ctx.fill();
  }
  ctx.restore();
}

/** The colours of the styles as the canvas wants them: worked out for the theme in force. */
function colours() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const of = (name: string): string => {
    probe.className = `probe-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = {
    ink: of('ink'),
    quiet: of('quiet'),
    line: of('line'),
    accent: of('accent'),
    loss: of('loss'),
  };
  probe.remove();
  return found;
}

type Colours = ReturnType<typeof colours>;
