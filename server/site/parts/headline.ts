import { capitalised } from '../../../sql/figures.ts';
import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { PageAccount, PublicAccount } from '../account.ts';
import { definedFigure, meaningIfHidden, meaningWithoutDeposits } from '../definitions.ts';
import { type FigureRow, rowsOf } from '../figures.ts';
import { type Html, html, textOf } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { addressOfPage } from '../record-pages.ts';
import { isWithoutDeposits } from './identity.ts';

/** Fields shown above the chart. */
const first = ['twr_percent', 'max_drawdown_percent', 'cagr_percent'] as const;
const equityPair = ['twr_equity_percent', 'max_drawdown_equity_percent'];
const next = [
  ...['open_profit', 'absolute_gain_percent', 'avg_monthly_return_percent'],
  ...['avg_daily_return_percent', 'balance', 'equity'],
];

const ofSummary = rowsOf(summary);
const rows = ofSummary
  .filter(({ field }) => !first.some((name) => name === field))
  .sort((former, latter) => orderOf(former) - orderOf(latter));
const ofStatistics = rowsOf(sections.advanced);
const byEquity = ofStatistics.filter(({ field }) => equityPair.includes(field));
const sharpe = ofStatistics.filter(({ field }) => field === 'sharpe_ratio_annualized');

function orderOf({ field }: FigureRow): number {
  const order = next.indexOf(field);
  return order === -1 ? next.length : order;
}

/** One of the five figures above the chart, as text. */
export interface Tile {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  /** Number whose sign chooses the colour. */
  readonly value: number | null;
}

/** Five figures that tell the most of an account. Hidden and unknown ones are a dash. */
export function tilesOf(
  account: PublicAccount,
  advanced: PageAccount['advanced'],
  language: Language,
): Tile[] {
  const labels: Readonly<Record<string, string>> = language.words.account.tiles;
  const tile = ({ field, label, show }: FigureRow, from: unknown): Tile => {
    const [text, value] = show(from, account.currency, language);
    return { field, label: labels[field] ?? label(language), text, value };
  };
  return [
    ...first.flatMap((name) =>
      ofSummary.filter(({ field }) => field === name).map((row) => tile(row, account)),
    ),
    ...sharpe.map((row) => tile(row, advanced)),
    monthlyTrades(advanced, language),
  ];
}

/** Tiles above the chart. */
export function headline(account: PageAccount, language: Language): Html {
  return html`<div class="tiles">${tilesOf(account, account.advanced, language).map(
    ({ field, label, text, value }) => {
      const meaning =
        field === tradesField
          ? monthlyMeaning(text, account, language)
          : unknownMeaning(field, text, account, language);
      const place = field === tradesField ? 'trades_per_month' : field;
      return definedFigure(field, label, html`${text}`, value, language, meaning, place);
    },
  )}</div>`;
}

/** Says why a figure is a dash if its owner hides it, or if it is unknown because deposits are. */
function unknownMeaning(
  field: string,
  text: string,
  account: PageAccount,
  language: Language,
): Html | undefined {
  if (text !== language.format.unknown) return;
  const isHidden = ofStatistics.some((row) => row.field === field);
  if (isHidden && account.hidden.includes('advanced')) return meaningIfHidden(field, language);
  return isWithoutDeposits(account) ? meaningWithoutDeposits(field, language) : undefined;
}

const weeksPerMonth = 365.25 / 12 / 7;
const tradesField = 'trades_per_week';

/** Trades of a month: the figure of a week in another unit. */
function monthlyTrades(advanced: PageAccount['advanced'], { words, format }: Language): Tile {
  const perWeek = advanced?.trades_per_week ?? null;
  const perMonth = perWeek === null ? null : perWeek * weeksPerMonth;
  const text = format.number(perMonth, (perMonth ?? 0) < 10 ? 1 : 0);
  return { field: tradesField, label: words.account.tiles.trades_per_week, text, value: null };
}

/** Says what the trades of a month are, and that the owner hides them where that is so. */
function monthlyMeaning(text: string, { hidden }: PageAccount, { words, format }: Language): Html {
  const { tradesPerMonthMeans: means, notShown } = words.account;
  const isHidden = text === format.unknown && hidden.includes('advanced');
  return html`${means}${isHidden && ` ${capitalised(notShown)}.`}`;
}

/** Section of the other figures of the summary, and those that count open positions. */
export function keyFigures(account: PageAccount, language: Language): Html {
  const { account: texts } = language.words;
  const { advanced, hidden } = account;
  const isKnown = typeof advanced?.twr_equity_percent === 'number';
  const why = isKnown ? texts.whyDiffer : texts.noEquity;
  return html`<section id="figures" aria-labelledby="figures-title">
<h2 id="figures-title">${texts.keyFigures}</h2>
<div class="groups">${rows.map((row) => figureOf(row, account, account, language))}${
    isKnown && byEquity.map((row) => figureOf(row, advanced, account, language))
  }</div>
${account.updated_at !== null && html`<p class="hint">${hidden.includes('advanced') ? texts.equityNotShown : why}</p>`}
${advanced !== null && html`<p><a href="${language.to(addressOfPage(account.slug, 'statistics'))}">${language.words.ways.statisticsMore}</a></p>`}
</section>`;
}

function figureOf(
  { field, label, show }: FigureRow,
  from: unknown,
  account: PageAccount,
  language: Language,
): Html {
  const { currency, performance } = account;
  const [text, value] = show(from, currency, language);
  const { open_profit_percent: share } = performance;
  const percent =
    field === 'open_profit' &&
    share !== null &&
    html` <span class="share">(${language.format.signedPercent(share)})</span>`;
  const figureText = html`${text}${percent}`;
  const meaning = unknownMeaning(field, textOf(html`${text}`), account, language);
  return definedFigure(field, label(language), figureText, value, language, meaning);
}
