import { deletedSlug } from './deleted-slug.ts';
import type { SubjectEntry } from './entries.ts';
import { quoted } from './names.ts';
import type { RegistryAccount } from './schema.ts';
import { proofs } from './words.ts';

/** An account as the file would leave it, and its entry in the file. */
export interface ProposedEntry {
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
  /** Portfolios that the file does not change, by the slug of each member. */
  readonly portfoliosByMember: ReadonlyMap<string, readonly RegistryAccount[]>;
  /** Ids of deleted accounts whose data a run has yet to remove. */
  readonly deleted: ReadonlySet<string>;
  /** Slugs of refused entries. Entries that depend on them get no second fault. */
  readonly refused: ReadonlySet<string>;
  readonly now: Date;
}

/** Returns conflicts of a well-formed entry with the rest of the registry. */
export function conflictsOf(proposed: ProposedEntry, outcome: AppliedRegistry): string[] {
  return rules.flatMap(([rule]) => rule(proposed, outcome));
}

/** Returns conflicts of the valid keys of a malformed entry. */
export function conflictsOfValidKeys(proposed: ProposedEntry, outcome: AppliedRegistry): string[] {
  return rules.flatMap(([rule, keys]) =>
    keys.every((key) => proposed.entry[key] !== undefined) ? rule(proposed, outcome) : [],
  );
}

type Rule = (proposed: ProposedEntry, outcome: AppliedRegistry) => string[];

const ownerExists: Rule = ({ account: { owner } }, { owners }) =>
  owners.has(owner) ? [] : [`owner ${quoted(owner)} is not in the registry or the file`];

const slugIsNeverReused: Rule = ({ account }, { firstUses }) => {
  const { slug, type, account_id } = account;
  if (firstUses.has(deletedSlug(slug))) {
    return ["the slug belonged to a deleted account and can't be used again; choose another"];
  }
  const first = firstUses.get(slug);
  if (first === undefined || (first.type === type && first.account_id === account_id)) return [];
  const holder =
    first.account_id === null ? 'a portfolio' : `account_id ${quoted(first.account_id)}`;
  return [`the slug belongs to ${holder} and can't be used again; choose another`];
};

const accountIdHasOneSlug: Rule = ({ account: { account_id, ...account } }, outcome) => {
  const slug = outcome.slugsByAccountId.get(account_id ?? '');
  return slug === undefined || slug === account.slug
    ? []
    : [`account_id ${quoted(account_id)} has the slug ${quoted(slug)} already`];
};

/** Otherwise the run that removes the old data would remove what comes anew too. */
const deletedDataIsGone: Rule = ({ account: { account_id } }, { deleted }) =>
  deleted.has(account_id ?? '')
    ? [
        `account_id ${quoted(account_id)} was deleted by its owner and its data is not removed yet; add it after the next run`,
      ]
    : [];

const membersAreAccountsOfTheOwner: Rule = ({ account }, { accounts, refused }) => {
  return account.members.flatMap((slug) => {
    const member = accounts.get(slug);
    if (member === undefined) {
      return refused.has(slug) ? [] : [`member ${quoted(slug)} is not in the registry or the file`];
    }
    if (member.type === 'portfolio') return [`member ${quoted(slug)} is a portfolio`];
    return member.owner === account.owner
      ? []
      : [`member ${quoted(slug)} belongs to ${quoted(member.owner)}`];
  });
};

const portfoliosKeepTheirOwner: Rule = ({ account }, { portfoliosByMember }) =>
  (portfoliosByMember.get(account.slug) ?? [])
    .filter(({ owner }) => owner !== account.owner)
    .map(({ slug, owner }) => `portfolio ${quoted(slug)} of ${quoted(owner)} has it as a member`);

const cutsMoveForwardOnly: Rule = ({ account: { account_id }, entry }, outcome) => {
  const before = outcome.cutsByAccountId.get(account_id ?? '');
  const cut = entry.history_cut_at;
  if (before === undefined || cut === undefined || (cut !== null && cut >= before)) return [];
  return [
    `history_cut_at ${quoted(cut)} would bring back history before ${before}, which was permanently removed; choose a later day`,
  ];
};

const marksAreOfThePast: Rule = ({ entry: { verified } }, { now }) =>
  [verified?.identity, verified?.track_record].flatMap((mark) => {
    const at = typeof mark === 'object' ? mark.at : null;
    return at && Date.parse(at) > now.getTime()
      ? [`verified: at ${quoted(at)} is in the future; give the day on which it was confirmed`]
      : [];
  });

const nobodyIsAProof: Rule = ({ entry: { verified } }) =>
  [verified?.identity, verified?.track_record].flatMap((mark) => {
    const by = typeof mark === 'object' ? (mark.by?.trim().toLowerCase() ?? '') : '';
    return proofs.includes(by)
      ? [
          `verified: by ${quoted(by)} is reserved for what trackrecord itself saw; name the person who confirmed it`,
        ]
      : [];
  });

/** Rules, each with the keys of an entry that it checks. */
const rules: readonly (readonly [Rule, readonly (keyof SubjectEntry)[]])[] = [
  [ownerExists, ['owner']],
  [slugIsNeverReused, ['slug', 'account_id']],
  [accountIdHasOneSlug, ['slug', 'account_id']],
  [deletedDataIsGone, ['account_id']],
  [membersAreAccountsOfTheOwner, ['owner', 'members']],
  [portfoliosKeepTheirOwner, ['slug', 'owner']],
  [cutsMoveForwardOnly, ['account_id', 'history_cut_at']],
  [marksAreOfThePast, ['verified']],
  [nobodyIsAProof, ['verified']],
];
