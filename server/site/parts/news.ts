import type { PageAccount } from '../account.ts';
import { amountCell, cell } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

const groups = ['opened_near', 'open_through', 'others', 'unknown'] as const;

/** Section of trades near high-impact news and of others; null without at least two events. */
export function news({ news: published, currency }: PageAccount, language: Language): Html | null {
  const { words, format, counted } = language;
  const { news: texts } = words;
  if (published === null || groups.every((name) => published[name].trades === 0)) return null;
  const { count, first, last } = published.events;
  if (count < 2 || first === null || last === null) return null;
  const groupsWithTrades = groups.filter((name) => published[name].trades > 0);
  return html`<p>${counted(texts.events, count)} ${fillText(texts.lead, { first: format.day(first), last: format.day(last) })}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}: ${texts.group}"><table class="narrow">
<thead><tr><th scope="col">${texts.group}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.won}</th><th scope="col" class="num">${texts.netProfit}${currency !== null && `, ${currency}`}</th></tr></thead>
<tbody>${groupsWithTrades.map((name) => {
    const { trades, profit, win_rate } = published[name];
    return html`<tr><th scope="row">${texts.groups[name]}</th>${cell(format.count(trades))}${cell(format.percent(win_rate, 1))}${amountCell(profit, currency, language)}</tr>
`;
  })}</tbody></table></div>`;
}
