import { gainWithin } from '../../accounts/gain.ts';
import { isLineShown } from '../../accounts/privacy.ts';
import type { Query } from '../../http/parameters.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { chooseToCompare, commonOf, comparePage } from '../pages/compare.ts';
import { pagePolicy } from '../policies.ts';
import {
  curveKey,
  pageFingerprint,
  readCurve,
  readPageAccount,
  takeMoment,
  viewAsStranger,
} from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';

const [min, max] = [2, 4];

/**
 * Answers with a comparison of published accounts; private and unknown accounts give the same 404.
 */
export async function compareAnswer(
  { query, language }: PageCall,
  services: SiteServices,
  { assets }: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  const context = { site, assets, language };
  const slugs = slugsIn(query);
  const policy = pagePolicy();
  if (slugs.length < min || slugs.length > max) {
    if (slugs.length > 0) throw new RefusedPage(chooseToCompare(context, true));
    const key = JSON.stringify(['compare', language.to('/'), language.code, assets.version, site]);
    const body = bodies.get(key, () => bytesOf(chooseToCompare(context, false)));
    return { body, type: types.html, policy };
  }
  using moment = await takeMoment(services);
  const { version } = moment;
  const views = await Promise.all(slugs.map((slug) => viewAsStranger(moment, slug)));
  const shown = views.map((view) => [pageFingerprint(view), curveKey(view)]);
  const by = [language.to('/'), language.code, assets.version, site.baseUrl];
  const body = bodies.get(JSON.stringify(['compare', by, shown]), () => {
    const curves = views.map((view) =>
      isLineShown(view.hidden) ? readCurve(view, version) : null,
    );
    const span = commonOf(curves.filter((days) => days !== null));
    const compared = views.map((view, at) => ({
      account: readPageAccount(view, version),
      days: curves[at] ?? null,
      gain:
        span &&
        (gainWithin(version.dailyIndexes.of(view), dayOf(span.from), dayOf(span.to))?.gain ?? null),
    }));
    return bytesOf(comparePage(compared, context));
  });
  return { body, type: types.html, policy };
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Lists the slugs in a query, each once, whether repeated or separated by commas. */
function slugsIn({ slug }: Query): string[] {
  const texts = [slug].flat().filter((text) => typeof text === 'string');
  const slugs = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  return [...new Set(slugs.filter((text) => text !== ''))];
}
