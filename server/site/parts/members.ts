import type { Member, PageAccount } from '../account.ts';
import { warningSigns } from '../behaviour-warnings.ts';
import { amountCell, cell, figure, percentCell, rare } from '../cells.ts';
import { type ByMonth, correlationOf } from '../correlation.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { ticksOf } from './list.ts';

/**
 * Table of published members with weight and contributions, and a square matrix of the correlations
 * of their monthly returns. The matrix has numbers as column heads, so that it fits a phone.
 */
export function members(account: PageAccount, language: Language): Html | null {
  const { members: all = [] } = account;
  if (all.length === 0) return null;
  const { words, format, to } = language;
  const { members: texts } = words;
  const compared = [...all, account].map((entry, at) => ({
    sign: at < all.length ? `${at + 1}` : 'Σ',
    name: entry.name,
    months: monthsOf(entry),
  }));
  const correlation = (first: ByMonth, second: ByMonth) => {
    const value = correlationOf(first, second);
    return html`<td class="num">${figure(format.number(value), value)}</td>`;
  };
  const isHidden = account.hidden.includes('contributions');
  const profit = account.currency === null ? texts.profit : `${texts.profit}, ${account.currency}`;
  const headings = [
    ...[texts.return, texts.drawdown],
    ...(isHidden ? [] : [texts.weight, profit, texts.toReturn, texts.toDrawdown]),
  ];
  const number = (at: number) => html`<span class="member-number">${at + 1}</span>`;
  return html`<section id="members" aria-labelledby="members-title">
<h2 id="members-title">${texts.title}</h2>
<p>${texts.lead}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}, ${texts.return}"><table>
<thead><tr><th scope="col">${texts.account}</th>${headings.map((text, at) => html`<th scope="col" class="num${at > 2 && rare}">${text}</th>`)}</tr></thead>
<tbody>${all.map(
    (member, at) =>
      html`<tr><th scope="row">${number(at)} <a href="${to(`/account/${member.slug}`)}"><bdi>${member.name}</bdi></a>${ticksOf(member, language)}${warningSigns(member.behaving, language)}</th>${percentCell(member.performance.twr_percent, language)}${cell(format.percent(member.performance.max_drawdown_percent))}${contributionCells(account, member, language)}</tr>
`,
  )}</tbody></table></div>
${isHidden && html`<p class="key">${texts.weights}: ${words.account.notShown}.</p>`}
<h3>${texts.correlation}</h3>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.correlation}"><table class="matrix">
<thead><tr><td></td>${compared.map(({ sign, name }) => html`<th scope="col" class="num" title="${name}">${sign}<span class="sr"> <bdi>${name}</bdi></span></th>`)}</tr></thead>
<tbody>${compared.map(
    ({ sign, name, months }, at) =>
      html`<tr><th scope="row"><span class="member-number">${sign}</span> <bdi>${name}</bdi></th>${compared.map((column, index) => (index === at ? cell('1') : correlation(months, column.months)))}</tr>
`,
  )}</tbody></table></div>
<p class="key">${texts.whole}</p>
</section>`;
}

const monthsOf = ({ monthly }: Pick<Member, 'monthly'>): ByMonth =>
  new Map(
    (monthly?.monthly_performance ?? []).flatMap(({ date, monthly_percent }) =>
      monthly_percent === null ? [] : [[date, monthly_percent] as const],
    ),
  );

/** Returns the weight of a member and what it contributed; dashes if the version lacks them. */
function contributionCells(
  { contributions, currency, hidden }: PageAccount,
  { slug }: Member,
  language: Language,
): Html | null {
  if (hidden.includes('contributions')) return null;
  const part = contributions?.members.find(({ member }) => member === slug);
  const { format } = language;
  return html`${cell(format.percent(part?.weight_percent, 1))}${amountCell(part?.net_profit, currency, language, rare)}${percentCell(part?.return_percent, language, rare)}${cell(format.percent(part?.drawdown_percent), 0, rare)}`;
}
