import type { AccountList, PublicAccount } from '../account.ts';
import type { Context } from '../context.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Line } from '../kept.ts';
import { layout } from '../layout.ts';
import { figure } from '../numbers.ts';
import { choice, type Option } from '../parts/form.ts';
import { ageOf } from '../periods.ts';

export type FormFields = Readonly<Record<string, string>>;

/** An account of a list and the line of its returns. */
export interface Found {
  readonly account: PublicAccount;
  readonly line: Line;
}

const kinds: readonly Option[] = [
  ['', 'Any'],
  ['account', 'Account'],
  ['portfolio', 'Portfolio'],
];
const platforms: readonly Option[] = [
  ['', 'Any'],
  ...['MT4', 'MT5', 'cTrader', 'TradeLocker'].map((name) => [name, name] as const),
];
const sorts: readonly Option[] = [
  ['', 'Highest return'],
  ['max_drawdown_percent', 'Smallest drawdown'],
  ['-created_at', 'Newest'],
  ['name', 'Name'],
];

/** Published accounts as a list to filter, sort and leaf through. */
export function searchPage(
  found: readonly Found[],
  pagination: AccountList['pagination'],
  fields: FormFields,
  context: Context,
): Html {
  const main = html`<h1>Track records</h1>
<p class="lead">Published accounts and portfolios, with returns free of the effect of deposits and withdrawals.</p>
${form(fields)}
<p class="found" role="status">${foundWords(pagination)}</p>
${found.length > 0 && list(found)}
${leaf(pagination, fields)}`;
  return layout(
    {
      title: `Track records · ${context.site.host}`,
      description: 'Track records of published trading accounts.',
      section: '/',
      main,
    },
    context,
  );
}

/** The form with what was filled in and what is wrong with it, in place of a list. */
export function refusedSearchPage(fields: FormFields, faults: Faults, context: Context): Html {
  const named = [...faults].map(
    ([name, fault]) => [name, fault.replace(name, labels.get(name) ?? name)] as const,
  );
  const main = html`<h1>Track records</h1>
<div class="notice" role="alert"><p>This cannot be searched for:</p><ul>${named.map(([name, fault]) => html`<li id="fault-${name}">${fault}</li>`)}</ul></div>
${form(fields, faults)}`;
  const title = `Not searched · ${context.site.host}`;
  return layout(
    { title, description: named.map(([, fault]) => fault).join(' '), section: '/', main },
    context,
  );
}

export type Faults = ReadonlyMap<string, string>;

/** What fields are called on the page, where not as the API calls them. */
const labels = new Map([
  ['type', 'kind'],
  ['min_twr_percent', 'min return'],
  ['max_drawdown_percent', 'max drawdown'],
]);

function form(fields: FormFields, faults: Faults = new Map()): Html {
  const value = (name: string): string => fields[name] ?? '';
  const mark = (name: string) =>
    faults.has(name) && html` aria-invalid="true" aria-describedby="fault-${name}"`;
  return html`<form class="filters" action="/search" method="get" role="search">
<label class="wide">Name or broker <input type="search" name="q" value="${value('q')}" maxlength="200"></label>
${choice('type', 'Kind', kinds, value('type'))}${choice('platform', 'Platform', platforms, value('platform'))}<label>Currency <input name="currency" value="${value('currency')}" size="5" maxlength="40" placeholder="EUR" autocapitalize="characters"${mark('currency')}></label>
<label>Min return, % <input name="min_twr_percent" value="${value('min_twr_percent')}" size="6" inputmode="decimal"${mark('min_twr_percent')}></label>
<label>Max drawdown, % <input name="max_drawdown_percent" value="${value('max_drawdown_percent')}" size="6" inputmode="decimal"${mark('max_drawdown_percent')}></label>
${choice('sort', 'Sort', sorts, value('sort'))}<button type="submit">Show</button>
</form>`;
}

function foundWords({ page, limit, total }: AccountList['pagination']): string {
  if (total === 0) return 'No published account fits.';
  const from = (page - 1) * limit + 1;
  const to = Math.min(total, page * limit);
  if (from > total) return `There are ${format.count(total)}, on earlier pages.`;
  return from === 1 && to === total
    ? `${format.count(total)} ${total === 1 ? 'account' : 'accounts'}`
    : `${format.count(from)} to ${format.count(to)} of ${format.count(total)}`;
}

const heads = ['Account', 'Growth', 'Return', 'Max drawdown', 'Age'] as const;

const list = (found: readonly Found[]): Html => html`<table class="list" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head, at) => html`<th scope="col" role="columnheader"${at > 1 && html` class="num"`}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${found.map(row)}</tbody></table>`;

function row({ account, line }: Found): Html {
  const { slug, name, owner, platform, currency, type, verified, reconciled, performance } =
    account;
  const { twr_percent, max_drawdown_percent } = performance;
  const facts = [owner.name, type === 'portfolio' ? 'Portfolio' : platform, currency];
  const marked = verified.identity || verified.track_record;
  const gap = reconciled === false && html` · <span class="gap">does not reconcile</span>`;
  return html`<tr role="row"><th scope="row" role="rowheader"><a href="/account/${slug}"><bdi>${name}</bdi></a>${marked && html` <span class="mark-small" title="${markTitle(verified)}"><span aria-hidden="true">✓</span><span class="sr">${markTitle(verified)}</span></span>`}<span class="facts-small">${facts.filter((fact) => fact !== null).map((fact, at) => html`${at > 0 && ' · '}<bdi>${fact}</bdi>`)}${gap}</span></th>
<td role="cell" class="growth">${line.drawing}</td>
<td role="cell" class="num"><span class="head" aria-hidden="true">Return</span>${figure(format.signedPercent(twr_percent), twr_percent)}</td>
<td role="cell" class="num"><span class="head" aria-hidden="true">Drawdown</span>${format.percent(max_drawdown_percent)}</td>
<td role="cell" class="num age"><span class="head" aria-hidden="true">Age</span>${line.age ?? ageByReports(account)}</td></tr>
`;
}

function markTitle({ identity, track_record }: PublicAccount['verified']): string {
  if (identity && track_record) return 'Identity and track record confirmed';
  return identity ? 'Identity confirmed' : 'Track record confirmed';
}

/** Of an account whose line is hidden, from when it was opened or cut to its last report. */
function ageByReports({ type, created_at, history_cut_at, updated_at }: PublicAccount): string {
  const start = [created_at, history_cut_at]
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  // A portfolio's date is that of its entry in the registry, which says nothing of its data.
  const isKnown = type === 'account' && start !== undefined && updated_at !== null;
  return isKnown ? ageOf(start, updated_at) : format.unknown;
}

function leaf({ page, has_more }: AccountList['pagination'], fields: FormFields): Html | null {
  if (page === 1 && !has_more) return null;
  const address = (to: number): string =>
    `/search?${new URLSearchParams({ ...fields, page: String(to) })}`;
  return html`<nav class="leaf" aria-label="More accounts">${page > 1 && html`<a rel="prev" href="${address(page - 1)}">← Previous</a>`} <span>Page ${page}</span> ${has_more && html`<a rel="next" href="${address(page + 1)}">Next →</a>`}</nav>`;
}
