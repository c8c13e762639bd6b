import { widgetParameters } from '../../accounts/widget-options.ts';
import { createBody } from '../../http/body.ts';
import { readQuery } from '../../http/parameters.ts';
import type { PageResources } from '../page-resources.ts';
import { embedPage } from '../pages/embed.ts';
import { pagePolicy } from '../policies.ts';
import { readSummary, takeMoment, viewAsStranger } from '../public-accounts.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

/**
 * Answers with the page for choosing how a widget looks; private and unknown accounts give the same
 * 404.
 */
export async function embedAnswer(
  { params, query, language }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  const look = readQuery(widgetParameters, query);
  using moment = await takeMoment(services);
  const account = readSummary(await viewAsStranger(moment, params.slug ?? ''), moment.version);
  const page = embedPage(account, look, { site: services.site(), assets, language });
  return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
}
