import { type PartName, pageParts } from '../../pipeline/snapshot/layout.ts';
import {
  type AccountView,
  accountText,
  fingerprintOf,
  pagePart,
  type Sections,
} from '../account-object.ts';
import type { Body } from '../body.ts';
import type { Caller } from '../callers.ts';
import { searchEndpoint } from '../endpoints/search.ts';
import type { Query } from '../parameters.ts';
import { isLineShown, isWithheld } from '../privacy.ts';
import type { Services } from '../services.ts';
import { strangerSight } from '../sight.ts';
import type { Edition } from '../snapshot/holder.ts';
import type { AccountList, Days, PageAccount, PublicAccount } from './account.ts';
import { shownDownloads } from './downloads.ts';

const stranger: Caller = { kind: 'anonymous' };
const noSections: Sections = new Set();
const pageSections: Sections = new Set(['monthly', 'advanced']);
const shownOnPages: readonly PartName[] = ['summary', ...pageSections, ...pageParts];

/** Works with what somebody without a key may see of a slug, from one version to the end. */
export const lookAt = <Result>(
  { registry, snapshots, views }: Services,
  slug: string,
  work: (view: AccountView, edition: Edition) => Result | Promise<Result>,
): Promise<Result> =>
  snapshots.use(async (edition) => {
    const decisions = await registry.decisions();
    return work(await views.find(decisions, edition, strangerSight(stranger), slug), edition);
  });

/** The account object without sections. */
export const readFacts = (view: AccountView, { snapshot }: Edition): PublicAccount =>
  JSON.parse(accountText(view, noSections, snapshot));

/** Everything that an account's page shows; equal prints are equal in every byte of it. */
export const printOf = (view: AccountView): string => fingerprintOf(view, shownOnPages);

/** Whoever is held back has figures of an earlier run than the version. */
export const instantOf = ({ subject: { entry } }: AccountView, { snapshot }: Edition): string =>
  entry.as_of ?? snapshot.manifest.as_of;

export function readPage(view: AccountView, edition: Edition): PageAccount {
  const { snapshot } = edition;
  const { hidden } = view.subject;
  const drawn = pageParts.map((name) => [name, pagePart(view, name, snapshot)] as const);
  return {
    ...JSON.parse(accountText(view, pageSections, snapshot)),
    ...Object.fromEntries(drawn),
    as_of: instantOf(view, edition),
    files: shownDownloads(hidden).map(({ file }) => file),
    isWaiting: drawn.some(([name, part]) => part === null && !isWithheld(name, hidden)),
  };
}

/** Names the line that widgets and lists draw of an account; null where they draw none. */
export const lineOf = ({ subject: { entry, hidden } }: AccountView): string | null =>
  (isLineShown(hidden) && entry.parts.curve?.[3]) || null;

/** The days of that line. */
export const readLine = (view: AccountView, { snapshot }: Edition): Days | null =>
  pagePart(view, 'curve', snapshot);

/** Asks the versioned API what it would tell somebody without a key. */
export const askSearch = (services: Services, query: Query): Promise<Body> =>
  searchEndpoint.ask({ caller: stranger, slug: '', query }, services);

export const readList = ({ bytes }: Body): AccountList => JSON.parse(bytes.toString());

/** Answers everything asked within `work` from one snapshot and one state of the registry. */
export async function atOneMoment<Result>(
  services: Services,
  work: (pinned: Services) => Promise<Result>,
): Promise<Result> {
  const { snapshots, registry } = services;
  return snapshots.use(async (edition) => {
    const decisions = await registry.decisions();
    return work({
      ...services,
      snapshots: { ...snapshots, use: async (ask) => ask(edition) },
      registry: { ...registry, decisions: async () => decisions },
    });
  });
}
