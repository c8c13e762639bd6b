import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { ownerPage } from '../pages/owner.ts';
import { pagePolicy } from '../policies.ts';
import { readSummary, takeMoment, viewAsStranger } from '../public-accounts.ts';
import { bytesOf, nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';
import { listEntry } from './list-entries.ts';

/** What an owner has published; one who has published nothing is a 404 like whoever never was. */
export async function ownerAnswer(
  { params, language }: PageCall,
  services: SiteServices,
  { assets }: PageResources,
  kept: PageCache,
): Promise<PageAnswer> {
  const { slug: owner = '' } = params;
  using moment = await takeMoment(services);
  const { decisions, edition } = moment;
  const published = (await decisions.accounts()).filter(
    (account) => account.published && account.owner === owner,
  );
  if (published.length === 0) throw nothingHere();
  const views = await Promise.all(published.map(({ slug }) => viewAsStranger(moment, slug)));
  const found = views.map((view) => listEntry(view, readSummary(view, edition), edition, kept));
  found.sort(
    (one, other) =>
      confirmedOf(other) - confirmedOf(one) ||
      returnOf(other) - returnOf(one) ||
      bySlug(one, other),
  );
  const site = services.site();
  // A page says nothing that these do not decide.
  const shown = found.map(({ account, lineName }) => [account, lineName]);
  const by = [language.to('/'), language.code, assets.version, site.baseUrl];
  const body = kept.bodies.get(JSON.stringify(['owner page', owner, by, shown]), () =>
    bytesOf(
      ownerPage(
        owner,
        found.map((one) => one.draw()),
        { site, assets, language },
      ),
    ),
  );
  return { body, type: types.html, policy: pagePolicy() };
}

type Listed = ReturnType<typeof listEntry>;

/** As in the search: whoever only claims comes behind whose track record is confirmed. */
const confirmedOf = ({ account }: Listed): number => Number(account.verified.track_record);

const returnOf = ({ account }: Listed): number =>
  account.performance.twr_percent ?? Number.MIN_SAFE_INTEGER;

const bySlug = (one: Listed, other: Listed): number =>
  one.account.slug < other.account.slug ? -1 : 1;
