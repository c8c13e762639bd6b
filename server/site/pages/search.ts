import {
  type SearchedBehaviour,
  searchedBehaviour,
} from '../../../pipeline/publish/snapshot/searched.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { orderNames } from '../../accounts/search.ts';
import { searchEndpoint } from '../../api/search.ts';
import type { Query } from '../../http/parameters.ts';
import type { AccountList } from '../account.ts';
import { cachedPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { choice, type Option } from '../parts/form.ts';
import { type AccountLine, list, type Sorted } from '../parts/list.ts';
import { type ListEntry, listEntry } from '../parts/list-entries.ts';
import { readList, searchAsStranger, takeMoment, viewAsStranger } from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import type { PageAnswer } from '../respond.ts';
import { type Faults, faultsOf, faultText, readField } from '../search-fields.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

type FormFields = Readonly<Record<string, string>>;

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
${form(fields, language)}
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
${form(fields, language, faults)}`;
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

function form(fields: FormFields, language: Language, faults: Faults = new Map()): Html {
  const { search: texts } = language.words;
  const value = (name: string): string => fields[name] ?? '';
  const faultAttributes = (name: string) =>
    faults.has(name) && html` aria-invalid="true" aria-describedby="fault-${name}"`;
  const kinds: readonly Option[] = [
    ['', texts.any],
    ['account', texts.account],
    ['portfolio', texts.portfolio],
  ];
  const sorts: readonly Option[] = orderNames.map((order, at) => [
    at === 0 ? '' : order,
    texts.orders[order],
  ]);
  const ofPlatforms: readonly Option[] = [
    ['', texts.any],
    ...platforms.map((name) => [name, name] as const),
  ];
  const usual = html`${choice('type', texts.kind, kinds, value('type'))}${choice('platform', texts.platform, ofPlatforms, value('platform'))}<label>${texts.currency} <input name="currency" value="${value('currency')}" size="5" maxlength="40" placeholder="EUR" autocapitalize="characters"${faultAttributes('currency')}></label>
<label>${texts.symbol} <input name="symbol" value="${value('symbol')}" size="8" maxlength="40" placeholder="XAUUSD"></label>
<label>${texts.minReturn} <input name="min_twr_percent" value="${value('min_twr_percent')}" size="6" inputmode="decimal"${faultAttributes('min_twr_percent')}></label>
<label>${texts.maxDrawdown} <input name="max_drawdown_percent" value="${value('max_drawdown_percent')}" size="6" inputmode="decimal"${faultAttributes('max_drawdown_percent')}></label>
`;
  return html`<form class="filters find" action="/search" method="get" role="search">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}<label class="wide"><span class="sr">${texts.name}</span> <input type="search" name="q" value="${value('q')}" maxlength="200" placeholder="${texts.name}"></label>
