import type { ChangedEntry, EntryFields, ValuesOf } from './entry-fields.ts';
import { ownerFields, subjectFields } from './fields.ts';
import { hiddenFromStrangers } from './hidden-from-strangers.ts';
import type { Confirmation, RegistryAccount, RegistryOwner } from './schema.ts';
import type { Kind } from './tables.ts';
import { hidables } from './words.ts';

/** Change of one field of one entry. A new entry's fields were null, or closed, before. */
export interface Change {
  readonly kind: Kind;
  /** The slug. */
  readonly entry: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Words for what becomes visible by this change, or null. */
  readonly shows: string | null;
}

/** All owners and accounts of the registry at one instant. */
export interface State {
  readonly owners: ReadonlyMap<string, RegistryOwner>;
  readonly accounts: ReadonlyMap<string, RegistryAccount>;
}

/** Returns the differences between two states, field by field, in the order of `after`. */
export function changesBetween(before: State, after: State): Change[] {
  const ofOwners = [...after.owners.values()].flatMap((owner) =>
    changesOfOwner(before.owners.get(owner.slug), owner),
  );
  const ofAccounts = [...after.accounts.values()].flatMap((account) => [
    ...changesOfAccount(before.accounts.get(account.slug), account, after),
    ...changesByMembers(account, before, after),
  ]);
  return [...ofOwners, ...ofAccounts];
}

/** Describes in one line a change that makes more visible. */
export const shownLine = ({ kind, entry, shows }: Change): string => `${kind} ${entry} ${shows}`;

const isSame = (first: unknown, second: unknown) =>
  JSON.stringify(first) === JSON.stringify(second);

type ChangedSubject = Pick<Change, 'kind' | 'entry'>;

/** Returns the changes of fields. `before` is undefined for a new entry. */
const changesOfFields = <Table extends EntryFields>(
  subject: ChangedSubject,
  fields: Table,
  before: ValuesOf<Table> | undefined,
  after: ValuesOf<Table>,
  entry: ChangedEntry,
): Change[] =>
  Object.entries(fields).flatMap(([field, { closed, isAlwaysTold, shows }]) => {
    const from = before === undefined ? (isAlwaysTold ? null : closed) : before[field];
    return changeOf(subject, field, from, after[field], (...values) => shows?.(...values, entry));
  });

/** Returns the change of a value, or nothing if it is the same. */
const changeOf = <Value>(
  subject: ChangedSubject,
  field: string,
  from: Value,
  to: Value,
  shows: (from: Value, to: Value) => string | null | undefined,
): Change[] =>
  isSame(from, to) ? [] : [{ ...subject, field, from, to, shows: shows(from, to) ?? null }];

const changesOfOwner = (before: RegistryOwner | undefined, owner: RegistryOwner): Change[] =>
  changesOfFields({ kind: 'owner', entry: owner.slug }, ownerFields, before, owner, {
    owner: owner.slug,
    published: false,
    hidden: [],
  });

/** Returns the place of a change. What strangers see comes after the marks on it. */
const rankOf = ({ field }: Change): number => ['hide', 'published', 'created_at'].indexOf(field);

function changesOfAccount(
  before: RegistryAccount | undefined,
  account: RegistryAccount,
  after: State,
): Change[] {
  if (before === account) return [];
  const { type, slug, owner, published, confirmed } = account;
  const subject = { kind: type, entry: slug };
  const entry = { owner, published, hidden: hiddenOf(account, after) };
  const mark = (name: 'identity' | 'track_record') =>
    changeOf(
      subject,
      `verified.${name}`,
      before?.confirmed[name] ?? null,
      confirmed[name],
      (_, confirmation) =>
        confirmation && `is marked: ${name} confirmed by ${confirmedWords(confirmation)}`,
    );
  const changes = [
    ...changesOfFields(subject, subjectFields, before, account, entry),
    ...changeOf(subject, 'members', before?.members ?? [], account.members, (from, to) =>
      before?.published && published ? membersWords(from, to) : null,
    ),
    ...mark('identity'),
    ...mark('track_record'),
  ];
  return changes.sort((first, second) => rankOf(first) - rankOf(second));
}

/**
 * Returns the change of a published portfolio whose entry stays, but which now shows what its
 * members no longer hide.
 */
function changesByMembers(account: RegistryAccount, before: State, after: State): Change[] {
  const was = before.accounts.get(account.slug);
  if (account.type !== 'portfolio' || !was?.published || !account.published) return [];
  const [from, to] = [hiddenOf(was, before), hiddenOf(account, after)];
  const uncovered = from.filter(
    (flag) => !to.includes(flag) && !(was.hide.includes(flag) && !account.hide.includes(flag)),
  );
  if (uncovered.length === 0) return [];
  const shows = `shows ${uncovered.join(', ')}, which no member hides any more`;
  return [{ kind: 'portfolio', entry: account.slug, field: 'hidden', from, to, shows }];
}

function hiddenOf(account: RegistryAccount, { accounts }: State) {
  const members = account.members.flatMap((slug) => accounts.get(slug) ?? []);
  const hidden = hiddenFromStrangers(account, members);
  return hidables.filter((flag) => hidden.has(flag));
}

function confirmedWords({ by, at, how }: Confirmation): string {
  return [JSON.stringify(by), at, how && `(${JSON.stringify(how)})`]
    .filter((part) => part !== null)
    .join(' ');
}

function membersWords(from: readonly string[], to: readonly string[]): string | null {
  const added = to.filter((slug) => !from.includes(slug));
  const removed = from.filter((slug) => !to.includes(slug));
  const words = [
    ...(added.length === 0 ? [] : [`counts ${added.join(', ')} too`]),
    ...(removed.length === 0 ? [] : [`no longer counts ${removed.join(', ')}`]),
  ];
  return words.length === 0 ? null : words.join(' and ');
}
