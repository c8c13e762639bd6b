import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { PageAccount } from '../account.ts';
import { behavingOf, missingSentences, warningSentences } from '../behaviour-warnings.ts';
import type { Context } from '../context.ts';
import { rowsOf } from '../figures.ts';
import { html, plainText } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from '../parts/benchmark-name.ts';
import { heatOfMonth } from '../parts/heat.ts';
import { badgeTexts, isProved, lineBelowName, warningTexts } from '../parts/identity.ts';
import { publicSince } from '../parts/observed.ts';
import { story } from '../parts/story.ts';
import { drawChart, drawSmall } from './chart.ts';
import { fillBox, heightOf, inks, line, type Pdf, paper, paragraph, writePdf } from './pdf.ts';

const { margin } = paper;
const width = paper.width - 2 * margin;

const chartHeight = 176;

/** Most years and drawdowns that fit on the page. */
const [maxYears, maxDrawdowns] = [8, 5];
/** Height of a row of a table, and of a small chart with its days. */
const [tableRow, smallHeight] = [11, 40];

const ofSummary = rowsOf(summary);
const ofAdvanced = rowsOf(sections.advanced);

const tiles = ['twr_percent', 'max_drawdown_percent', 'cagr_percent'];
/** Statistics in the order of their columns. */
const statistics = [
  ...['total_trades', 'win_rate', 'profit_factor', 'payoff_ratio', 'avg_win', 'avg_loss'],
  ...['sharpe_ratio_annualized', 'sortino_ratio_annualized', 'calmar_ratio'],
  ...[
    'volatility_annualized_percent',
    'ulcer_index',
    'recovery_factor',
    'best_month',
    'worst_month',
  ],
  ...['max_consecutive_losses', 'time_in_market_percent', 'total_lots', 'avg_trade_length_hours'],
];

/** Opacities of the shades of a month, the weakest first. */
const heatSteps: Readonly<Record<string, number>> = { 1: 0.1, 2: 0.2, 3: 0.32, 4: 0.46 };

type SheetContext = Pick<Context, 'site' | 'language'>;

/** Writes an account on one page of A4. What its owner hides is left out. */
export function tearSheet(account: PageAccount, context: SheetContext): Promise<Buffer> {
  const { name, owner, as_of } = account;
  const about = {
    title: name,
    author: owner.name ?? (account.isShared ? '' : owner.slug),
    at: new Date(as_of),
  };
  return writePdf(about, (pdf) => {
    let top = drawHead(pdf, account, context.language);
    top = drawTiles(pdf, account, top, context.language);
    if (account.curve !== null && account.curve.date.length > 1) {
      drawChart(pdf, account, { left: margin, top, width, height: chartHeight }, context.language);
      top += chartHeight + 12;
    }
    top = drawMonths(pdf, account, top, context.language);
    top = Math.max(
      drawBenchmark(pdf, account, top, context.language),
      drawDrawdowns(pdf, account, top, context.language),
    );
    top = drawRolling(pdf, account, top, context.language);
    drawStatistics(pdf, account, top, context.language);
    drawFoot(pdf, account, context);
  });
}

function drawHead(pdf: Pdf, account: PageAccount, language: Language): number {
  line(pdf, account.name, margin, margin, { width, size: 18, isBold: true });
  // Paper has no links, so it names the owner as pages of a share do.
  const facts = lineBelowName({ ...account, isShared: true }, language);
  const text = facts.map((fact) => plainText(html`${fact}`)).join(' · ');
  let top = paragraph(pdf, text, margin, margin + 25, { width, colour: inks.quiet });
  top = drawTrust(pdf, account, top + 2, language);
  const sentences = story(account, language);
  if (sentences !== null) {
    top = paragraph(pdf, plainText(sentences), margin, top, { width, size: 8.5, lines: 4 });
  }
  return top + 4;
}

