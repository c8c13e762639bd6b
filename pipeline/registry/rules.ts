import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
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
  /** The account that a slug was given to, even if its entry is gone. */
  readonly firstUses: ReadonlyMap<string, Pick<RegistryAccount, 'type' | 'account_id'>>;
  readonly slugsByAccountId: ReadonlyMap<string, string>;
  /** Accounts that a run loaded data of. An entry of another account can be corrected. */
  readonly withData: ReadonlySet<string>;
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
export function conflictsOf(proposed: ProposedEntry, outcome: AppliedRegistry): CodedReason[] {
  return rules.flatMap(([rule]) => rule(proposed, outcome));
}

/** Returns conflicts of the valid keys of a malformed entry. */
export function conflictsOfValidKeys(
  proposed: ProposedEntry,
  outcome: AppliedRegistry,
): CodedReason[] {
  return rules.flatMap(([rule, keys]) =>
    keys.every((key) => proposed.entry[key] !== undefined) ? rule(proposed, outcome) : [],
  );
}

type Rule = (proposed: ProposedEntry, outcome: AppliedRegistry) => CodedReason[];

const ownerExists: Rule = ({ account: { owner } }, { owners }) =>
  owners.has(owner) ? [] : [makeReason('registry_unknown_owner', { owner: quoted(owner) })];

const slugIsNeverReused: Rule = ({ account }, { firstUses, withData }) => {
  const { slug, type, account_id } = account;
  if (firstUses.has(deletedSlug(slug))) {
    return [makeReason('registry_slug_of_deleted')];
  }
  const first = firstUses.get(slug);
  if (first === undefined || (first.type === type && first.account_id === account_id)) return [];
  if (first.account_id === null) return [makeReason('registry_slug_of_portfolio')];
  if (first.type === type && !withData.has(first.account_id)) return [];
  return [makeReason('registry_slug_of_account', { account: quoted(first.account_id) })];
};

const accountIdHasOneSlug: Rule = ({ account: { account_id, ...account } }, outcome) => {
  const slug = outcome.slugsByAccountId.get(account_id ?? '');
  return slug === undefined || slug === account.slug
    ? []
    : [
        makeReason('registry_account_has_slug', {
          account: quoted(account_id),
          slug: quoted(slug),
        }),
      ];
};

/** Otherwise the run that removes the old data would remove what comes anew too. */
const deletedDataIsGone: Rule = ({ account: { account_id } }, { deleted }) =>
  deleted.has(account_id ?? '')
    ? [makeReason('registry_account_deleted', { account: quoted(account_id) })]
    : [];

const membersAreAccountsOfTheOwner: Rule = ({ account }, { accounts, refused }) => {
  return account.members.flatMap((slug) => {
    const member = accounts.get(slug);
    if (member === undefined) {
      return refused.has(slug)
        ? []
        : [makeReason('registry_unknown_member', { slug: quoted(slug) })];
    }
    if (member.type === 'portfolio') {
      return [makeReason('registry_member_is_portfolio', { slug: quoted(slug) })];
    }
    return member.owner === account.owner
      ? []
      : [
          makeReason('registry_foreign_member', {
            slug: quoted(slug),
            owner: quoted(member.owner),
          }),
        ];
  });
};

const portfoliosKeepTheirOwner: Rule = ({ account }, { portfoliosByMember }) =>
  (portfoliosByMember.get(account.slug) ?? [])
    .filter(({ owner }) => owner !== account.owner)
    .map(({ slug, owner }) =>
      makeReason('registry_member_elsewhere', { slug: quoted(slug), owner: quoted(owner) }),
    );

const cutsMoveForwardOnly: Rule = ({ account: { account_id }, entry }, outcome) => {
  const before = outcome.cutsByAccountId.get(account_id ?? '');
  const cut = entry.history_cut_at;
  if (before === undefined || cut === undefined || (cut !== null && cut >= before)) return [];
  return [makeReason('registry_cut_too_early', { value: quoted(cut), day: before })];
};

const marksAreOfThePast: Rule = ({ entry: { verified } }, { now }) =>
  [verified?.identity, verified?.track_record].flatMap((mark) => {
    const at = typeof mark === 'object' ? mark.at : null;
    return at && Date.parse(at) > now.getTime()
      ? [makeReason('registry_future_mark', { value: quoted(at) })]
      : [];
  });

const nobodyIsAProof: Rule = ({ entry: { verified } }) =>
  [verified?.identity, verified?.track_record].flatMap((mark) => {
    const by = typeof mark === 'object' ? (mark.by?.trim().toLowerCase() ?? '') : '';
    return proofs.includes(by) ? [makeReason('registry_reserved_mark', { value: quoted(by) })] : [];
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
