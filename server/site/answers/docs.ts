import { describeApi } from '../../openapi/document.ts';
import { english } from '../language/languages.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { docsPage } from '../pages/docs.ts';
import { pagePolicy } from '../policies.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

/** Answers with the API description as a page, in English only. */
export async function docsAnswer(
  _call: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  const body = bodies.get(JSON.stringify(['docs', assets.version, site.baseUrl]), () =>
    bytesOf(docsPage(describeApi(site), { site, assets, language: english })),
  );
  return { body, type: types.html, policy: pagePolicy() };
}
