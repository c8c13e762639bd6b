import type { Moment } from '../../accounts/moment.ts';
import { createBody } from '../../http/body.ts';
import { describeApi } from '../../openapi/document.ts';
import { maxLength } from '../docs/search.ts';
import { english } from '../language/languages.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { type DocsExample, docsPage } from '../pages/docs.ts';
import { pagePolicy } from '../policies.ts';
import { readList, searchAsStranger, takeMoment } from '../public-accounts.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

/** Answers with the API description as a page, in English only, and with what `q` finds in it. */
export async function docsAnswer(
  { query }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  using moment = await takeMoment(services);
  const example = await exampleIn(moment, services);
  const text = typeof query.q === 'string' ? query.q.trim().slice(0, maxLength) : '';
  const render = () =>
    bytesOf(docsPage(describeApi(site), example, text, { site, assets, language: english }));
  // Pages with a search are not cached: there are too many texts.
  const body =
    text === ''
      ? bodies.get(JSON.stringify(['docs', assets.version, site.baseUrl, example]), render)
      : createBody(render());
  return { body, type: types.html, policy: pagePolicy() };
}

/** Returns the published account that a search lists first; null if nothing is published. */
async function exampleIn(moment: Moment, services: SiteServices): Promise<DocsExample | null> {
  const found = await searchAsStranger({ type: 'account', limit: '1' }, moment, services);
  const [first] = readList(found).data;
  return first ? { slug: first.slug, twr_percent: first.performance.twr_percent } : null;
}
