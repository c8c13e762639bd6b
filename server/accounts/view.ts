import { createHash } from 'node:crypto';
import { listParts, type PartName } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { type Hidden, type Shown, shownOf } from '../../pipeline/shown/shown.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { type Caller, mustCredit, requireScope } from '../callers/callers.ts';
import type { Decisions } from '../callers/live-registry.ts';
import { ApiError } from '../http/errors.ts';
import { type Attribution, attributionOf, type Site } from './attribution.ts';

/** How a caller looks at accounts. */
export interface Viewer {
  /** Sees all of them, published or not; a stranger sees what the owner shows. */
  readonly isOwner: boolean;
  readonly mustCredit: boolean;
}

/** How a caller may look at a slug; a 403 where its scopes do not cover that. */
export async function viewerOf(
  caller: Caller,
  decisions: Decisions,
  slug: string,
): Promise<Viewer> {
  if (caller.kind !== 'key') return strangerFor(caller);
  // Looked for among the caller's own, so that nothing depends on what others keep private.
  const own = await decisions.findOwned(caller.owner, slug);
  if (own && caller.scopes.includes('accounts:read')) return ownerFor(caller);
  requireScope(caller, own && !own.published ? 'accounts:read' : 'public:read');
  return strangerFor(caller);
}

const ownerFor = (caller: Caller): Viewer => ({
  isOwner: true,
  mustCredit: mustCredit(caller),
});

export const strangerFor = (caller: Caller): Viewer => ({ ...ownerFor(caller), isOwner: false });

/** An account or portfolio of the registry beside the published facts of it that a viewer sees. */
export interface View extends Shown {
  readonly account: RegistryAccount;
  /** Whether its owner looks at it, who also sees what is nobody else's business. */
  readonly isOwners: boolean;
  readonly owner: { readonly slug: string; readonly name: string | null };
  readonly attribution: Attribution;
  /** Equal for views that look the same in every byte, whatever sections or lists are asked for. */
  readonly fingerprint: string;
}

type Seen = Omit<View, 'fingerprint'>;

/** What views are made from. */
export interface Sources {
  readonly decisions: Decisions;
  readonly snapshot: Snapshot;
  readonly site: Site;
}

const nothing: Hidden = new Set();

const shownParts: readonly PartName[] = [
  'summary',
  ...sectionNames,
  'restatements',
  ...listParts.flatMap((name) => [name, `${name}.index`] as const),
];

/**
 * Joins the live decisions with the facts of a snapshot; `siblings` are the owner's accounts.
 * From its owner nothing is hidden.
 */
export async function viewOf(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  { isOwner, mustCredit }: Viewer,
  { decisions, snapshot, site }: Sources,
): Promise<View> {
  const owner = { slug: account.owner, name: await decisions.ownerName(account.owner) };
  const shown = shownOf(account, siblings, (id) => snapshot.entry(id));
  if (shown === null) throw new ApiError('unavailable');
  const everything = { hidden: nothing, rows: shown.entry.members.map(() => nothing) };
  let fingerprint: string | undefined;
  const view = {
    account,
    isOwners: isOwner,
    owner,
    attribution: attributionOf(site, account.slug, mustCredit),
    ...shown,
    ...(isOwner && everything),
    get fingerprint(): string {
      fingerprint ??= fingerprintOf(view, shownParts);
      return fingerprint;
    },
  };
  return view;
}

/** Equal for what looks the same in every byte, as long as it is made of these parts alone. */
export function fingerprintOf(view: Seen, parts: readonly PartName[]): string {
  const { account, entry, hidden, rows, isOwners } = view;
  const hashes = parts.map((name) => entry.parts[name]?.[3]);
  const flags = [hidden, ...rows].map((flags) => flags && [...flags]);
  const content = JSON.stringify([
    [...liveFields(view)],
    account.created_at,
    isOwners,
    flags,
    hashes,
  ]);
  return createHash('sha256').update(content).digest('base64url');
}

/** Members of the account object that owners decide on, as JSON text. */
export function liveFields({ account, historyCutAt, owner, attribution }: Seen) {
  const { type, slug, name, published, verified, confirmed } = account;
  const values = {
    type,
    slug,
    name,
    history_cut_at: historyCutAt,
    published,
    verified,
    verified_by: confirmed,
    owner,
    attribution,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}
