import type { PublicAccount } from '../account.ts';
import type { Context } from '../context.ts';
import type { DayResult } from '../day-results.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import { layout } from '../layout.ts';
import { dayCalendar } from '../parts/days.ts';

/** Results by day, and what the page shows of them. */
export interface DaysShown {
  readonly results: readonly DayResult[];
  /** Years with a result, newest first. */
  readonly years: readonly string[];
  readonly year: string;
  /** True if the page of trades lists the trades of a day. */
  readonly isListed: boolean;
  /** True if search engines may list the page. */
  readonly isIndexed: boolean;
}

/** Builds the page with the results by day of a year. */
export function daysPage(
  account: PublicAccount,
  { results, years, year, isListed, isIndexed }: DaysShown,
  context: Context,
): Html {
  const { language, site } = context;
  const { words, format, to } = language;
  const { days: texts } = words;
  const { slug, name, currency } = account;
  const path = `/account/${slug}/days`;
  const ofYear = results.map(({ date }) => date.slice(0, 7)).filter((day) => day.startsWith(year));
  const [first = '', last = ''] = [ofYear[0], ofYear.at(-1)];
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
    .filter((month) => month >= first && month <= last)
    .reverse();
  const title = fillText(texts.pageTitle, { name, year });
  const main = html`<article class="account">
<p><a href="${to(`/account/${slug}`)}">← <bdi>${name}</bdi></a></p>
<h1>${title}${currency !== null && `, ${currency}`}</h1>
<nav class="years" aria-label="${texts.years}">${years.map(
    (listed) =>
      html`<a href="${to(`${path}?year=${listed}`)}"${listed === year && html` aria-current="page"`}>${listed}</a> `,
  )}</nav>
<nav class="years" aria-label="${words.months.title}">${months.map((month) => html`<a href="#m${month.slice(5)}">${format.month(month)}</a> `)}</nav>
<p>${texts.lead}</p>
${dayCalendar(account, results, months, isListed, language)}
</article>`;
  return layout(
    {
      title: `${title} · ${site.name}`,
      description: title,
      path,
      isIndexed,
      section: '/',
      main,
    },
    context,
  );
}
