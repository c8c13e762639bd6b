import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { ownerPage } from '../pages/owner.ts';
import { pagePolicy } from '../policies.ts';
import { readSummary, takeMoment, viewAsStranger } from '../public-accounts.ts';
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
  const publishedAccounts = (await decisions.accounts()).filter(
    (account) => account.published && account.owner === owner,
  );
  if (publishedAccounts.length === 0) throw nothingHere();
  const views = await Promise.all(
    publishedAccounts.map(({ slug }) => viewAsStranger(moment, slug)),
  );
  const now = services.clock?.() ?? new Date();
  const found = views.map((view) =>
    listEntry(view, readSummary(view, version), version, cache, now),
  );
  found.sort(
    (first, second) =>
      confirmedOf(second) - confirmedOf(first) ||
      returnOf(second) - returnOf(first) ||
      bySlug(first, second),
  );
  const site = services.site();
  // Everything that changes the page is part of the cache key.
  const keys = found.map(({ account, shownName }) => [account, shownName]);
  const by = [language.to('/'), language.code, assets.version, site.baseUrl];
  const body = cache.bodies.get(JSON.stringify(['owner page', owner, by, keys]), () =>
    bytesOf(
      ownerPage(
        owner,
        found.map((entry) => entry.draw()),
        { site, assets, language },
      ),
    ),
  );
  return { body, type: types.html, policy: pagePolicy() };
}

/** Sorts confirmed track records first, as the search does. */
const confirmedOf = ({ account }: ListEntry): number => Number(account.verified.track_record);

const returnOf = ({ account }: ListEntry): number =>
  account.performance.twr_percent ?? Number.MIN_SAFE_INTEGER;

const bySlug = (first: ListEntry, second: ListEntry): number =>
  first.account.slug < second.account.slug ? -1 : 1;
