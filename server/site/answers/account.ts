import { createBody } from '../../http/body.ts';
import {
  instantOf,
  lookAt,
  membersOf,
  momentOf,
  printOf,
  readFacts,
  readMember,
  readPage,
} from '../asking.ts';
import { readDownload } from '../downloads.ts';
import type { Kept } from '../kept.ts';
import { accountPage } from '../pages/account.ts';
import { checkedPage } from '../pages/checked.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, bytesOf, nothingHere, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';
import { isStale } from '../stale.ts';

/** The page of a published account; private and unknown ones are one 404. */
export const accountAnswer = answerWith('account page', accountPage);

/** The page that says how its record was checked, to whoever may see the account's page. */
export const checkedAnswer = answerWith('checked page', checkedPage);

function answerWith(name: string, page: typeof accountPage) {
  return async (
    { params, language }: PageCall,
    services: SiteServices,
    { assets }: Pages,
    { bodies }: Kept,
  ): Promise<Answer> => {
    const site = services.site();
    using moment = await momentOf(services);
    const view = await lookAt(moment, params.slug ?? '');
    const { edition } = moment;
    // A page says nothing that these do not decide.
    const now = services.clock?.() ?? new Date();
    const stale = isStale(readFacts(view, edition), now);
    const day = instantOf(view, edition).slice(0, 10);
    const members = await membersOf(view, moment);
    const prints = [view, ...members].map(printOf);
    const by = [name, language.to('/'), language.code, day, stale, assets.version, site.baseUrl];
    const body = bodies.get(JSON.stringify([prints, by]), () => {
      const account = {
        ...readPage(view, edition, now),
        members: members.map((member) => readMember(member, edition)),
      };
      return bytesOf(page(account, { site, assets, language }));
    });
    return { body, type: types.html, policy: pagePolicy() };
  };
}

/** A table of an account's page as CSV; a hidden one is a 404 like any other. */
export async function downloadAnswer(
  { params }: PageCall,
  services: SiteServices,
): Promise<Answer> {
  const { slug = '', file = '' } = params;
  using moment = await momentOf(services);
  const bytes = readDownload(await lookAt(moment, slug), file, moment.edition.snapshot);
  if (bytes === null) throw nothingHere();
  return { body: createBody(bytes), type: types.csv, policy: pagePolicy() };
}
