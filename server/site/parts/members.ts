import type { Member, PageAccount } from '../account.ts';
import { cell, figure, percentCell } from '../cells.ts';
import { type ByMonth, correlationOf } from '../correlation.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/**
 * Table of published members with weight and result, and a square matrix of the correlations of
 * their monthly returns. Its columns are numbered, so that it fits a phone.
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
  const number = (at: number) => html`<span class="member-number">${at + 1}</span>`;
  return html`<section id="members" aria-labelledby="members-title">
<h2 id="members-title">${texts.title}</h2>
<p>${texts.lead}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}, ${texts.weight}"><table>
<thead><tr><th scope="col">${texts.account}</th>${[texts.weight, texts.return, texts.drawdown].map((text) => html`<th scope="col" class="num">${text}</th>`)}</tr></thead>
<tbody>${all.map((member, at) => {
    const { slug, name, performance } = member;
    return html`<tr><th scope="row">${number(at)} <a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></th>${cell(format.percent(weightOf(member, account), 1))}${percentCell(performance.twr_percent, language)}${cell(format.percent(performance.max_drawdown_percent))}</tr>
`;
  })}</tbody></table></div>
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

/**
 * Returns the share of the balance in percent. Returns null if the currencies differ or there is no
 * balance.
 */
function weightOf(member: Member, { balance, currency }: PageAccount): number | null {
  if (member.currency !== currency || member.balance === null) return null;
  return balance === null || balance <= 0 ? null : (100 * member.balance) / balance;
}
