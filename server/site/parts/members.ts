import type { Member, PageAccount } from '../account.ts';
import { cell, figure, percentCell } from '../cells.ts';
import { type ByMonth, correlationOf } from '../correlation.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Table of published members with weight and correlation of monthly returns. */
export function members(account: PageAccount, language: Language): Html | null {
  const { members: all = [] } = account;
  if (all.length === 0) return null;
  const { words, format, to } = language;
  const { members: texts } = words;
  const months = all.map(monthsOf);
  const portfolioMonths = monthsOf(account);
  const names = [account.name, ...(all.length > 1 ? all.map(({ name }) => name) : [])];
  const correlation = (first: ByMonth, second: ByMonth) => {
    const value = correlationOf(first, second);
    return html`<td class="num">${figure(format.number(value), value)}</td>`;
  };
  return html`<section id="members" aria-labelledby="members-title">
<h2 id="members-title">${texts.title}</h2>
<p>${texts.lead}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}, ${texts.weight}"><table>
<thead><tr><th scope="col" rowspan="2">${texts.account}</th>${[texts.weight, texts.return, texts.drawdown].map((text) => html`<th scope="col" rowspan="2" class="num">${text}</th>`)}<th scope="colgroup" colspan="${names.length}">${texts.with}</th></tr>
<tr>${names.map((name) => html`<th scope="col" class="num name"><bdi>${name}</bdi></th>`)}</tr></thead>
<tbody>${all.map((member, at) => {
    const { slug, name, performance } = member;
    const memberMonths = months[at] ?? portfolioMonths;
    return html`<tr><th scope="row"><a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></th>${cell(format.percent(weightOf(member, account), 1))}${percentCell(performance.twr_percent, language)}${cell(format.percent(performance.max_drawdown_percent))}${correlation(memberMonths, portfolioMonths)}${all.length > 1 && months.map((otherMonths, index) => (index === at ? cell('1') : correlation(memberMonths, otherMonths)))}</tr>
`;
  })}</tbody></table></div>
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