${choice('sort', texts.sort, sorts, value('sort'))}<button type="submit">${texts.show}</button>${Object.keys(fields).length > 0 && html` <a class="clear" href="${language.to('/')}">${texts.clear}</a>`}${moreFilters(fields, language, usual, faultAttributes, faults.size > 0)}${mannerFilters(fields, language, faultAttributes, faults.size > 0)}
</form>`;
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

const ages = [90, 180, 365, 730, 1095] as const;
const freshness = [7, 30, 90] as const;

/** Filters of the list; open if one of them is in use or refused. */
function moreFilters(
  fields: FormFields,
  language: Language,
  usual: Html,
  faultAttributes: (name: string) => HtmlContent,
  isRefused: boolean,
): Html {
  const { words, counted } = language;
  const { search: texts, account } = words;
  const names = [
    ...['type', 'platform', 'currency', 'symbol', 'min_twr_percent', 'max_drawdown_percent'],
    ...['demo', 'min_trades', 'min_age_days', 'updated_within_days', 'min_observed_months'],
    'min_deflated_sharpe',
    ...['confirmed', 'verified', 'reconciled', 'source'],
  ];
  const value = (name: string): string => fields[name] ?? '';
  const money: readonly Option[] = [
    ['', texts.any],
    ['false', account.real],
    ['true', account.demo],
  ];
  const confirmed: readonly Option[] = [
    // The switch above the list decides which of both come first.
    [value('confirmed') === 'any' ? 'any' : '', texts.any],
    ['true', texts.confirmedOnly],
    ['false', texts.unconfirmedOnly],
  ];
  const verified: readonly Option[] = [
    ['', texts.any],
    ['true', texts.bothMarks],
    ['identity', texts.identity],
    ['track_record', texts.trackRecord],
    ['false', texts.notBothMarks],
  ];
  const reconciled: readonly Option[] = [
    ['', texts.any],
    ['true', texts.reconciles],
    ['false', texts.doesNotReconcile],
  ];
  const sources: readonly Option[] = [
    ['', texts.any],
    ...sourceNames.map((name) => [name, words.provenance.names[name]] as const),
  ];
  const days = (name: string, usual: readonly number[]): Option[] => {
    const chosen = Number(value(name));
    const offered = usual.includes(chosen) || !(chosen > 0) ? usual : [...usual, chosen];
    return [
      ['', texts.any],
      ...offered.map((count): Option => [`${count}`, counted(texts.days, count)]),
    ];
  };
  const isOpen = isRefused || names.some((name) => !['', 'any'].includes(value(name)));
  return html`<details class="rarer"${isOpen && html` open`}><summary>${texts.filters}</summary><div>${usual}${choice('demo', texts.money, money, value('demo'))}<label>${texts.minTrades} <input name="min_trades" value="${value('min_trades')}" size="6" inputmode="numeric"${faultAttributes('min_trades')}></label>
${choice('min_age_days', texts.minAge, days('min_age_days', ages), value('min_age_days'))}${choice('updated_within_days', texts.lastData, days('updated_within_days', freshness), value('updated_within_days'))}<label>${texts.minObserved} <input name="min_observed_months" value="${value('min_observed_months')}" size="6" inputmode="numeric"${faultAttributes('min_observed_months')}></label><label>${texts.minDeflatedSharpe} <input name="min_deflated_sharpe" value="${value('min_deflated_sharpe')}" size="6" inputmode="decimal"${faultAttributes('min_deflated_sharpe')}></label>
${choice('confirmed', texts.confirmed, confirmed, value('confirmed'))}${choice('verified', texts.verified, verified, value('verified'))}${choice('reconciled', texts.reconciled, reconciled, value('reconciled'))}${choice('source', texts.onlySource, sources, value('source'))}</div></details>`;
}

/** Label of each field of the filters of the manner of trading, as on the account's own page. */
const mannerLabels = {
  larger_after_loss_percent: 'largerAfterLoss',
  lots_after_loss_ratio: 'ratioAfterLoss',
  largest_lot_multiple: 'largestMultiple',
  adds_to_losers_percent: 'addsToLosers',
  adds_to_three_losers_percent: 'addsToThreeLosers',
  without_stop_percent: 'withoutStop',
  holding_ratio: 'holding',
  wins_lost_in_worst_basket: 'worstBasket',
} as const satisfies Record<SearchedBehaviour, string>;

/** Filters of the manner of trading; open if one of them is in use or refused. */
function mannerFilters(
  fields: FormFields,
  { words }: Language,
  faultAttributes: (name: string) => HtmlContent,
  isRefused: boolean,
): Html {
  const { search: texts, behaviour } = words;
  const value = (name: string): string => fields[name] ?? '';
  const names = searchedBehaviour.map((figure) => [figure, `max_${figure}`] as const);
  const isOpen = isRefused || ['warnings', ...names.map(([, name]) => name)].some(value);
  const warnings: readonly Option[] = [
    ['', texts.any],
    ['none', texts.noWarnings],
  ];
  return html`<details class="rarer"${isOpen && html` open`}><summary>${texts.warnings}</summary><div>${choice('warnings', texts.warned, warnings, value('warnings'))}${names.map(
    ([figure, name]) =>
      html`<label>${fillText(texts.atMost, { figure: behaviour[mannerLabels[figure]] })}${figure.endsWith('_percent') && ' (%)'} <input name="${name}" value="${value(name)}" size="6" inputmode="decimal"${faultAttributes(name)}></label>
`,
  )}</div></details>`;
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
