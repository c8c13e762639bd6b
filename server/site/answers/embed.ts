import { widgetParameters } from '../../accounts/looks.ts';
import { createBody } from '../../http/body.ts';
import { readQuery } from '../../http/parameters.ts';
import { lookAt, momentOf, readFacts } from '../asking.ts';
import { embedPage } from '../pages/embed.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';

/** The page where anybody chooses how a widget looks; private and unknown accounts are one 404. */
export async function embedAnswer(
  { params, query, language }: PageCall,
  services: SiteServices,
  { assets }: Pages,
): Promise<PageAnswer> {
  const look = readQuery(widgetParameters, query);
  using moment = await momentOf(services);
  const account = readFacts(await lookAt(moment, params.slug ?? ''), moment.edition);
  const page = embedPage(account, look, { site: services.site(), assets, language });
  return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
}
