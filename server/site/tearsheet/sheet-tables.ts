import { sections } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import { rowsOf } from '../figures.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from '../parts/benchmark-name.ts';
import { heatOfMonth } from '../parts/heat.ts';
import { drawSmall } from './chart.ts';
import { footTop, half, heading, margin, rightHalf, width } from './frame.ts';
import { fillBox, inks, labelled, line, type Pdf } from './pdf.ts';

const ofAdvanced = rowsOf(sections.advanced);

/** Most years and drawdowns that fit on the page. */
const [maxYears, maxDrawdowns] = [8, 5];
/** Height of a row of a table, and of a small chart with its days. */
const [tableRow, smallHeight] = [11, 40];

/** Statistics in the order of their columns. The head has the Sharpe ratio. */
const statistics = [
  ...[
    'total_trades',
    'win_rate',
    'profit_factor',
    'payoff_ratio',
    'expectancy',
    'avg_win',
    'avg_loss',
  ],
  ...['sortino_ratio_annualized', 'calmar_ratio'],
  ...[
    'volatility_annualized_percent',
    'ulcer_index',
    'recovery_factor',
    'best_month',
    'worst_month',
  ],
  ...['max_consecutive_losses', 'time_in_market_percent', 'total_lots', 'avg_trade_length_hours'],
];

/** Columns of statistics. */
const columnCount = 3;
const rowHeight = 11.5;

/** Opacities of the shades of a month, the weakest first. */
const heatSteps: Readonly<Record<string, number>> = { 1: 0.1, 2: 0.2, 3: 0.32, 4: 0.46 };

/** Figures of the comparison with the benchmark, in the left half. Returns where they end. */
export function drawBenchmark(
  pdf: Pdf,
  { benchmark, type }: PageAccount,
  top: number,
  { words, format }: Language,
): number {
  const { benchmark: texts } = words;
  if (benchmark === null || benchmark.symbol === null) return top;
  if (benchmark.account_return_percent === null) return top;
  const name = benchmarkName(benchmark.symbol, { words });
  let y = heading(pdf, `${texts.title}: ${name}`, top, margin, half);
  const rows = [
    [texts.returnOf[type], format.signedPercent(benchmark.account_return_percent)],
    [texts.benchmark, format.signedPercent(benchmark.benchmark_return_percent)],
    [texts.drawdown, format.percent(benchmark.benchmark_max_drawdown_percent)],
    [texts.correlation, format.number(benchmark.correlation)],
    [texts.beta, format.number(benchmark.beta)],
    [texts.alpha, format.signedPercent(benchmark.alpha_annualized_percent)],
  ] as const;
  for (const [label, text] of rows) {
    labelled(pdf, [label, text], margin, y, half);
    y += tableRow;
  }
  return y + 8;
}

/** Table of the returns by month and year, shaded. Returns where it ends. */
export function drawMonths(
  pdf: Pdf,
  { monthly }: PageAccount,
  top: number,
  { words, format }: Language,
): number {
  if (monthly === null || monthly.yearly_performance.length === 0) return top;
  const { months: texts } = words;
  let y = heading(pdf, texts.percent, top);
  const cells = 15;
  const each = width / cells;
  const row = (
    texts: readonly string[],
    values: readonly (number | null)[],
    colour: (at: number) => string,
    size = 6.5,
  ): void => {
    for (const [at, text] of texts.entries()) {
      const left = margin + at * each;
      const shade = heatSteps[/-(\d)$/.exec(heatOfMonth(values[at] ?? null))?.[1] ?? 0] ?? 0;
      const box = { left: left + 1, top: y - 2, width: each - 1, height: tableRow - 1 };
      if (shade > 0) {
        fillBox(pdf, box, (values[at] ?? 0) < 0 ? inks.loss : inks.accent, shade);
      }
      line(pdf, text, left, y, {
        width: each - 3,
        size,
        colour: colour(at),
        isBold: at === cells - 2,
        align: at === 0 ? 'left' : 'right',
      });
    }
    y += tableRow;
  };
  row([texts.year, ...format.monthNames, texts.total, texts.drawdown], [], () => inks.quiet, 6);
  const byMonth = new Map(monthly.monthly_performance.map((month) => [month.date, month]));
  for (const { date, yearly_percent, max_drawdown_percent } of [...monthly.yearly_performance]
    .reverse()
    .slice(0, maxYears)) {
    const values = format.monthNames.map((_, at) => {
      const month = byMonth.get(`${date}-${String(at + 1).padStart(2, '0')}`);
      return month?.monthly_percent ?? null;
    });
    const all = [...values, yearly_percent];
    row(
      [
        date,
        ...all.map((value) => (value === null ? '·' : format.signedPercent(value, 1))),
        max_drawdown_percent === null ? '·' : format.percent(max_drawdown_percent, 1),
      ],
      [null, ...values],
      // Months have their shade; red letters on it are hard to read.
      (at) => (at === cells - 2 && (yearly_percent ?? 0) < 0 ? inks.loss : inks.ink),
    );
  }
  return y + 8;
}

