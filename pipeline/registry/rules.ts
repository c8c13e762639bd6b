import type { SubjectEntry } from './entries.ts';
import { shown } from './names.ts';
import type { RegistryAccount } from './schema.ts';

/** An account as the file would leave it, and what the file itself says of it. */
export interface Proposed {
  readonly account: RegistryAccount;
  readonly entry: SubjectEntry;
}

/** The registry as it would be with the file applied. */
export interface AppliedRegistry {
  readonly owners: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, RegistryAccount>;
  /** The account that a slug was first given to. */
  readonly firstUses: ReadonlyMap<string, Pick<RegistryAccount, 'type' | 'account_id'>>;
  readonly slugsByAccountId: ReadonlyMap<string, string>;
  /** The day before which an account's history was removed, whatever its slug. */
  readonly cutsByAccountId: ReadonlyMap<string, string>;
  /** Portfolios that the file leaves as they are. */
  readonly portfoliosByMember: ReadonlyMap<string, readonly RegistryAccount[]>;
  /** Slugs of entries that are refused themselves: what depends on them is not blamed twice. */
  readonly refused: ReadonlySet<string>;
  readonly now: Date;
}

/** Returns conflicts of a well-formed entry with the rest of the registry. */
export function conflictsOf(proposed: Proposed, outcome: AppliedRegistry): string[] {
  return rules.flatMap(([rule]) => rule(proposed, outcome));
}

/** Returns conflicts of the valid keys of a malformed entry. */
export function conflictsOfSound(proposed: Proposed, outcome: AppliedRegistry): string[] {
  return rules.flatMap(([rule, keys]) =>
    keys.every((key) => proposed.entry[key] !== undefined) ? rule(proposed, outcome) : [],
  );
}

type Rule = (proposed: Proposed, outcome: AppliedRegistry) => string[];

const ownerExists: Rule = ({ account: { owner } }, { owners }) =>
  owners.has(owner) ? [] : [`owner ${shown(owner)} is not in the registry or the file`];

const slugIsNeverReused: Rule = ({ account }, { firstUses }) => {
  const { slug, type, account_id } = account;
  const first = firstUses.get(slug);
  if (first === undefined || (first.type === type && first.account_id === account_id)) return [];
  const holder =
    first.account_id === null ? 'a portfolio' : `account_id ${shown(first.account_id)}`;
  return [`the slug was given to ${holder} and is never reused; take another slug`];
};

const accountIdHasOneSlug: Rule = ({ account: { account_id, ...account } }, outcome) => {
  const slug = outcome.slugsByAccountId.get(account_id ?? '');
  return slug === undefined || slug === account.slug
    ? []
    : [`account_id ${shown(account_id)} has the slug ${shown(slug)} already`];
};

const membersAreAccountsOfTheOwner: Rule = ({ account }, { accounts, refused }) => {
  return account.members.flatMap((slug) => {
    const member = accounts.get(slug);
    if (member === undefined) {
      return refused.has(slug) ? [] : [`member ${shown(slug)} is not in the registry or the file`];
    }
    if (member.type === 'portfolio') return [`member ${shown(slug)} is a portfolio`];
    return member.owner === account.owner
      ? []
      : [`member ${shown(slug)} belongs to ${shown(member.owner)}`];
  });
};

const portfoliosKeepTheirOwner: Rule = ({ account }, { portfoliosByMember }) =>
  (portfoliosByMember.get(account.slug) ?? [])
    .filter(({ owner }) => owner !== account.owner)
    .map(({ slug, owner }) => `portfolio ${shown(slug)} of ${shown(owner)} has it as a member`);

const cutsMoveForwardOnly: Rule = ({ account: { account_id }, entry }, outcome) => {
  const before = outcome.cutsByAccountId.get(account_id ?? '');
  const cut = entry.history_cut_at;
  if (before === undefined || cut === undefined || (cut !== null && cut >= before)) return [];
  return [
    `history_cut_at ${shown(cut)} would bring back what was permanently removed: everything before ${before}; it can only move forward`,
  ];
};

const marksAreOfThePast: Rule = ({ entry: { verified } }, { now }) =>
  [verified?.identity, verified?.track_record].flatMap((mark) => {
    const at = typeof mark === 'object' ? mark.at : null;
    return at && Date.parse(at) > now.getTime()
      ? [`verified: at ${shown(at)} is in the future; say when it was confirmed`]
      : [];
  });

/** Each rule with the keys of an entry that it is about. */
const rules: readonly (readonly [Rule, readonly (keyof SubjectEntry)[]])[] = [
  [ownerExists, ['owner']],
  [slugIsNeverReused, ['slug', 'account_id']],
  [accountIdHasOneSlug, ['slug', 'account_id']],
  [membersAreAccountsOfTheOwner, ['owner', 'members']],
  [portfoliosKeepTheirOwner, ['slug', 'owner']],
  [cutsMoveForwardOnly, ['account_id', 'history_cut_at']],
  [marksAreOfThePast, ['verified']],
];
