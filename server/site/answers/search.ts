import { createBody } from '../../body.ts';
import type { Query } from '../../parameters.ts';
import type { Services } from '../../services.ts';
import type { PublicAccount } from '../account.ts';
import { askCurve, askSearch, atOneMoment, readAccount, readList } from '../asking.ts';
import { type Found, type Given, searchPage } from '../pages/search.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, bytesOf, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';

const rowsPerPage = '24';

const names = [
  'q',
  'type',
  'platform',
  'currency',
  'min_twr_percent',
  'max_drawdown_percent',
  'sort',
  'page',
] as const;

/** The list of published accounts as the API's search answers it. */
export function searchAnswer(
  { query }: AskedPage,
  services: Services,
  { assets }: Pages,
): Promise<Answer> {
  return atOneMoment(services, async (pinned) => {
    const asked = filled(query);
    const list = readList(await askSearch(pinned, { ...asked, limit: rowsPerPage }));
    const found: Found[] = [];
    for (const account of list.data) found.push(await withReturns(account, pinned));
    const page = searchPage(found, list.pagination, givenOf(asked), {
      site: pinned.site(),
      assets,
    });
    return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
  });
}

async function withReturns(account: PublicAccount, services: Services): Promise<Found> {
  const { twr } = readAccount(await askCurve(services, account.slug));
  return { account, returns: twr?.twr_trade_by_trade ?? null };
}

/** What was filled in: a form sends its empty fields too, which filter nothing. */
const filled = (query: Query): Query =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return value === undefined || value === '' ? [] : [[name, trimmed(value)]];
    }),
  );

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Once the search has taken the query, every value of it is one text. */
const givenOf = (query: Query): Given =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'page' ? [[name, value]] : [],
    ),
  );
