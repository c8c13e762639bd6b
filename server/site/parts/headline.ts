import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { PageAccount } from '../account.ts';
import { definitionText } from '../definitions.ts';
import { type FigureRow, rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Fields shown first: returns and drawdowns by closed trades and by equity. */
const pair = ['twr_percent', 'max_drawdown_percent'];
const equityPair = ['twr_equity_percent', 'max_drawdown_equity_percent'];
const next = [
  ...['open_profit', 'cagr_percent', 'absolute_gain_percent', 'avg_monthly_return_percent'],
  ...['avg_daily_return_percent', 'balance', 'equity'],
];

const ofSummary = rowsOf(summary);
const rows = ofSummary
  .filter(({ field }) => !pair.includes(field))
  .sort((first, second) => orderOf(first) - orderOf(second));
const first = pick(ofSummary, pair);
const byEquity = pick(rowsOf(sections.advanced), equityPair);

function pick(all: readonly FigureRow[], fields: readonly string[]): FigureRow[] {
  return fields.flatMap((name) => all.find(({ field }) => field === name) ?? []);
}

function orderOf({ field }: FigureRow): number {
  const order = next.indexOf(field);
  return order === -1 ? next.length : order;
}

/** Key figures of an account; each opens to its definition. */
export function headline(account: PageAccount, language: Language): Html {
  const { account: texts } = language.words;
  const { advanced, hidden } = account;
  const isKnown = typeof advanced?.twr_equity_percent === 'number';
  const why = isKnown ? texts.whyDiffer : texts.noEquity;
  return html`<section class="headline" aria-label="${texts.keyFigures}">
<div class="returns">${first.map((row) => figureOf(row, account, account, language, texts.byTrades))}${
    isKnown && byEquity.map((row) => figureOf(row, advanced, account, language))
  }</div>
${account.updated_at !== null && html`<p class="why">${hidden.includes('advanced') ? texts.equityNotShown : why}</p>`}
${openLoss(account, language)}
<div class="others">${rows.map((row) => figureOf(row, account, account, language))}</div></section>`;
}

function figureOf(
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

/** Warning if the open loss is deeper than the max drawdown of closed trades. */
function openLoss({ performance }: PageAccount, { words, format }: Language): Html | null {
  const { open_profit_percent: share, max_drawdown_percent: drawdown } = performance;
  if (share === null || drawdown === null || -share <= drawdown) return null;
  const { openLoss, openLossMeans } = words.account;
  const shown = { loss: format.percent(-share), drawdown: format.percent(drawdown) };
  return html`<p class="notice gap" id="open-loss"><strong>${openLoss}</strong> ${fillText(openLossMeans, shown)}</p>`;
}
