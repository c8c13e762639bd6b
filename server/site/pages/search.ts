import type { AccountList, PublicAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import type { Line } from '../kept.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import { figure } from '../numbers.ts';
import { choice, type Option } from '../parts/form.ts';
import { ageOf } from '../periods.ts';
import { type Faults, faultText } from '../search-fields.ts';

export type FormFields = Readonly<Record<string, string>>;

/** An account of a list and the line of its returns. */
export interface Found {
  readonly account: PublicAccount;
  readonly line: Line;
}

const platforms = ['MT4', 'MT5', 'cTrader', 'TradeLocker'] as const;

/** Published accounts as a list to filter, sort and leaf through. */
export function searchPage(
  found: readonly Found[],
  pagination: AccountList['pagination'],
  fields: FormFields,
  context: Context,
): Html {
  const { language } = context;
  const { search: texts } = language.words;
  const main = html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${form(fields, language)}
<p class="found" role="status">${foundWords(pagination, language)}</p>
${found.length > 0 && list(found, language)}
${leaf(pagination, fields, language)}`;
  const query = new URLSearchParams({ ...fields, ...pageOf(pagination.page) }).toString();
  return layout(
    {
      title: `${texts.title} · ${context.site.host}`,
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

/** The form with what was filled in and what is wrong with it, in place of a list. */
export function refusedSearchPage(fields: FormFields, faults: Faults, context: Context): Html {
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
      title: `${texts.refusedTitle} · ${context.site.host}`,
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
  const mark = (name: string) =>
    faults.has(name) && html` aria-invalid="true" aria-describedby="fault-${name}"`;
  const kinds: readonly Option[] = [
    ['', texts.any],
    ['account', texts.account],
    ['portfolio', texts.portfolio],
  ];
  const sorts: readonly Option[] = Object.entries(texts.orders).map(([order, name], at) => [
    at === 0 ? '' : order,
    name,
  ]);
  const ofPlatforms: readonly Option[] = [
    ['', texts.any],
    ...platforms.map((name) => [name, name] as const),
  ];
  return html`<form class="filters" action="/search" method="get" role="search">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}<label class="wide">${texts.name} <input type="search" name="q" value="${value('q')}" maxlength="200"></label>
${choice('type', texts.kind, kinds, value('type'))}${choice('platform', texts.platform, ofPlatforms, value('platform'))}<label>${texts.currency} <input name="currency" value="${value('currency')}" size="5" maxlength="40" placeholder="EUR" autocapitalize="characters"${mark('currency')}></label>
<label>${texts.minReturn} <input name="min_twr_percent" value="${value('min_twr_percent')}" size="6" inputmode="decimal"${mark('min_twr_percent')}></label>
<label>${texts.maxDrawdown} <input name="max_drawdown_percent" value="${value('max_drawdown_percent')}" size="6" inputmode="decimal"${mark('max_drawdown_percent')}></label>
${choice('sort', texts.sort, sorts, value('sort'))}<button type="submit">${texts.show}</button>
</form>`;
}

function foundWords(
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

function list(found: readonly Found[], language: Language): Html {
  const { search: texts } = language.words;
  const heads = [texts.account, texts.growth, texts.return, texts.columnDrawdown, texts.age];
  return html`<table class="list" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head, at) => html`<th scope="col" role="columnheader"${at > 1 && html` class="num"`}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${found.map((one) => row(one, language))}</tbody></table>`;
}

function row({ account, line }: Found, language: Language): Html {
  const { slug, name, owner, platform, currency, type, verified, reconciled, performance } =
    account;
  const { format, words, to } = language;
  const { search: texts } = words;
  const { twr_percent, max_drawdown_percent } = performance;
  const facts = [owner.name, type === 'portfolio' ? texts.portfolio : platform, currency];
  const marked = verified.identity || verified.track_record;
  const mark = markTitle(verified, language);
  const gap = reconciled === false && html` · <span class="gap">${texts.gap}</span>`;
  return html`<tr role="row"><th scope="row" role="rowheader"><a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a>${marked && html` <span class="mark-small" title="${mark}"><span aria-hidden="true">✓</span><span class="sr">${mark}</span></span>`}<span class="facts-small">${facts.filter((fact) => fact !== null).map((fact, at) => html`${at > 0 && ' · '}<bdi>${fact}</bdi>`)}${gap}</span></th>
<td role="cell" class="growth">${line.drawing}</td>
<td role="cell" class="num"><span class="head" aria-hidden="true">${texts.return}</span>${figure(format.signedPercent(twr_percent), twr_percent)}</td>
<td role="cell" class="num"><span class="head" aria-hidden="true">${texts.drawdown}</span>${format.percent(max_drawdown_percent)}</td>
<td role="cell" class="num age"><span class="head" aria-hidden="true">${texts.age}</span>${ageIn(account, line, language)}</td></tr>
`;
}

function markTitle(
  { identity, track_record }: PublicAccount['verified'],
  { words: { search: texts } }: Language,
): string {
  if (identity && track_record) return texts.bothConfirmed;
  return identity ? texts.identityConfirmed : texts.recordConfirmed;
}

const ageIn = (account: PublicAccount, { span }: Line, language: Language): string =>
  span === null ? ageByReports(account, language) : ageOf(...span, language);

/** Of an account whose line is hidden, from when it was opened or cut to its last report. */
function ageByReports(
  { type, created_at, history_cut_at, updated_at }: PublicAccount,
  language: Language,
): string {
  const start = [created_at, history_cut_at]
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  // A portfolio's date is that of its entry in the registry, which says nothing of its data.
  const isKnown = type === 'account' && start !== undefined && updated_at !== null;
  return isKnown ? ageOf(start, updated_at, language) : language.format.unknown;
}

function leaf(
  { page, has_more }: AccountList['pagination'],
  fields: FormFields,
  { words: { search: texts }, to }: Language,
): Html | null {
  if (page === 1 && !has_more) return null;
  const address = (number: number): string =>
    to(`/search?${new URLSearchParams({ ...fields, page: String(number) })}`);
  return html`<nav class="leaf" aria-label="${texts.more}">${page > 1 && html`<a rel="prev" href="${address(page - 1)}">${texts.previous}</a>`} <span>${fillText(texts.page, { page })}</span> ${has_more && html`<a rel="next" href="${address(page + 1)}">${texts.next}</a>`}</nav>`;
}
