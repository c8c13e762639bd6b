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

/** Fields of an owner who does not exist yet. */
const closed = {
  name: null,
  plan: null,
  plan_until: null,
  role: 'owner',
  about: null,
  link: null,
} as const;

function changesOfOwner(before: RegistryOwner | undefined, owner: RegistryOwner): Change[] {
  const fields = ['name', 'plan', 'plan_until', 'role', 'about', 'link'] as const;
  return fields
    .map((field) => ({ field, from: before?.[field] ?? closed[field], to: owner[field] }))
    .filter(({ from, to }) => !isSame(from, to))
    .map(({ field, from, to }) => ({
      kind: 'owner',
      entry: owner.slug,
      field,
      from,
      to,
      shows: to === 'operator' && field === 'role' ? 'sees all owners now, as an operator' : null,
    }));
}

/** Fields of an account that are null until they are set, and show nothing more. */
const nullable = [
  ...(['timezone', 'statement_currency', 'statement_type', 'statement_broker'] as const),
  'history_cut_at',
] as const;

function changesOfAccount(
  before: RegistryAccount | undefined,
  account: RegistryAccount,
  after: State,
): Change[] {
  if (before === account) return [];
  const { type: kind, slug: entry } = account;
  const change = <Value>(
    field: string,
    from: Value,
    to: Value,
    shows: (from: Value, to: Value) => string | null = () => null,
  ): Change[] =>
    isSame(from, to) ? [] : [{ kind, entry, field, from, to, shows: shows(from, to) }];
  const mark = (name: 'identity' | 'track_record') =>
    change(
      `verified.${name}`,
      before?.confirmed[name] ?? null,
      account.confirmed[name],
      (_, confirmation) =>
        confirmation && `is marked: ${name} confirmed by ${confirmedWords(confirmation)}`,
    );
  const isShown = before?.published === true && account.published;
  return [
    ...change('type', before?.type ?? null, account.type),
    ...change('account_id', before?.account_id ?? null, account.account_id, (from, to) =>
      from === null || !account.published ? null : `shows the data of ${to} now`,
    ),
    ...change('owner', before?.owner ?? null, account.owner, (from, to) =>
      from === null ? null : `belongs to ${to} now, who sees all of it, and no longer to ${from}`,
    ),
    ...change('name', before?.name ?? null, account.name),
    ...change('currency', before?.currency ?? null, account.currency),
    ...change('benchmark', before?.benchmark ?? null, account.benchmark, (_, to) =>
      to === null ? null : `is compared with ${to}`,
    ),
    ...change('members', before?.members ?? [], account.members, (from, to) =>
      isShown ? membersWords(from, to) : null,
    ),
    ...change('owner_data', before?.owner_data ?? false, account.owner_data, (_, to) =>
      to ? `takes data that ${account.owner} sends, which changes its figures` : null,
    ),
    ...change(
      'show_trades_on_page',
      before?.show_trades_on_page ?? false,
      account.show_trades_on_page,
      (_, to) => (to ? 'lists its trades and positions on its page' : null),
    ),
    ...nullable.flatMap((field) => change(field, before?.[field] ?? null, account[field])),
    ...mark('identity'),
    ...mark('track_record'),
    ...change('hide', before?.hide ?? [], account.hide, (from, to) => {
      const shown = from.filter((flag) => !to.includes(flag));
      return shown.length === 0 ? null : `no longer hides ${shown.join(', ')}`;
    }),
    ...change('published', before?.published ?? false, account.published, (_, to) =>
      to ? `is published, hiding ${hiddenOf(account, after).join(', ') || 'nothing'}` : null,
    ),
    ...change('created_at', before?.created_at ?? null, account.created_at),
  ];
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
