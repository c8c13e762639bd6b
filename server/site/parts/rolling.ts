import type { PageAccount } from '../account.ts';
import { cell, percentCell } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { notShown } from './not-shown.ts';

type MonthEnd = NonNullable<PageAccount['rolling']>['month_ends'][number];

const [rowsShown, max] = [6, 36];

/** Section of return and risk over the days up to each month end, newest first. */
export function rolling(account: PageAccount, language: Language): Html | null {
  const { rolling: all, hidden, slug } = account;
  const { rolling: texts } = language.words;
  if (hidden.includes('rolling')) return notShown('rolling', texts.title, language);
  const ends = [...(all?.month_ends ?? [])].reverse();
  if (!ends.some(({ days_30 }) => days_30 !== null)) return null;
  const [shown, more] = [ends.slice(0, rowsShown), ends.slice(rowsShown, max)];
  const json = html`<a href="/api/v1/accounts/${slug}?include=rolling">JSON</a>`;
  return html`<section id="rolling" aria-labelledby="rolling-title">
<h2 id="rolling-title">${texts.title}</h2>
<p>${texts.lead}</p>
${table(shown, texts.lead, language)}
${more.length > 0 && html`<details class="more"><summary>${texts.earlier}</summary>${table(more, texts.earlier, language)}${ends.length > max && html`<p>${json}</p>`}</details>`}
</section>`;
}

function table(
  ends: readonly MonthEnd[],
  label: string,
  { words, format, ...rest }: Language,
): Html {
  const language = { words, format, ...rest };
  const { rolling: texts } = words;
  const heads = [30, 90, 365].map((days) => ({ days, of: fillText(texts.of, { days }) }));
  const returns = (window: MonthEnd['days_90'] | MonthEnd['days_30']) =>
    html`${percentCell(window?.return_percent, language)}${cell(format.percent(window?.max_drawdown_percent))}`;
  const ratio = (window: MonthEnd['days_90']) =>
    cell(format.number(window?.sharpe_ratio_annualized), window?.sharpe_ratio_annualized);
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${label}"><table>
<thead>
<tr><th scope="col" rowspan="2">${texts.until}</th>${heads.map(({ days, of }) => html`<th scope="colgroup" colspan="${days === 30 ? 2 : 3}" class="num">${of}</th>`)}</tr>
<tr>${heads.map(({ days }) => html`<th scope="col" class="num">${texts.return}</th><th scope="col" class="num">${texts.drawdown}</th>${days !== 30 && html`<th scope="col" class="num">${texts.sharpe}</th>`}`)}</tr>
</thead>
<tbody>${ends.map(
    ({ date, days_30, days_90, days_365 }) =>
      html`<tr><th scope="row">${format.day(date)}</th>${returns(days_30)}${returns(days_90)}${ratio(days_90)}${returns(days_365)}${ratio(days_365)}</tr>
`,
  )}</tbody></table></div>`;
}
