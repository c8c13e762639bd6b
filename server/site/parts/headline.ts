import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { PageAccount } from '../account.ts';
import { definitionText } from '../definitions.ts';
import { type FigureRow, rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Returns by closed trades and by equity, side by side; all else follows. */
const pair = ['twr_percent', 'max_drawdown_percent'];
const equityPair = ['twr_equity_percent', 'max_drawdown_equity_percent'];
const next = [
  ...['open_profit', 'cagr_percent', 'absolute_gain_percent', 'avg_monthly_return_percent'],
  ...['avg_daily_return_percent', 'balance', 'equity'],
];

const ofSummary = rowsOf(summary);
const rows = ofSummary
  .filter(({ field }) => !pair.includes(field))
  .sort((one, other) => placeOf(one) - placeOf(other));
const first = among(ofSummary, pair);
const byEquity = among(rowsOf(sections.advanced), equityPair);

function among(all: readonly FigureRow[], fields: readonly string[]): FigureRow[] {
  return fields.flatMap((name) => all.find(({ field }) => field === name) ?? []);
}

function placeOf({ field }: FigureRow): number {
  const place = next.indexOf(field);
  return place === -1 ? next.length : place;
}

/** The figures that every account has, each opening to what it means. */
export function headline(account: PageAccount, language: Language): Html {
  const { account: texts } = language.words;
  const { advanced, hidden } = account;
  const isKnown = typeof advanced?.twr_equity_percent === 'number';
  const why = isKnown ? texts.whyDiffer : texts.noEquity;
  return html`<section class="headline" aria-label="${texts.keyFigures}">
<div class="returns">${first.map((row) => one(row, account, account, language, texts.byTrades))}${
    isKnown && byEquity.map((row) => one(row, advanced, account, language))
  }</div>
${account.updated_at !== null && html`<p class="why">${hidden.includes('advanced') ? texts.equityNotShown : why}</p>`}
${openLoss(account, language)}
<div class="others">${rows.map((row) => one(row, account, account, language))}</div></section>`;
}

function one(
  { field, label, show }: FigureRow,
  from: unknown,
  { currency, performance }: PageAccount,
  language: Language,
  of?: string,
): Html {
  const [text, value] = show(from, currency, language);
  const { open_profit_percent: share } = performance;
  const percent =
    field === 'open_profit' &&
    share !== null &&
    html` <span class="share">(${language.format.signedPercent(share)})</span>`;
  return html`<details class="figure" data-figure="${field}"><summary><span class="label">${label(language)}${of !== undefined && html`<span class="of">, ${of}</span>`}</span> <span class="value${(value ?? 0) < 0 && ' minus'}">${text}${percent}</span></summary><p>${definitionText(field, language)}</p></details>
`;
}

/** A loss that is held open is in no drawdown of closed trades. */
function openLoss({ performance }: PageAccount, { words, format }: Language): Html | null {
  const { open_profit_percent: share, max_drawdown_percent: drawdown } = performance;
  if (share === null || drawdown === null || -share <= drawdown) return null;
  const { openLoss, openLossMeans } = words.account;
  const shown = { loss: format.percent(-share), drawdown: format.percent(drawdown) };
  return html`<p class="notice gap" id="open-loss"><strong>${openLoss}</strong> ${fillText(openLossMeans, shown)}</p>`;
}
