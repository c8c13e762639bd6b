import { createHash } from 'node:crypto';
import {
  emptyId,
  listParts,
  type PartName,
  portfolioId,
} from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import {
  asServed,
  type NamedOwner,
  namesAndBadges,
  type ServedAccount,
} from '../../pipeline/shown/names-and-badges.ts';
import { type Hidden, type Shown, shownOf } from '../../pipeline/shown/shown.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { type Caller, mustCredit, requireScope } from '../callers/callers.ts';
import type { Decisions } from '../callers/live-registry.ts';
import { ApiError } from '../http/errors.ts';
import { after, type MaybePromise } from '../http/memory.ts';
import { type Attribution, attributionOf, type Site } from './attribution.ts';

/** Rights of a caller. */
export interface Viewer {
  /** True for an owner, who sees everything; strangers see only what the owner shows. */
  readonly isOwner: boolean;
  /** True if the viewer has a share link, which opens a private account as if it were public. */
  readonly hasLink?: boolean;
  readonly mustCredit: boolean;
}

/** Returns a caller's rights for a slug; throws a 403 if the key lacks the scope. */
export function viewerOf(caller: Caller, decisions: Decisions, slug: string): MaybePromise<Viewer> {
  if (caller.kind !== 'key') return strangerFor(caller);
  // Search only the caller's accounts, so that the answer reveals nothing about private accounts
  // of other owners.
  return after(decisions.findOwned(caller.owner, slug), (account) => {
    if (account && caller.scopes.includes('accounts:read')) return ownerFor(caller);
    requireScope(caller, account && !account.published ? 'accounts:read' : 'public:read');
    return strangerFor(caller);
  });
}

const ownerFor = (caller: Caller): Viewer => ({
  isOwner: true,
  mustCredit: mustCredit(caller),
});

export const strangerFor = (caller: Caller): Viewer => ({ ...ownerFor(caller), isOwner: false });

/** An account or portfolio with the published data that a viewer may see. */
export interface View extends Shown {
  readonly account: ServedAccount;
  /** True if the viewer is its owner, who also sees private members. */
  readonly isOwners: boolean;
  /** True if the viewer came by a share link. */
  readonly isShared: boolean;
  readonly owner: NamedOwner;
  readonly attribution: Attribution;
  /** Name of the operator, for the badges that the operator gave; null if it is unset. */
  readonly operator: string | null;
  /**
   * Hash that is equal for views whose answers are equal in every byte, for all sections and lists.
   */
  readonly fingerprint: string;
}

type ViewContent = Omit<View, 'fingerprint'>;

/** Sources of views. */
export interface Sources {
  readonly decisions: Decisions;
  readonly snapshot: Snapshot;
  readonly site: Site;
}

const nothingHidden: Hidden = new Set();

const shownParts: readonly PartName[] = [
  'summary',
  ...sectionNames,
  'restatements',
  ...listParts.flatMap((name) => [name, `${name}.index`] as const),
];

/**
 * Joins the current decisions with published data; `siblings` are all accounts of the owner.
 * Nothing is hidden from the owner.
 */
export async function viewOf(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  viewer: Viewer,
  sources: Sources,
): Promise<View> {
  const id = account.type === 'portfolio' ? portfolioId(account.slug) : account.account_id;
  await sources.snapshot.bring(id ?? emptyId);
  return viewInList(account, siblings, viewer, sources);
}

/** As `viewOf`, but the parts may not be here yet. */
export async function viewInList(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  { isOwner, hasLink = false, mustCredit }: Viewer,
  { decisions, snapshot, site }: Sources,
): Promise<View> {
  const owner = { slug: account.owner, name: await decisions.ownerName(account.owner) };
  const visible = shownOf(account, siblings, (id) => snapshot.entry(id));
  if (visible === null) throw new ApiError('unavailable');
  const everything = {
    hidden: nothingHidden,
    rows: visible.entry.members.map(() => nothingHidden),
  };
  let fingerprint: string | undefined;
  const view = {
    account: asServed(account, siblings, {
      version: snapshot.version,
      entry: (id) => snapshot.entry(id),
    }),
    isOwners: isOwner,
    isShared: hasLink,
    owner,
    operator: site.operatorName,
    attribution: attributionOf(site, account.slug, mustCredit),
    ...visible,
    ...(isOwner && everything),
    get fingerprint(): string {
      fingerprint ??= fingerprintOf(view, shownParts);
      return fingerprint;
    },
  };
  return view;
}

/**
 * Returns a hash of what a view shows of these parts. Two views with equal hashes give equal
 * answers, if the answers use no other part.
 */
export function fingerprintOf(view: ViewContent, parts: readonly PartName[]): string {
  const { account, entry, hidden, rows, isOwners } = view;
  const hashes = parts.map((name) => entry.parts[name]?.sha256);
  const flags = [hidden, ...rows].map((flags) => flags && [...flags]);
  const content = JSON.stringify([
    [...liveFields(view)],
    account.created_at,
    account.confirmed_members,
    account.observed,
    isOwners,
    flags,
    hashes,
  ]);
  return createHash('sha256').update(content).digest('base64url');
}

/** Returns the members of the account object that come from decisions, as JSON text. */
export function liveFields({ account, historyCutAt, owner, attribution }: ViewContent) {
  const { type, slug, published } = account;
  const values = {
    type,
    slug,
    history_cut_at: historyCutAt,
    published,
    ...namesAndBadges(account, owner),
    attribution,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}
