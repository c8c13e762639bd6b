import type { AccountEntry, PortfolioEntry } from './entries.ts';
import { shown } from './names.ts';

export type Entry = AccountEntry | PortfolioEntry;

/** What the rules need to know of an account, from the registry or from the file. */
export interface Known {
  readonly slug: string;
  readonly type: 'account' | 'portfolio';
  readonly account_id: string | null;
  readonly owner: string;
  readonly members: readonly string[];
}

/** The registry as it would be with the file applied. */
export interface Outcome {
  readonly owners: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, Known>;
  /** The account that a slug was first given to. */
  readonly firstUses: ReadonlyMap<string, Pick<Known, 'type' | 'account_id'>>;
  readonly slugsByAccountId: ReadonlyMap<string, string>;
  /** Portfolios that the file leaves as they are. */
  readonly portfoliosByMember: ReadonlyMap<string, readonly Known[]>;
  /** Slugs of entries that are refused themselves: what depends on them is not blamed twice. */
  readonly refused: ReadonlySet<string>;
}

/** What forbids an entry that is well-formed in itself. */
export function conflictsOf(entry: Entry, outcome: Outcome): string[] {
  return rules.flatMap((rule) => rule(entry, outcome));
}

export function knownOf(entry: Entry): Known {
  return entry.type === 'account' ? { ...entry, members: [] } : { ...entry, account_id: null };
}

type Rule = (entry: Entry, outcome: Outcome) => string[];

const ownerExists: Rule = ({ owner }, { owners }) =>
  owners.has(owner) ? [] : [`owner ${shown(owner)} is not in the registry or the file`];

const slugIsNeverReused: Rule = (entry, { firstUses }) => {
  const first = firstUses.get(entry.slug);
  const { type, account_id } = knownOf(entry);
  if (first === undefined || (first.type === type && first.account_id === account_id)) return [];
  const holder =
    first.account_id === null ? 'a portfolio' : `account_id ${shown(first.account_id)}`;
  return [`the slug was given to ${holder} and is never reused; take another slug`];
};

const accountIdHasOneSlug: Rule = (entry, { slugsByAccountId }) => {
  if (entry.type !== 'account') return [];
  const slug = slugsByAccountId.get(entry.account_id);
  return slug === undefined || slug === entry.slug
    ? []
    : [`account_id ${shown(entry.account_id)} has the slug ${shown(slug)} already`];
};

const membersAreAccountsOfTheOwner: Rule = (entry, { accounts, refused }) => {
  if (entry.type !== 'portfolio') return [];
  return entry.members.flatMap((slug) => {
    const member = accounts.get(slug);
    if (member === undefined) {
      return refused.has(slug) ? [] : [`member ${shown(slug)} is not in the registry or the file`];
    }
    if (member.type === 'portfolio') return [`member ${shown(slug)} is a portfolio`];
    return member.owner === entry.owner
      ? []
      : [`member ${shown(slug)} belongs to ${shown(member.owner)}`];
  });
};

const portfoliosKeepTheirOwner: Rule = (entry, { portfoliosByMember }) =>
  (portfoliosByMember.get(entry.slug) ?? [])
    .filter(({ owner }) => owner !== entry.owner)
    .map(({ slug, owner }) => `portfolio ${shown(slug)} of ${shown(owner)} has it as a member`);

const rules: readonly Rule[] = [
  ownerExists,
  slugIsNeverReused,
  accountIdHasOneSlug,
  membersAreAccountsOfTheOwner,
  portfoliosKeepTheirOwner,
];
