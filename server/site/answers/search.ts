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
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { type ListEntry, listEntry } from './list-entries.ts';

const accountsPerPage = '24';

/** Parameters of the search form: those of the API, without the page size. */
const names = Object.keys(searchEndpoint.query).filter((name) => name !== 'limit');

/** Answers with the list of published accounts, from the search of the API. */
export async function searchAnswer(
  { query, language }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  cache: PageCache,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const { version } = moment;
  const now = services.clock?.() ?? new Date();
  const context = { site: services.site(), assets, language };
  const fields = filledFields(query);
  const faults = faultsOf(fields);
  if (faults.size > 0) {
    const formFields = formFieldsOf({ ...fields, ...refusedFields(query, faults) });
    const page = refusedSearchPage(formFields, faults, context);
    throw new RefusedPage(page);
  }
  const formFields = formFieldsOf(fields);
  const listed = await searchAsStranger({ ...fields, limit: accountsPerPage }, moment, services);
  const list = readList(listed);
  const found: ListEntry[] = [];
  for (const { slug } of list.data) {
    found.push(listEntry(await viewAsStranger(moment, slug), version, cache, now));
  }
  // Everything that changes the page is part of the cache key.
  const keys = [listed.etag('identity'), ...found.map(({ shownName }) => shownName)];
  const key = JSON.stringify([
    'search page',
    language.to('/'),
    language.code,
    formFields,
    assets.version,
    context.site.baseUrl,
    keys,
  ]);
  const body = cache.bodies.get(key, () => {
    const rows = found.map((entry) => entry.draw());
    return bytesOf(searchPage(rows, list.pagination, formFields, context));
  });
  return { body, type: types.html, policy: pagePolicy() };
}

/** Returns the filled fields of the form, parsed. Empty fields filter nothing. */
const filledFields = (query: Query): Query =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      const read = readField(name, value);
      return read === undefined || read === '' ? [] : [[name, read]];
    }),
  );

/** Returns the refused fields as the reader wrote them. */
const refusedFields = (query: Query, faults: Faults): Query =>
  Object.fromEntries([...faults.keys()].map((name) => [name, query[name]]));

/** Returns the fields as texts; repeated currencies are joined. */
const formFieldsOf = (query: Query): FormFields =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name === 'page' ? [] : [[name, [value].flat().join(',')]],
    ),
  );