/** Table of the deepest drawdowns, next to the benchmark if there is one. Returns where it ends. */
export function drawDrawdowns(
  pdf: Pdf,
  { drawdowns, benchmark }: PageAccount,
  top: number,
  { words, format }: Language,
): number {
  const start = typeof benchmark?.account_return_percent === 'number' ? rightHalf : margin;
  const episodes = drawdowns?.episodes.slice(0, maxDrawdowns) ?? [];
  if (episodes.length === 0) return top;
  const { drawdowns: texts } = words;
  let y = heading(pdf, texts.title, top, start, half);
  const shares = [0.05, 0.25, 0.25, 0.25, 0.2];
  const row = (cells: readonly string[], colour: string): void => {
    let left = start;
    for (const [at, text] of cells.entries()) {
      const across = half * (shares[at] ?? 0);
      line(pdf, text, left, y, {
        width: across - 3,
        size: 7,
        colour: at === 0 || (at === 4 && colour === inks.ink) ? inks.loss : colour,
        align: at === 4 ? 'right' : 'left',
      });
      left += across;
    }
    y += tableRow;
  };
  row(['', texts.started, texts.bottomed, texts.recovered, texts.depth], inks.quiet);
  for (const [at, { started, bottomed, recovered, depth_percent }] of episodes.entries()) {
    const days = [started, bottomed].map((day) => format.day(day));
    const end = recovered === null ? texts.lasts : format.day(recovered);
    row([`${at + 1}`, ...days, end, format.percent(depth_percent)], inks.ink);
  }
  return y + 8;
}

/** Return and Sharpe ratio of the days before each month end, side by side. */
export function drawRolling(
  pdf: Pdf,
  { rolling }: PageAccount,
  top: number,
  language: Language,
): number {
  const ends = rolling?.month_ends ?? [];
  const { words, format } = language;
  const { rolling: texts } = words;
  const valuesOf = (read: (end: (typeof ends)[number]) => number | null | undefined) =>
    ends.flatMap((end) => {
      const value = read(end) ?? null;
      return value === null ? [] : [[end.date, value] as const];
    });
  const charts = [
    {
      title: `${texts.return}: ${fillText(texts.of, { days: 90 })}`,
      values: valuesOf(({ days_90 }) => days_90?.return_percent),
      write: undefined,
    },
    {
      title: `${texts.sharpe}: ${fillText(texts.of, { days: 365 })}`,
      values: valuesOf(({ days_365 }) => days_365?.sharpe_ratio_annualized),
      write: (value: number) => format.compact(value),
    },
  ].filter(({ values }) => values.length > 2);
  if (charts.length === 0) return top;
  let start = top;
  for (const [at, { title, values, write }] of charts.entries()) {
    const left = at === 0 ? margin : rightHalf;
    start = heading(pdf, title, top, left, half);
    drawSmall(pdf, values, { left, top: start, width: half, height: smallHeight }, language, write);
  }
  return start + smallHeight + 20;
}

/** Writes as many statistics as there is room for above the foot. */
export function drawStatistics(
  pdf: Pdf,
  { advanced, currency }: PageAccount,
  top: number,
  language: Language,
): void {
  if (advanced === null || !advanced.total_trades) return;
  const lines = statistics.flatMap((field) => {
    const row = ofAdvanced.find((candidate) => candidate.field === field);
    if (row === undefined) return [];
    const [text] = row.show(advanced, currency, language);
    return text === language.format.unknown ? [] : [[row.label(language), text] as const];
  });
  if (lines.length === 0) return;
  const start = heading(pdf, language.words.account.statistics, top);
  const room = Math.max(1, Math.floor((footTop - 6 - start) / rowHeight));
  const perColumn = Math.min(Math.ceil(lines.length / columnCount), room);
  const each = width / columnCount;
  for (const [at, [label, text]] of lines.slice(0, columnCount * perColumn).entries()) {
    const left = margin + Math.floor(at / perColumn) * each;
    const y = start + (at % perColumn) * rowHeight;
    labelled(pdf, [label, text], left, y, each - 12);
  }
}