/** Draws badges on the left and warnings on the right, in one strip. */
function drawTrust(pdf: Pdf, account: PageAccount, top: number, language: Language): number {
  const badges = badgeTexts(account, language);
  const since = publicSince(account, language);
  const marks = [
    ...(badges.length > 0 ? badges : [language.words.account.unverified]),
    ...(since === null ? [] : [since]),
  ];
  const behaving = behavingOf(account);
  const warned = [
    ...(account.behaviour === null ? [] : warningSentences(account.behaviour, language)),
    ...warningTexts(account, language),
  ].map(([, sentence]) => sentence);
  const untold = account.updated_at === null ? [] : missingSentences(behaving, language);
  const warnings = [...warned, ...untold];
  const middle = width / 2;
  const form = { width: middle - 16, size: 7.5, lines: 3 };
  const gap = 2;
  const heightOfAll = (texts: readonly string[]): number =>
    texts.reduce((sum, words) => sum + heightOf(pdf, words, form) + gap, 0);
  const strip = {
    left: margin,
    top,
    width,
    height: Math.max(heightOfAll(marks), heightOfAll(warnings)) + 8,
  };
  if (warned.length > 0) {
    fillBox(pdf, { ...strip, left: margin + middle, width: middle }, inks.warnPaper);
  }
  pdf.rect(margin, top, width, strip.height).lineWidth(0.5).strokeColor(inks.line).stroke();
  const write = (texts: readonly string[], left: number, colourOf: (at: number) => string) => {
    let y = top + 5;
    for (const [at, words] of texts.entries()) {
      paragraph(pdf, words, left, y, { ...form, colour: colourOf(at) });
      y += heightOf(pdf, words, form) + gap;
    }
  };
  const confirmed = isProved(account) ? inks.good : inks.ink;
  write(marks, margin + 8, (at) => (at < badges.length ? confirmed : inks.quiet));
  write(warnings, margin + middle + 8, (at) => (at < warned.length ? inks.warn : inks.quiet));
  return top + strip.height + 6;
}

function drawTiles(pdf: Pdf, account: PageAccount, top: number, language: Language): number {
  const { currency, advanced } = account;
  const labels: Readonly<Record<string, string>> = language.words.account.tiles;
  const rows = [
    ...tiles.flatMap((field) => ofSummary.filter((row) => row.field === field)),
    ...ofAdvanced.filter(({ field }) => field === 'sharpe_ratio_annualized'),
    ...ofAdvanced.filter(({ field }) => field === 'total_trades'),
  ];
  const each = width / rows.length;
  pdf.rect(margin, top, width, 34).lineWidth(0.5).strokeColor(inks.line).stroke();
  for (const [at, row] of rows.entries()) {
    const isSummary = ofSummary.includes(row);
    const [text, value] = row.show(isSummary ? account : advanced, currency, language);
    const left = margin + at * each + 8;
    const label = labels[row.field] ?? row.label(language);
    line(pdf, label, left, top + 5, { width: each - 12, size: 7, colour: inks.quiet });
    line(pdf, text, left, top + 15, {
      width: each - 12,
      size: 13,
      isBold: true,
      colour: (value ?? 0) < 0 ? inks.loss : inks.ink,
    });
  }
  return top + 42;
}

const half = (width - 20) / 2;
const rightHalf = margin + half + 20;

/** Figures of the comparison with the benchmark, in the left half. Returns where they end. */
function drawBenchmark(
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
    line(pdf, label, margin, y, { width: half * 0.68, size: 7, colour: inks.quiet });
    line(pdf, text, margin + half * 0.68, y, { width: half * 0.32, size: 7, align: 'right' });
    y += tableRow;
  }
  return y + 8;
}

function heading(
  pdf: Pdf,
  text: string,
  top: number,
  left: number = margin,
  across = width,
): number {
  line(pdf, text, left, top, { width: across, size: 9, isBold: true });
  return top + 16;
}

function drawMonths(
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
      (at) => ((all[at - 1] ?? 0) < 0 ? inks.loss : inks.ink),
    );
  }
  return y + 8;
}

/** Table of the deepest drawdowns, next to the benchmark if there is one. Returns where it ends. */
function drawDrawdowns(
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
function drawRolling(pdf: Pdf, { rolling }: PageAccount, top: number, language: Language): number {
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

function drawStatistics(
  pdf: Pdf,
  { advanced, currency }: PageAccount,
  top: number,
  language: Language,
): void {
  if (advanced === null) return;
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
    line(pdf, label, left, y, { width: each * 0.53, size: 7, colour: inks.quiet });
    line(pdf, text, left + each * 0.53, y, { width: each * 0.47 - 12, size: 7, align: 'right' });
  }
}

/** Columns of statistics. */
const columnCount = 3;
const rowHeight = 11.5;
const footTop = paper.height - margin - 26;

function drawFoot(pdf: Pdf, account: PageAccount, { site, language }: SheetContext): void {
  const { words, format, to } = language;
  const address = `${site.baseUrl}${to(`/account/${account.slug}`)}`;
  const day = format.day(account.as_of);
  pdf
    .moveTo(margin, footTop)
    .lineTo(margin + width, footTop)
    .lineWidth(0.5)
    .strokeColor(inks.line)
    .stroke();
  const foot = { width, size: 6.5, colour: inks.quiet };
  const next = paragraph(pdf, words.tearSheet.foot, margin, footTop + 5, foot);
  const { siteName, operatorName: name } = site;
  const operator = name === null ? null : fillText(words.layout.operatedBy, { name });
  const parts = [siteName, account.isShared ? null : address, day, operator];
  line(pdf, parts.filter((part) => part !== null).join(' · '), margin, next - 2, foot);
}
