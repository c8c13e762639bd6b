import type { AccountEntry } from '../publish/snapshot/layout.ts';
import { observedFrom } from '../registry/observed-from.ts';
import { servedBadge } from '../registry/record-badge.ts';
import type { Confirmed, PublicationGap, RegistryAccount, Verified } from '../registry/schema.ts';
import { broker } from '../registry/words.ts';
import { shownOf } from './shown.ts';

/** An owner as everybody sees it. `name` is null without a public name. */
export interface NamedOwner {
  readonly slug: string;
  readonly name: string | null;
}

/** A served version. */
export interface Served {
  readonly version: string;
  entry(id: string): AccountEntry | undefined;
}

/** Published members of a portfolio, and how many of them have each badge. */
export interface ConfirmedMembers extends Readonly<Record<keyof Verified, number>> {
  readonly total: number;
}

/** An account as a version serves it. */
export interface ServedAccount extends RegistryAccount {
  /** Null for accounts that are not portfolios. */
  readonly confirmed_members: ConfirmedMembers | null;
  readonly observed: ObservedTimes;
}

/** When strangers could read an account, as its section `observed` says. */
interface ObservedTimes {
  readonly since: string | null;
  readonly from: string | null;
  readonly gaps: readonly PublicationGap[];
}

/** Returns when strangers could read an account. `members` are those of a portfolio. */
const observedTimes = (
  account: RegistryAccount,
  members: readonly RegistryAccount[],
): ObservedTimes => ({
  since: account.publication?.published_at ?? null,
  from: observedFrom(account, members),
  gaps: account.publication?.gaps ?? [],
});

/**
 * Returns an account with the badge of its track record as it was settled for the data of a served
 * version. A portfolio also has a badge if all its members are published and have it. `siblings`
 * are all accounts of the owner.
 */
export function asServed(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  served: Served,
): ServedAccount {
  const shown = withServedBadge(account, siblings, served);
  if (account.members.length === 0) {
    return { ...shown, confirmed_members: null, observed: observedTimes(account, []) };
  }
  const isMember = new Set(account.members);
  const all = siblings.filter(({ slug }) => isMember.has(slug));
  const members = all
    .filter(({ published }) => published)
    .map((member) => withServedBadge(member, siblings, served));
  const countOf = (badge: keyof Verified) =>
    members.filter(({ verified }) => verified[badge]).length;
  const confirmed_members = {
    identity: countOf('identity'),
    track_record: countOf('track_record'),
    total: members.length,
  };
  const haveAll = (badge: keyof Verified) => confirmed_members[badge] === account.members.length;
  const verified = {
    identity: shown.verified.identity || haveAll('identity'),
    track_record: shown.verified.track_record || haveAll('track_record'),
  };
  const covered_until = verified.track_record ? null : shown.covered_until;
  const observed = observedTimes(account, all);
  return { ...shown, verified, covered_until, confirmed_members, observed };
}

function withServedBadge(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  { version, entry }: Served,
): RegistryAccount {
  const { confirmed, mark_version, settlements, verified } = account;
  const mark = confirmed.track_record;
  if (mark === null && settlements.length === 0) return account;
  const found = settlements.length === 0 ? null : shownOf(account, siblings, entry);
  const data = found === null ? '' : found.entry.data;
  const { track_record, ...badge } = servedBadge(
    { mark, mark_version, settlements },
    { version, data },
  );
  return { ...account, ...badge, verified: { ...verified, track_record } };
}

/**
 * Returns the name, the owner and the badges of an account or portfolio, in the form of the API.
 * `verified` lacks its `reason`, which follows from the figures.
 */
export function namesAndBadges(account: RegistryAccount, owner: NamedOwner) {
  const { name, verified, covered_until, lapsed_at } = account;
  return {
    name,
    owner,
    verified: { ...verified, covered_until, lapsed_at },
    verified_by: confirmationsOf(account),
    published_at: account.publication?.published_at ?? null,
  };
}

/**
 * Returns who confirmed each badge. Null for a badge that the account lacks, unless the operator
 * confirmed it up to a day.
 */
function confirmationsOf(account: RegistryAccount): Confirmed {
  const { confirmed, verified, covered_until, broker_since } = account;
  const read = broker_since === null ? null : { by: broker, at: broker_since, how: null };
  const isMarked = verified.track_record || covered_until !== null;
  const track_record = read ?? (isMarked ? confirmed.track_record : null);
  return { identity: confirmed.identity, track_record };
}
