import { type PartName, pageParts } from '../../pipeline/publish/snapshot/layout.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { accountText, pagePart, type Sections } from '../accounts/account-object.ts';
import type { Edition } from '../accounts/edition.ts';
import type { Moment } from '../accounts/moment.ts';
import { isLineShown, isWithheld } from '../accounts/privacy.ts';
import { fingerprintOf, strangerFor, type View } from '../accounts/view.ts';
import { searchEndpoint } from '../api/search.ts';
import type { Caller } from '../callers/callers.ts';
import type { Body } from '../http/body.ts';
import type { Query } from '../http/parameters.ts';
import {
  type AccountList,
  type Days,
  type Member,
  type PageAccount,
  type PublicAccount,
  pageSections,
} from './account.ts';
import { shownDownloads } from './downloads.ts';
import type { SiteServices } from './site-services.ts';
import { isStale } from './stale.ts';

const stranger: Caller = { kind: 'anonymous' };
const noSections: Sections = new Set();
const shownSections: Sections = new Set([...pageSections, 'restatements'] as const);
// What grows with the account, or is its owner's alone, is drawn nowhere.
const drawnParts = pageParts.filter(
  (name) => name !== 'daily_index' && name !== 'trade_statistics',
);
const shownOnPages: readonly PartName[] = [
  'summary',
  ...pageSections,
  'restatements',
  ...drawnParts,
];

/** The moment that it is, for somebody without a key. */
export const takeMoment = ({ moments }: Pick<SiteServices, 'moments'>): Promise<Moment> =>
  moments.take(stranger);

/** What somebody without a key may see of a slug. */
export const viewAsStranger = (moment: Moment, slug: string): Promise<View> =>
  moment.view(slug, strangerFor(stranger));

/** The account object without sections. */
export const readSummary = (view: View, { snapshot }: Edition): PublicAccount =>
  JSON.parse(accountText(view, noSections, snapshot));

/** Everything that an account's page shows; equal prints are equal in every byte of it. */
export const pageFingerprint = (view: View): string => fingerprintOf(view, shownOnPages);

/** Whoever is held back has figures of an earlier run than the version. */
export const asOfInstant = ({ entry }: View, { snapshot }: Edition): string =>
  entry.as_of ?? snapshot.manifest.as_of;

/** The members of a portfolio that strangers may see by themselves. */
export async function publishedMembers({ account }: View, moment: Moment): Promise<View[]> {
  if (account.type !== 'portfolio') return [];
  const siblings = await moment.decisions.accountsOfOwner(account.owner);
  const published = siblings.filter(
    ({ slug, published }) => published && account.members.includes(slug),
  );
  return Promise.all(published.map(({ slug }) => viewAsStranger(moment, slug)));
}

/** A member as the page of its portfolio shows it. */
export const readMember = (view: View, { snapshot }: Edition): Member =>
  JSON.parse(accountText(view, onlyMonths, snapshot));

const onlyMonths: Sections = new Set(['monthly']);

/** Parts whose place on a page is empty where they are hidden; what hides cells is not told. */
const hiddenParts = ({ account, hidden }: View): string[] =>
  [...sectionNames, ...(account.type === 'account' ? ['trades' as const] : [])].filter((name) =>
    hidden.has(name),
  );

/** Parts without which a page lacks no drawing and no table. */
const addedLater: readonly PartName[] = ['checked', 'max_open'];

export function readPageAccount(view: View, edition: Edition, now = new Date()): PageAccount {
  const { snapshot } = edition;
  const { hidden } = view;
  const drawn = drawnParts.map((name) => [name, pagePart(view, name, snapshot)] as const);
  const facts = JSON.parse(accountText(view, shownSections, snapshot));
  return {
    ...facts,
    ...Object.fromEntries(drawn),
    hidden: hiddenParts(view),
    isStale: isStale(facts, now),
    as_of: asOfInstant(view, edition),
    files: shownDownloads(hidden).map(({ file }) => file),
    isWaiting: drawn.some(
      ([name, part]) => !addedLater.includes(name) && part === null && !isWithheld(name, hidden),
    ),
  };
}

/** Names the line that widgets and lists draw of an account; null where they draw none. */
export const curveKey = ({ entry, hidden }: View): string | null =>
  (isLineShown(hidden) && entry.parts.curve?.[3]) || null;

/** The days of that line. */
export const readCurve = (view: View, { snapshot }: Edition): Days | null =>
  pagePart(view, 'curve', snapshot);

/** What the versioned API would tell somebody without a key who searches. */
export const searchAsStranger = (
  query: Query,
  moment: Moment,
  services: SiteServices,
): Promise<Body> => searchEndpoint.answer({ caller: stranger, slug: '', query }, moment, services);

export const readList = ({ bytes }: Body): AccountList => JSON.parse(bytes.toString());
