import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { Decisions } from '../../callers/live-registry.ts';
import { createBody } from '../../http/body.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { ownerPage } from '../pages/owner.ts';
import { pagePolicy } from '../policies.ts';
import { takeMoment, viewAsStranger } from '../public-accounts.ts';
import { bytesOf, nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { type ListEntry, listEntry } from './list-entries.ts';

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
  const site = services.site();
  // Everything that changes the page is part of the cache key.
  const shown = await decisions.shownOwner(owner);
  const keys = found.map(({ account, shownName }) => [account, shownName]);
  const by = [language.to('/'), language.code, assets.version, site.baseUrl];
  const body = cache.bodies.get(JSON.stringify(['owner page', owner, shown, by, keys]), () =>
    bytesOf(
      ownerPage(
        { slug: owner, name: null, ...nothing, ...shown },
        found.map((entry) => entry.draw()),
        { site, assets, language },
      ),
    ),
  );
  return { body, type: types.html, policy: pagePolicy() };
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
