import type { Body } from '../../body.ts';
import { searchEndpoint } from '../../endpoints/search.ts';
import type { Query } from '../../parameters.ts';
import { queryParametersOf } from '../../schemas/parameters.ts';
import type { Services } from '../../services.ts';
import type { PublicAccount } from '../account.ts';
import { askCurve, askSearch, atOneMoment, readAccount, readList } from '../asking.ts';
import { type Found, type Given, refusedSearchPage, searchPage } from '../pages/search.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { RefusedPage } from '../refused-page.ts';
import { type Answer, bytesOf, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';
import { faultsOf, readField } from '../search-fields.ts';

const rowsPerPage = '24';

/** What the search endpoint reads, but for the size of a page. */
const names = queryParametersOf(searchEndpoint.read)
  .map(({ name }) => name)
  .filter((name) => name !== 'limit');

/** The list of published accounts as the API's search answers it. */
export function searchAnswer(
  { query }: AskedPage,
  services: Services,
  { assets }: Pages,
): Promise<Answer> {
  return atOneMoment(services, async (pinned) => {
    const asked = filled(query);
    const faults = faultsOf(asked);
    if (faults.size > 0) {
      const context = { site: pinned.site(), assets };
      const page = refusedSearchPage(
        givenOf({ ...asked, ...written(query, faults) }),
        faults,
        context,
      );
      throw new RefusedPage([...faults.values()].join(' '), page);
    }
    const given = givenOf(asked);
    const listed = await askSearch(pinned, { ...asked, limit: rowsPerPage });
    const list = readList(listed);
    const curves: Body[] = [];
    for (const { slug } of list.data) curves.push(await askCurve(pinned, slug));
    const site = pinned.site();
    // A page says nothing that these do not decide.
    const etags = [listed, ...curves].map((body) => body.etag('identity'));
    const key = JSON.stringify(['search page', given, assets.version, site.baseUrl, etags]);
    const body = pinned.bodies.get(key, () => {
      const found = list.data.map((account, at) => withReturns(account, curves[at]));
      return bytesOf(searchPage(found, list.pagination, given, { site, assets }));
    });
    return { body, type: types.html, policy: pagePolicy() };
  });
}

function withReturns(account: PublicAccount, curve: Body | undefined): Found {
  const returns = curve && readAccount(curve).twr?.twr_trade_by_trade;
  return { account, returns: returns ?? null };
}

/** What was filled in: a form sends its empty fields too, which filter nothing. */
const filled = (query: Query): Query =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      const read = readField(name, value);
      return read === undefined || read === '' ? [] : [[name, read]];
    }),
  );

/** What is refused, as it was written. */
const written = (query: Query, faults: ReadonlyMap<string, string>): Query =>
  Object.fromEntries([...faults.keys()].map((name) => [name, query[name]]));

/** The fields as texts; a currency may be given more than once. */
const givenOf = (query: Query): Given =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name === 'page' ? [] : [[name, [value].flat().join(',')]],
    ),
  );
