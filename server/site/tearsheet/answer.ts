import type { Drawing } from '../draw.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { pagePolicy } from '../policies.ts';
import { asOfInstant, pageFingerprint, readMember, readPageAccount } from '../public-accounts.ts';
import { type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { publishedMembers, takeMoment, viewAsReader, viewAsStranger } from '../views.ts';

/**
 * Answers with an account on one page as a PDF. The owner of a published account gets the same
 * sheet as strangers, since owners send it to others.
 */
export async function tearSheetAnswer(
  { params, language, reader, isShared = false, client, signal }: PublicPageRequest,
  services: SiteServices,
  _resources: PageResources,
  { drawings }: PageCache,
): Promise<PageAnswer> {
  const slug = params.slug ?? '';
  const site = services.site();
  using moment = await takeMoment(services);
  const { version } = moment;
  const asReader = await viewAsReader(moment, slug, reader, isShared);
  const isOfOwner = asReader.isOwners && !asReader.account.published;
  const view = asReader.isOwners && !isOfOwner ? await viewAsStranger(moment, slug) : asReader;
  const members = await publishedMembers(view, moment);
  const make = (): Drawing => ({
    kind: 'tear sheet',
    account: {
      ...readPageAccount(view, version, services.clock?.()),
      isShared,
      members: members.map((member) => readMember(member, version)),
    },
    site,
    language: language.code,
    isChosen: language.isChosen,
  });
  const fingerprints = [view, ...members].map(pageFingerprint);
  const keys = [fingerprints, asOfInstant(view, version), isShared];
  const key = JSON.stringify(['tear sheet', keys, language.code, language.isChosen, site.baseUrl]);
  const asker = { client, signal, owner: view.account.owner };
  const body = await (isOfOwner ? drawings.draw(asker, make) : drawings.get(key, asker, make));
  return { body, type: types.pdf, policy: pagePolicy() };
}
