import { createBody } from '../../http/body.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { pagePolicy } from '../policies.ts';
import {
  asOfInstant,
  pageFingerprint,
  readPageAccount,
  takeMoment,
  viewAsReader,
  viewAsStranger,
} from '../public-accounts.ts';
import { type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { tearSheet } from '../tearsheet/sheet.ts';

/**
 * Answers with an account on one page as a PDF. The owner of a published account gets the same
 * sheet as strangers, since owners send it to others.
 */
export async function tearSheetAnswer(
  { params, language, reader, isShared = false }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { images }: PageCache,
): Promise<PageAnswer> {
  const slug = params.slug ?? '';
  const context = { site: services.site(), assets, language };
  using moment = await takeMoment(services);
  const { version } = moment;
  const asReader = await viewAsReader(moment, slug, reader, isShared);
  const isOfOwner = asReader.isOwners && !asReader.account.published;
  const view = asReader.isOwners && !isOfOwner ? await viewAsStranger(moment, slug) : asReader;
  const make = () => {
    const account = readPageAccount(view, version, services.clock?.());
    return tearSheet({ ...account, isShared }, context);
  };
  const keys = [pageFingerprint(view), asOfInstant(view, version), isShared];
  const key = JSON.stringify(['tear sheet', keys, language.code, context.site.baseUrl]);
  const body = isOfOwner ? createBody(await make()) : await images.get(key, make);
  return { body, type: types.pdf, policy: pagePolicy() };
}
