import { summary } from '../../../sql/marts/summary.ts';
import type { PublicAccount } from '../account.ts';
import { definitionText } from '../definitions.ts';
import { type FigureRow, rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** What is read first; whatever else there is follows. */
const first = [
  ...['twr_percent', 'max_drawdown_percent', 'absolute_gain_percent'],
  ...['avg_monthly_return_percent', 'avg_daily_return_percent', 'balance', 'equity'],
];

const rows = rowsOf(summary).sort((one, other) => placeOf(one) - placeOf(other));

function placeOf({ field }: FigureRow): number {
  const place = first.indexOf(field);
  return place === -1 ? first.length : place;
}

/** The figures that every account has, each opening to what it means. */
export const headline = (
  account: PublicAccount,
  language: Language,
): Html => html`<section class="headline" aria-label="${language.words.account.keyFigures}">
${rows.map((row) => one(row, account, language))}</section>`;

function one({ field, label, show }: FigureRow, account: PublicAccount, language: Language): Html {
  const [text, value] = show(account, account.currency, language);
  return html`<details class="figure" data-figure="${field}"><summary><span class="label">${label(language)}</span> <span class="value${(value ?? 0) < 0 && ' minus'}">${text}</span></summary><p>${definitionText(field, language)}</p></details>
`;
}
