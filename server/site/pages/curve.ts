import { createBody } from '../../http/body.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { curveData } from '../parts/curve-data.ts';
import { pagePolicy } from '../policies.ts';
import { pageFingerprint, readEveryDay, readPageAccount } from '../public-accounts.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsReader } from '../views.ts';

/**
 * Answers with every day of a curve, which the chart of a long record loads. A hidden curve gives
 * the usual 404.
 */
export async function curveAnswer(
  { params, reader, isShared = false }: PublicPageRequest,
  services: SiteServices,
  _pages: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
  const { version } = moment;
  const read = () => {
    const account = readPageAccount(view, version);
    const days = account.curve_days ?? readEveryDay(view, version);
    if (days === null || account.growth === null) throw nothingHere();
    return Buffer.from(JSON.stringify(curveData(account, days, account.growth)));
  };
  const body = view.isOwners
    ? createBody(read())
    : bodies.get(JSON.stringify(['curve', pageFingerprint(view)]), read);
  return { body, type: types.json, policy: pagePolicy() };
}
