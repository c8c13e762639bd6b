import type { ShownOwner } from '../../../pipeline/registry/reads.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { Decisions } from '../../callers/live-registry.ts';
import { createBody } from '../../http/body.ts';
import { cachedPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { type AccountLine, list } from '../parts/list.ts';
import { type ListEntry, listEntry } from '../parts/list-entries.ts';
import { pagePolicy } from '../policies.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';

/**
 * Builds the page of an owner: what they say about themselves, totals, and all published accounts.
 */
function ownerPage(
  owner: ShownOwner & { readonly slug: string },
  found: readonly AccountLine[],
  context: Context,
): Html {
  const { language } = context;
  const { slug, about, link, picture } = owner;
  const { owner: texts } = language.words;
  const name = owner.name ?? slug;
  const image = picture !== null && `/owner/${slug}/picture.png?${picture.slice(0, 8)}`;
  const main = html`<div class="owner">${image && html`<img class="picture" src="${image}" width="80" height="80" alt="">`}
<div><h1><bdi>${name}</bdi></h1>
${link !== null && html`<p class="site"><a href="${link}" rel="nofollow noopener ugc">${new URL(link).host}</a></p>`}</div></div>
${about === null ? html`<p class="lead">${texts.lead}</p>` : html`<p class="about"><bdi>${about}</bdi></p>`}
${totals(found, language)}
${list(found, language)}`;
  return layout(
    {
      title: `${name} · ${context.site.name}`,
      description: fillText(texts.description, { name }),
      path: `/owner/${slug}`,
      isIndexed: true,
      section: '/',
      main,
    },
    context,
  );
}

/** Sums of what visitors see of the accounts. Portfolios would count their accounts twice. */
function totals(found: readonly AccountLine[], language: Language): Html {
  const { format, words } = language;
  const { totals: labels } = words.owner;
  const accounts = found.filter(({ account }) => account.type === 'account');
  const confirmed = accounts.filter(({ account }) => account.verified.track_record).length;
  const starts = accounts.flatMap(({ account }) => account.performance.since ?? []).sort();
  const figures: [label: string, value: HtmlContent][] = [
    [labels.accounts, format.count(accounts.length)],
    [labels.portfolios, format.count(found.length - accounts.length)],
    [labels.confirmed, format.count(confirmed)],
    [labels.trades, format.count(sumOf(accounts.map(({ trades }) => trades)))],
    // With an unknown start, another one might be the first.
    [labels.since, starts.length === accounts.length && starts[0] ? format.day(starts[0]) : null],
    [labels.balance, balancesOf(accounts, language)],
  ];
  return html`<dl class="record">${figures.map(
    ([label, value]) =>
      value !== null &&
      value !== format.unknown &&
      html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** Returns a sum; null if a value is hidden or unknown. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length === 0 ? null : 0,
  );

/**
 * Writes the balance of all accounts with real money, by currency. Null without such an account, or
 * if a balance is unknown.
 */
function balancesOf(found: readonly AccountLine[], { format }: Language): string | null {
  const real = found.flatMap(({ account }) => (account.demo === true ? [] : [account]));
  const currencies = [...new Set(real.map(({ currency }) => currency))].sort();
  const sums = currencies.map(
    (currency) =>
      [
        sumOf(real.filter((account) => account.currency === currency).map(balanceOf)),
        currency,
      ] as const,
  );
  const isKnown = sums.every(([sum, currency]) => sum !== null && currency !== null);
  if (sums.length === 0 || !isKnown) return null;
  return sums.map(([sum, currency]) => `${format.amount(sum, currency)} ${currency}`).join(' · ');
}

const balanceOf = ({ balance }: AccountLine['account']): number | null => balance;

/**
 * Answers with the published accounts of an owner; owners without any give the same 404 as unknown
 * ones.
 */
export async function ownerAnswer(
  { params, language }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  cache: PageCache,
): Promise<PageAnswer> {
  const { slug: owner = '' } = params;
  using moment = await takeMoment(services);
  const { decisions, version } = moment;
  const publishedAccounts = await publishedOf(owner, decisions);
  const views = await Promise.all(
    publishedAccounts.map(({ slug }) => viewAsStranger(moment, slug)),
  );
  const now = services.clock?.() ?? new Date();
  const found = views.map((view) => listEntry(view, version, cache, now));
  found.sort(
    (first, second) =>
      confirmedOf(second) - confirmedOf(first) ||
      returnOf(second) - returnOf(first) ||
      bySlug(first, second),
  );
  const shown = await decisions.shownOwner(owner);
  const keys = found.map(({ account, shownName }) => [account, shownName]);
  const context = { site: services.site(), assets, language };
  return cachedPage(cache.bodies, ['owner page', owner, shown, keys], context, () =>
    ownerPage(
      { slug: owner, name: null, ...nothing, ...shown },
      found.map((entry) => entry.draw()),
      context,
    ),
  );
}

const nothing = { about: null, link: null, picture: null } as const;

/** Answers with the picture of an owner who has published something. */
export async function ownerPictureAnswer(
  { params: { slug = '' } }: PublicPageRequest,
  { moments }: SiteServices,
): Promise<PageAnswer> {
  using moment = await takeMoment({ moments });
  await publishedOf(slug, moment.decisions);
  const picture = await moment.decisions.ownerPicture(slug);
  if (picture === null) throw nothingHere();
  return { body: createBody(picture), type: types.png, policy: pagePolicy() };
}

/** Returns what an owner has published. Without any, the owner does not exist for strangers. */
async function publishedOf(owner: string, decisions: Decisions): Promise<RegistryAccount[]> {
  const published = (await decisions.accounts()).filter(
    (account) => account.published && account.owner === owner,
  );
  if (published.length === 0) throw nothingHere();
  return published;
}

/** Sorts confirmed track records first, as the search does. */
const confirmedOf = ({ account }: ListEntry): number => Number(account.verified.track_record);

const returnOf = ({ account }: ListEntry): number =>
  account.performance.twr_percent ?? Number.MIN_SAFE_INTEGER;

const bySlug = (first: ListEntry, second: ListEntry): number =>
  first.account.slug < second.account.slug ? -1 : 1;
