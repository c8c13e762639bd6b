import { hiddenFromStrangers } from '../../pipeline/registry/hidden-from-strangers.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { Moment } from '../accounts/moment.ts';
import { strangerFor, type View } from '../accounts/view.ts';
import { searchEndpoint } from '../api/search.ts';
import type { Caller } from '../callers/callers.ts';
import type { Body } from '../http/body.ts';
import type { Query } from '../http/parameters.ts';
import type { AccountList } from './account.ts';
import type { Reader } from './reader.ts';
import type { SiteServices } from './site-services.ts';

const stranger: Caller = { kind: 'anonymous' };

/** Returns the current moment for callers without a key. */
export const takeMoment = ({ moments }: Pick<SiteServices, 'moments'>): Promise<Moment> =>
  moments.take(stranger);

/** Returns the view of an account that callers without a key have. */
export const viewAsStranger = (moment: Moment, slug: string): Promise<View> =>
  moment.view(slug, strangerFor(stranger));

/**
 * Returns the view of a reader: of its owner for an account of their own, else of a stranger. A
 * share link shows everybody what strangers see of a public account.
 */
export async function viewAsReader(
  moment: Moment,
  slug: string,
  reader: Reader | null,
  isShared = false,
): Promise<View> {
  if (isShared) return moment.view(slug, { ...strangerFor(stranger), hasLink: true });
  const owned = reader && (await moment.decisions.findOwned(reader.slug, slug));
  return moment.view(slug, { ...strangerFor(stranger), isOwner: owned !== null });
}

/** Returns the names of everything that strangers do not see of an account. */
export async function hiddenFromOthers({ account }: View, moment: Moment): Promise<Hidden> {
  const siblings = await moment.decisions.accountsOfOwner(account.owner);
  const members = siblings.filter(({ slug }) => account.members.includes(slug));
  return hiddenFromStrangers(account, members);
}

/** Returns views of the published members of a portfolio, or `[]` for other accounts. */
export async function publishedMembers({ account }: View, moment: Moment): Promise<View[]> {
  if (account.type !== 'portfolio') return [];
  const siblings = await moment.decisions.accountsOfOwner(account.owner);
  const published = siblings.filter(
    ({ slug, published }) => published && account.members.includes(slug),
  );
  return Promise.all(published.map(({ slug }) => viewAsStranger(moment, slug)));
}

/** Answers a search as the API does for callers without a key. */
export const searchAsStranger = (
  query: Query,
  moment: Moment,
  services: SiteServices,
): Promise<Body> => searchEndpoint.answer({ caller: stranger, slug: '', query }, moment, services);

export const readList = ({ bytes }: Body): AccountList => JSON.parse(bytes.toString());
