import { restatedFigures } from '../../../pipeline/shown/restatements.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { monthsFeed } from '../parts/feed.ts';
import { pagePolicy } from '../policies.ts';
import { pageFingerprint, readPageAccount } from '../public-accounts.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';

/** Answers with the monthly returns as an Atom feed; hidden and unknown ones give the same 404. */
export async function feedAnswer(
  { params, language }: PublicPageRequest,
  services: SiteServices,
  _pages: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  using moment = await takeMoment(services);
  const view = await viewAsStranger(moment, params.slug ?? '');
  const { version } = moment;
  if (view.hidden.has('monthly')) throw nothingHere();
  const key = `feed ${pageFingerprint(view)} ${[language.to('/'), language.code, site.baseUrl]}`;
  const body = bodies.get(key, () => {
    const text = version.snapshot.part(view.entry.id, 'restatements')?.toString();
    const restated = text === undefined ? [] : restatedFigures(text);
    return Buffer.from(monthsFeed(readPageAccount(view, version), restated, site, language));
  });
  return { body, type: types.atom, policy: pagePolicy() };
}
