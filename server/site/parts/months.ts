import type { Months, PageAccount } from '../account.ts';
import { defined } from '../definitions.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { amountCell, cell, figure, percentCell } from '../numbers.ts';
import { periodsAt } from '../periods.ts';

type MonthRow = Months['monthly_performance'][number];
type YearRow = Months['yearly_performance'][number];

/** Returns by month and year, the same in money, and the periods under way. */
export function months({ monthly, currency, as_of }: PageAccount): Html | null {
  if (monthly === null || monthly.yearly_performance.length === 0) return null;
  const inPercent = calendarTable(
    monthly,
    'Returns by month, in percent',
    ({ monthly_percent: value }) => figure(format.signedPercent(value), value),
    ({ yearly_percent: value }) => figure(format.signedPercent(value), value),
  );
  const inMoney = calendarTable(
    monthly,
    `Net profit by month${currency === null ? '' : `, in ${currency}`}`,
    ({ monthly_profit: value }) => figure(format.signedAmount(value, currency), value),
    ({ yearly_profit: value }) => figure(format.signedAmount(value, currency), value),
  );
  return html`<section id="months" aria-labelledby="months-title">
<h2 id="months-title">${defined('Months', 'monthly_percent')}</h2>
${inPercent}
<details class="more"><summary>In money</summary>${inMoney}</details>
${periodTable(monthly, currency, as_of)}
</section>`;
}

/** A row a year; on narrow screens a block a year, so roles are written out. */
function calendarTable(
  { monthly_performance, yearly_performance }: Months,
  caption: string,
  monthCell: (month: MonthRow) => Html,
  yearCell: (year: YearRow) => Html,
): Html {
  const byDate = new Map(monthly_performance.map((month) => [month.date, month]));
  const dateOf = (year: string, at: number) => `${year}-${String(at + 1).padStart(2, '0')}`;
  const wrapped = (label: string, content: Html) =>
    html`<td role="cell" class="num"><span class="month" aria-hidden="true">${label}</span>${content}</td>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="calendar" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Year</th>${format.monthNames.map((name) => html`<th scope="col" role="columnheader" class="num">${name}</th>`)}<th scope="col" role="columnheader" class="num">Total</th></tr></thead>
<tbody role="rowgroup">${[...yearly_performance].reverse().map(
    (
      year,
    ) => html`<tr role="row"><th scope="row" role="rowheader">${year.date}</th>${format.monthNames.map(
      (name, at) => {
        const month = byDate.get(dateOf(year.date, at));
        return wrapped(name, month ? monthCell(month) : html`<span class="empty">·</span>`);
      },
    )}<td role="cell" class="num total"><span class="month" aria-hidden="true">Total</span>${yearCell(year)}</td></tr>
`,
  )}</tbody></table></div>`;
}

function periodTable({ period_returns }: Months, currency: string | null, asOf: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Periods under way"><table>
<caption>Periods under way on ${format.day(asOf)}</caption>
<thead><tr><th scope="col">Period</th><th scope="col" class="num">Return</th><th scope="col" class="num">Net profit${currency !== null && `, ${currency}`}</th><th scope="col" class="num">Trades</th><th scope="col" class="num">Won</th></tr></thead>
<tbody>${periodsAt(asOf).map(([name, label]) => {
    const period = period_returns[name];
    return html`<tr><th scope="row">${label}</th>${percentCell(period?.twr_percent)}${amountCell(period?.profit, currency)}${cell(format.count(period?.trades_count))}${cell(format.percent(period?.win_rate))}</tr>
`;
  })}</tbody></table></div>`;
}
