import { createBody } from '../../http/body.ts';
import { oneOf, readQuery } from '../../http/parameters.ts';
import { daysOfIndex } from '../day-results.ts';
import type { PageResources } from '../page-resources.ts';
import { daysPage } from '../pages/days.ts';
import { pagePolicy } from '../policies.ts';
import { readSummary, takeMoment, viewAsReader } from '../public-accounts.ts';
import { bytesOf, nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { isListedOnPage } from '../trades.ts';

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
  return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
}
