import { createBody } from '../../http/body.ts';
import type { PageResources } from '../page-resources.ts';
import { numbersPage } from '../pages/numbers.ts';
import { pagePolicy } from '../policies.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

/** Answers with the page that explains how figures are computed. */
export async function numbersAnswer(
  { language }: PublicPageRequest,
  { site }: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  const page = numbersPage({ site: site(), assets, language });
  return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
}
