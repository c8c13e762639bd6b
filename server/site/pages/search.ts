import { searchEndpoint } from '../../api/search.ts';
import type { Query } from '../../http/parameters.ts';
import type { AccountList } from '../account.ts';
import { cachedPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { type AccountLine, list, type Sorted } from '../parts/list.ts';
import { type ListEntry, listEntry } from '../parts/list-entries.ts';
import { type FormFields, searchForm } from '../parts/search-form.ts';
import { RefusedPage } from '../refused-page.ts';
import type { PageAnswer } from '../respond.ts';
import { type Faults, faultsOf, faultText, readField } from '../search-fields.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { readList, searchAsStranger, takeMoment, viewAsStranger } from '../views.ts';

/** Builds the list of published accounts with filters, sorting and pages. */
function searchPage(
  found: readonly AccountLine[],
  pagination: AccountList['pagination'],
  fields: FormFields,
  context: Context,
): Html {
  const { language } = context;
  const { search: texts } = language.words;
  const main = html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, {
    verified: html`<a href="${language.to('/numbers')}">${texts.how}</a>`,
    add: html`<a href="${language.to('/me')}">${texts.add}</a>`,
  })}</p>
${searchForm(fields, language)}
<div class="found"><span role="status">${countText(pagination, fields, language)}</span>${confirmedSwitch(fields, language)}</div>
${found.length > 0 && list(found, language, sortedBy(fields, language))}
${pageLinks(pagination, fields, language)}`;
  const query = new URLSearchParams({ ...fields, ...pageOf(pagination.page) }).toString();
  return layout(
    {
      title: `${texts.title} · ${context.site.name}`,
      description: texts.description,
      path: query === '' ? '/' : `/search?${query}`,
      isIndexed: query === '',
      section: '/',
      main,
    },
    context,
  );
}

const pageOf = (page: number) => (page === 1 ? {} : { page: String(page) });

/** Returns the current order, and the addresses that sort by another column. */
function sortedBy(fields: FormFields, { to }: Language): Sorted {
  const { sort = '-twr_percent', ...others } = fields;
  return {
    order: sort,
    address: (order) => to(`/search?${new URLSearchParams({ ...others, sort: order })}`),
  };
}

/** Builds the search form with its errors, in place of a list. */
function refusedSearchPage(fields: FormFields, faults: Faults, context: Context): Html {
  const { language } = context;
  const { search: texts } = language.words;
  const faultTexts = [...faults].map(
    ([name, fault]) => [name, faultText(name, fault, language)] as const,
  );
  const main = html`<h1>${texts.title}</h1>
<div class="notice" role="alert"><p>${texts.refused}</p><ul>${faultTexts.map(([name, text]) => html`<li id="fault-${name}">${text}</li>`)}</ul></div>
${searchForm(fields, language, faults)}`;
  return layout(
    {
      title: `${texts.refusedTitle} · ${context.site.name}`,
      description: faultTexts.map(([, text]) => text).join(' '),
      path: `/search?${new URLSearchParams(fields)}`,
      section: '/',
      main,
    },
    context,
  );
}

/**
 * Switch that puts confirmed track records first, or not. A list that has only such records, or
 * only others, needs none.
 */
function confirmedSwitch(fields: FormFields, language: Language): Html | null {
  const { confirmed, ...others } = fields;
  if (confirmed !== undefined && confirmed !== 'any') return null;
  const isOn = confirmed === undefined;
  const inputs = language.isChosen ? { lang: language.code, ...others } : others;
  return html`<form action="/search" method="get">${Object.entries(inputs).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button type="submit" class="switch" role="switch" aria-checked="${String(isOn)}"${isOn && html` name="confirmed" value="any"`}>${language.words.search.confirmedFirst}</button></form>`;
}

/** Says which accounts are shown, and in which order. */
function countText(
  pagination: AccountList['pagination'],
  { sort = '-twr_percent', confirmed }: FormFields,
  language: Language,
): string {
  const { search: texts } = language.words;
  const count = shownCount(pagination, language);
  if (pagination.total < 2) return count;
  const order = new Map<string, string>(Object.entries(texts.orders)).get(sort) ?? sort;
  const sentence = confirmed === undefined ? texts.confirmedThenBy : texts.sortedBy;
  return fillText(sentence, { count, order });
}

function shownCount(
  { page, limit, total }: AccountList['pagination'],
  { words: { search: texts }, format, counted }: Language,
): string {
  if (total === 0) return texts.none;
  const from = (page - 1) * limit + 1;
  const to = Math.min(total, page * limit);
  if (from > total) return fillText(texts.earlier, { count: format.count(total) });
  return from === 1 && to === total
    ? counted(texts.found, total)
    : fillText(texts.range, {
        from: format.count(from),
        to: format.count(to),
        total: format.count(total),
      });
}

function pageLinks(
  { page, limit, total, has_more }: AccountList['pagination'],
  fields: FormFields,
  { words: { search: texts }, format, to }: Language,
): Html | null {
  if (page === 1 && !has_more) return null;
  const address = (number: number): string =>
    to(`/search?${new URLSearchParams({ ...fields, page: String(number) })}`);
  return html`<nav class="leaf" aria-label="${texts.more}">${page > 1 && html`<a rel="prev" href="${address(page - 1)}">${texts.previous}</a>`} <span>${fillText(
    texts.page,
    {
      page: format.count(page),
      pages: format.count(Math.ceil(total / limit)),
    },
  )}</span> ${has_more && html`<a rel="next" href="${address(page + 1)}">${texts.next}</a>`}</nav>`;
}

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
  const keys = [listed.etag('identity'), ...found.map(({ shownName }) => shownName)];
  return cachedPage(cache.bodies, ['search page', formFields, keys], context, () => {
    const rows = found.map((entry) => entry.draw());
    return searchPage(rows, list.pagination, formFields, context);
  });
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
