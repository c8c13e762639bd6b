import { oneOf, readQuery } from '../../http/parameters.ts';
import type { PublicAccount } from '../account.ts';
import { freshPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import type { DayResult } from '../day-results.ts';
import { daysOfIndex } from '../day-results.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import { layout } from '../layout.ts';
import type { PageResources } from '../page-resources.ts';
import { dayCalendar } from '../parts/days.ts';
import { readSummary } from '../public-accounts.ts';
import { nothingHere, type PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { isListedOnPage } from '../trades.ts';
import { takeMoment, viewAsReader } from '../views.ts';

/** Results by day, and what the page shows of them. */
interface DaysShown {
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
function daysPage(
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

/**
 * Answers with the results by day of a year, the newest by default. An account without days, or
 * whose owner hides its growth, gives the usual 404.
 */
export async function daysAnswer(
  { params, query, language, reader, isShared = false }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
  const index = moment.version.dailyIndexes.of(view);
  const results = index === null ? [] : daysOfIndex(index);
  const years = [...new Set(results.map(({ date }) => date.slice(0, 4)))].reverse();
  const [newest] = years;
  if (newest === undefined) throw nothingHere();
  const year = readQuery({ year: oneOf(years) }, query).year ?? newest;
  const page = daysPage(
    readSummary(view, moment.version),
    { results, years, year, isListed: isListedOnPage(view), isIndexed: !isShared },
    { site: services.site(), assets, language },
  );
  return freshPage(page);
}
