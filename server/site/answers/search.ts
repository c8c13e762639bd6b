import { searchEndpoint } from '../../api/search.ts';
import type { Query } from '../../http/parameters.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { type FormFields, refusedSearchPage, searchPage } from '../pages/search.ts';
import { pagePolicy } from '../policies.ts';
import { readList, searchAsStranger, takeMoment, viewAsStranger } from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import { type Faults, faultsOf, readField } from '../search-fields.ts';
import type { PageCall, SiteServices } from '../site-services.ts';
import { type ListEntry, listEntry } from './list-entries.ts';

const rowsPerPage = '24';

/** What the search endpoint reads, but for the size of a page. */
const names = Object.keys(searchEndpoint.query).filter((name) => name !== 'limit');

/** The list of published accounts as the API's search answers it. */
export async function searchAnswer(
  { query, language }: PageCall,
  services: SiteServices,
  { assets }: PageResources,
  kept: PageCache,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const { edition } = moment;
  const context = { site: services.site(), assets, language };
  const fields = filled(query);
  const faults = faultsOf(fields);
  if (faults.size > 0) {
    const formFields = formFieldsOf({ ...fields, ...written(query, faults) });
    const page = refusedSearchPage(formFields, faults, context);
    throw new RefusedPage(page);
  }
  const formFields = formFieldsOf(fields);
  const listed = await searchAsStranger({ ...fields, limit: rowsPerPage }, moment, services);
  const list = readList(listed);
  const found: ListEntry[] = [];
  for (const account of list.data) {
    const view = await viewAsStranger(moment, account.slug);
    found.push(listEntry(view, account, edition, kept));
  }
  // A page says nothing that these do not decide.
  const shown = [listed.etag('identity'), ...found.map(({ lineName }) => lineName)];
  const key = JSON.stringify([
    'search page',
    language.to('/'),
    language.code,
    formFields,
    assets.version,
    context.site.baseUrl,
    shown,
  ]);
  const body = kept.bodies.get(key, () => {
    const rows = found.map((one) => one.draw());
    return bytesOf(searchPage(rows, list.pagination, formFields, context));
  });
  return { body, type: types.html, policy: pagePolicy() };
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
const written = (query: Query, faults: Faults): Query =>
  Object.fromEntries([...faults.keys()].map((name) => [name, query[name]]));

/** The fields as texts; a currency may be given more than once. */
const formFieldsOf = (query: Query): FormFields =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name === 'page' ? [] : [[name, [value].flat().join(',')]],
    ),
  );
