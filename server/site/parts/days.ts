import type { PublicAccount } from '../account.ts';
import { figure } from '../cells.ts';
import type { DayResult } from '../day-results.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { heatOf } from './heat.ts';

/** Tables of months with the result of each day. A day links to its trades if they are listed. */
export function dayCalendar(
  { slug, currency }: Pick<PublicAccount, 'slug' | 'currency'>,
  results: readonly DayResult[],
  months: readonly string[],
  isListed: boolean,
  language: Language,
): Html {
  const { format, to, counted, words } = language;
  const byDay = new Map(results.map((result) => [result.date, result]));
  const inMonths = results.filter(({ date }) => months.includes(date.slice(0, 7)));
  const heat = heatOf(inMonths.map(({ profit }) => profit));
  const content = (result: DayResult): Html => {
    const { date, profit, trades } = result;
    const amount = figure(format.signedCompact(profit), profit);
    const exact = [
      `${format.day(date)}: ${format.signedAmount(profit, currency)} ${currency ?? ''}`.trim(),
      counted(words.account.trades, trades),
    ].join(', ');
    return isListed && trades > 0
      ? html`<a href="${to(`/account/${slug}/trades?from=${date}&to=${date}`)}" title="${exact}">${amount}</a>`
      : html`<span title="${exact}">${amount}</span>`;
  };
  const month = (name: string): Html => {
    const total = inMonths
      .filter(({ date }) => date.startsWith(name))
      .reduce((sum, { profit }) => sum + profit, 0);
    return html`<table id="m${name.slice(5)}">
<caption>${fillText(words.days.month, { month: format.month(name), profit: format.signedAmount(total, currency) })}</caption>
<thead><tr>${format.weekdayNames.map((weekday) => html`<th scope="col">${weekday}</th>`)}</tr></thead>
<tbody>${weeksOf(name).map(
      (week) =>
        html`<tr>${week.map((date) => {
          if (date === null) return html`<td></td>`;
          const result = byDay.get(date);
          const colour = heat(result?.profit ?? null).trim();
          return html`<td${colour !== '' && html` class="${colour}"`}><b>${Number(date.slice(8))}</b>${result && content(result)}</td>`;
        })}</tr>
`,
    )}</tbody></table>`;
  };
  return html`<div class="days">${months.map(month)}</div>`;
}

const dayMilliseconds = 86_400_000;

/** Returns the weeks of a month from Monday on; days of other months are null. */
function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const sinceMonday = (first.getUTCDay() + 6) % 7;
  const length = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  return Array.from({ length: Math.ceil((sinceMonday + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const at = 7 * week + weekday - sinceMonday;
      if (at < 0 || at >= length) return null;
      return new Date(first.getTime() + at * dayMilliseconds).toISOString().slice(0, 10);
    }),
  );
}
