import { calendarCurrencies } from '../../../sql/calendar/events.ts';
import { readCalendarQuery } from '../../calendar/parameters.ts';
import { createBody } from '../../http/body.ts';
import type { Query } from '../../http/parameters.ts';
import type { PageResources } from '../page-resources.ts';
import { calendarPage } from '../pages/calendar.ts';
import { pagePolicy } from '../policies.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

const days = 7;

/** Answers with the calendar of the coming week, from the same data as the API. */
export async function calendarAnswer(
  { query, language }: PublicPageRequest,
  { calendar, site, clock }: SiteServices,
  { assets, calendarUrl }: PageResources,
): Promise<PageAnswer> {
  const parameters = readCalendarQuery({
    currency: joinList(query, 'currency') ?? calendarCurrencies.join(','),
    impact: joinList(query, 'impact') ?? 'high,medium',
    days: String(days),
  });
  const { body } = calendar.get(parameters);
  const socket = calendarUrl();
  const page = calendarPage(
    {
      answer: JSON.parse(body.bytes.toString()),
      currencies: parameters.currencies,
      impacts: parameters.impacts,
      days,
      now: clock?.() ?? new Date(),
      socket,
    },
    { site: site(), assets, language },
  );
  const policy = pagePolicy(socket === null ? [] : [socket]);
  return { body: createBody(bytesOf(page)), type: types.html, policy };
}

/**
 * Joins repeated query parameters: a form sends every ticked box separately, the calendar takes a
 * list.
 */
function joinList(query: Query, name: string): string | null {
  const values = [query[name]].flat().filter((value) => typeof value === 'string' && value !== '');
  return values.length === 0 ? null : values.join(',');
}
