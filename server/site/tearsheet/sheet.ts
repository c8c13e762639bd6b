import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { PageAccount } from '../account.ts';
import { behavingOf, behaviourTexts } from '../behaviour-warnings.ts';
import type { Context } from '../context.ts';
import { rowsOf } from '../figures.ts';
import { html, plainText } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from '../parts/benchmark-name.ts';
import { badgeTexts, isProved, lineBelowName, warningTexts } from '../parts/identity.ts';
import { story } from '../parts/story.ts';
import { drawChart } from './chart.ts';
import { inks, line, type Pdf, paper, paragraph, writePdf } from './pdf.ts';

const { margin } = paper;
const width = paper.width - 2 * margin;

const chartHeight = 240;

/** Most years and drawdowns that fit on the page. */
const [maxYears, maxDrawdowns] = [8, 5];

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
      top += chartHeight + 14;
      top = drawBenchmarkLine(pdf, account, top, context.language);
    }
    top = drawMonths(pdf, account, top, context.language);
    top = drawDrawdowns(pdf, account, top, context.language);
    drawStatistics(pdf, account, top, context.language);
    drawFoot(pdf, account, context);
  });
}

function drawHead(pdf: Pdf, account: PageAccount, language: Language): number {
  line(pdf, account.name, margin, margin, { width, size: 18, isBold: true });
  const badges = badgeTexts(account, language);
  const badgeText = badges.join(' · ') || language.words.account.unverified;
  let top = paragraph(pdf, badgeText, margin, margin + 25, {
    width,
    colour: badges.length === 0 ? inks.quiet : isProved(account) ? inks.good : inks.ink,
  });
  // Paper has no links, so it names the owner as pages of a share do.
  const facts = lineBelowName({ ...account, isShared: true }, language);
  const text = facts.map((fact) => plainText(html`${fact}`)).join(' · ');
  top = paragraph(pdf, text, margin, top, { width, colour: inks.quiet });
  const warnings = [
    ...behaviourTexts(behavingOf(account), language),
    ...warningTexts(account, language).map(([, sentence]) => sentence),
  ];
  if (warnings.length > 0) {
    top = paragraph(pdf, warnings.join(' '), margin, top, { width, colour: inks.loss });
  }
  const sentences = story(account, language);
  if (sentences !== null) {
    top = paragraph(pdf, plainText(sentences), margin, top, { width, size: 8.5, lines: 4 });
  }
  return top + 6;
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
  for (const [at, row] of rows.entries()) {
    const isSummary = ofSummary.includes(row);
    const [text, value] = row.show(isSummary ? account : advanced, currency, language);
    const left = margin + at * each;
    const label = labels[row.field] ?? row.label(language);
    line(pdf, label, left, top, { width: each - 8, size: 7.5, colour: inks.quiet });
    line(pdf, text, left, top + 11, {
      width: each - 8,
      size: 13,
      isBold: true,
      colour: (value ?? 0) < 0 ? inks.loss : inks.ink,
    });
  }
  return top + 40;
}

function drawBenchmarkLine(
  pdf: Pdf,
  { benchmark }: PageAccount,
  top: number,
  { words }: Language,
): number {
  if (benchmark === null || benchmark.symbol === null) return top;
  const text = fillText(words.charts.benchmark, {
    symbol: benchmarkName(benchmark.symbol, { words }),
  });
  line(pdf, text, margin, top, { width, size: 7, colour: inks.quiet });
  return top + 14;
}

function heading(pdf: Pdf, text: string, top: number): number {
  line(pdf, text, margin, top, { width, size: 9.5, isBold: true });
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
  const row = (texts: readonly string[], colour: (at: number) => string, size = 6.5): void => {
    for (const [at, text] of texts.entries()) {
      line(pdf, text, margin + at * each, y, {
        width: each - 3,
        size,
        colour: colour(at),
        isBold: at === cells - 2,
        align: at === 0 ? 'left' : 'right',
      });
    }
    y += 11;
  };
  row([texts.year, ...format.monthNames, texts.total, texts.drawdown], () => inks.quiet, 6);
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
      (at) => ((all[at - 1] ?? 0) < 0 ? inks.loss : inks.ink),
    );
  }
  return y + 8;
}

function drawDrawdowns(
  pdf: Pdf,
  { drawdowns }: PageAccount,
  top: number,
  { words, format }: Language,
): number {
  const episodes = drawdowns?.episodes.slice(0, maxDrawdowns) ?? [];
  if (episodes.length === 0) return top;
  const { drawdowns: texts } = words;
  let y = heading(pdf, texts.title, top);
  const each = width / 4;
  const row = (cells: readonly string[], colour: string): void => {
    for (const [at, text] of cells.entries()) {
      line(pdf, text, margin + at * each, y, {
        width: each - 6,
        size: 7,
        colour,
        align: at === 3 ? 'right' : 'left',
      });
    }
    y += 11;
  };
  row([texts.started, texts.bottomed, texts.recovered, texts.depth], inks.quiet);
  for (const { started, bottomed, recovered, depth_percent } of episodes) {
    const days = [started, bottomed].map((day) => format.day(day));
    const end = recovered === null ? texts.lasts : format.day(recovered);
    row([...days, end, format.percent(depth_percent)], inks.ink);
  }
  return y + 8;
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
  const perColumn = Math.min(Math.ceil(lines.length / 2), room);
  const each = width / 2;
  for (const [at, [label, text]] of lines.slice(0, 2 * perColumn).entries()) {
    const left = margin + Math.floor(at / perColumn) * each;
    const y = start + (at % perColumn) * rowHeight;
    line(pdf, label, left, y, { width: each * 0.55, colour: inks.quiet });
    line(pdf, text, left + each * 0.55, y, { width: each * 0.45 - 12, align: 'right' });
  }
}

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
