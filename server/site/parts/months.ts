import type { Months, PageAccount } from '../account.ts';
import { amountCell, cell, figure, percentCell, rare } from '../cells.ts';
import { definitionLink } from '../definitions.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { periodsAt } from '../periods.ts';
import { heatOfMonth, monthLegend } from './heat.ts';

type MonthRow = Months['monthly_performance'][number];
type YearRow = Months['yearly_performance'][number];

/** Section of returns by month and year, in percent and in money, and current periods. */
export function months(account: PageAccount, language: Language): Html | null {
  const { monthly, currency, slug } = account;
  if (monthly === null || monthly.yearly_performance.length === 0) return null;
  const { format, words } = language;
  const { months: texts } = words;
  const percent = (value: number | null) => figure(format.signedPercent(value), value);
  /** Month with the way to its days, if the page has days. */
  const linked = (month: MonthRow): Html => {
    const content = percent(month.monthly_percent);
    if (account.curve === null) return content;
    const year = language.to(`/account/${slug}/days?year=${month.date.slice(0, 4)}`);
    return html`<a href="${year}#m${month.date.slice(5)}">${content}</a>`;
  };
  const money = (value: number | null) => figure(format.signedAmount(value, currency), value);
  const inPercent = calendarTable(
    monthly,
    texts.percent,
    linked,
    [
      [texts.total, ({ yearly_percent }) => percent(yearly_percent)],
      [texts.drawdown, (year) => figure(format.percent(year.max_drawdown_percent))],
    ],
    language,
  );
  const inMoney = calendarTable(
    monthly,
    currency === null ? texts.money : fillText(texts.moneyIn, { currency }),
    ({ monthly_profit }) => money(monthly_profit),
    [[texts.total, ({ yearly_profit }) => money(yearly_profit)]],
    language,
  );
  return html`<section id="months" aria-labelledby="months-title">
<div class="title"><h2 id="months-title">${definitionLink(texts.title, 'monthly_percent', language)}</h2>${monthLegend(language)}</div>
${inPercent}
<details class="more"><summary>${texts.inMoney}</summary>${inMoney}</details>
<details class="more"><summary>${texts.periods}</summary>${periodTable(monthly, account, language)}</details>
${account.curve !== null && html`<p class="more"><a href="${language.to(`/account/${slug}/days`)}">${words.days.all}</a></p>`}
</section>`;
}

/**
 * Table with a row for each year. Narrow screens show a block for each year, so roles are explicit.
 */
function calendarTable(
  { monthly_performance, yearly_performance }: Months,
  caption: string,
  monthCell: (month: MonthRow) => Html,
  yearColumns: readonly (readonly [string, (year: YearRow) => Html])[],
  { format: { monthNames }, words }: Language,
): Html {
  const { months: texts } = words;
  const byDate = new Map(monthly_performance.map((month) => [month.date, month]));
  const dateOf = (year: string, at: number) => `${year}-${String(at + 1).padStart(2, '0')}`;
  const cellFor = (label: string, content: Html, colour = '') =>
    html`<td role="cell" class="num${colour}"><span class="head" aria-hidden="true">${label}</span>${content}</td>`;
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${caption}"><table class="calendar" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${texts.year}</th>${monthNames.map((name) => html`<th scope="col" role="columnheader" class="num">${name}</th>`)}${yearColumns.map(([label]) => html`<th scope="col" role="columnheader" class="num total">${label}</th>`)}</tr></thead>
<tbody role="rowgroup">${[...yearly_performance].reverse().map(
    (
      year,
    ) => html`<tr role="row"><th scope="row" role="rowheader">${year.date}</th>${monthNames.map(
      (name, at) => {
        const month = byDate.get(dateOf(year.date, at));
        return month
          ? cellFor(name, monthCell(month), heatOfMonth(month.monthly_percent))
          : cellFor(name, html`<span class="empty">·</span>`);
      },
    )}${yearColumns.map(([label, content]) => cellFor(label, content(year), ' total'))}</tr>
`,
  )}</tbody></table></div>`;
}

/** Table of current periods. If an account is stale, later periods than its data are unknown. */
function periodTable(
  { period_returns }: Months,
  { currency, as_of: asOf, updated_at, isStale }: PageAccount,
  language: Language,
): Html {
  const { format, words } = language;
  const { months: texts } = words;
  const newest = isStale ? updated_at : null;
  const noData = newest !== null && `. ${fillText(texts.noDataSince, { day: format.day(newest) })}`;
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.periods}"><table>
<caption>${fillText(texts.periodsOn, { day: format.day(asOf) })}${noData}</caption>
<thead><tr><th scope="col">${texts.period}</th><th scope="col" class="num">${texts.return}</th><th scope="col" class="num">${texts.result}${currency !== null && `, ${currency}`}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num rare">${texts.won}</th></tr></thead>
<tbody>${periodsAt(asOf, language).map(([name, label, start]) => {
    const isKnown = newest === null || start <= newest;
    const period = isKnown ? period_returns[name] : null;
    return html`<tr><th scope="row">${label}</th>${percentCell(period?.twr_percent, language)}${amountCell(period?.profit, currency, language)}${cell(format.count(period?.trades_count))}${cell(format.percent(period?.win_rate), 0, rare)}</tr>
`;
  })}</tbody></table></div>`;
}
