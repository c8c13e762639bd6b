import type { RegistryAccount } from '../pipeline/registry/schema.ts';
import type { Summary } from './snapshot/catalogue.ts';
import type { Edition } from './snapshot/holder.ts';
import { type Subject, subjectOf } from './subject.ts';

/** An account with the facts it is found and sorted by. */
export interface Candidate {
  readonly subject: Subject;
  readonly facts: Summary;
  readonly createdAt: number;
}

export interface Filters {
  readonly q: string | null;
  readonly type: string | null;
  readonly platform: string | null;
  readonly currency: readonly string[] | null;
  readonly minTwrPercent: number | null;
  readonly maxDrawdownPercent: number | null;
}

/** Filters that everything passes. */
export const noFilters: Filters = {
  q: null,
  type: null,
  platform: null,
  currency: null,
  minTwrPercent: null,
  maxDrawdownPercent: null,
};

type Compare = (one: Candidate, other: Candidate) => number;

/** Ways to sort; whatever is unknown comes last, and ties go by slug. */
const orders = {
  '-twr_percent': descending(({ facts }) => facts.performance.twr_percent),
  max_drawdown_percent: ascending(({ facts }) => facts.performance.max_drawdown_percent),
  '-created_at': descending(({ createdAt }) => createdAt),
  name: ascending(({ subject }) => subject.account.name.toLowerCase()),
} as const satisfies Record<string, Compare>;

export type Order = keyof typeof orders;
export const orderNames = Object.keys(orders).filter((name): name is Order => name in orders);

/** The accounts that are listed at all, with what they are found by. */
export function candidatesOf(
  accounts: readonly RegistryAccount[],
  { snapshot, catalogue }: Edition,
  isListed: (account: RegistryAccount) => boolean,
): Candidate[] {
  const siblings = byOwner(accounts);
  return accounts.filter(isListed).flatMap((account) => {
    const subject = subjectOf(account, siblings.get(account.owner) ?? [], snapshot);
    const facts = catalogue.get(subject.entry.parts.summary?.[3] ?? '');
    return facts ? [{ subject, facts, createdAt: createdAt(account, facts) }] : [];
  });
}

/** Those that pass the filters, in order. */
export function selectCandidates<Found extends Candidate>(
  candidates: readonly Found[],
  filters: Filters,
  order: Order,
): Found[] {
  const compare = orders[order];
  return candidates
    .filter((candidate) => passes(candidate, filters))
    .sort((one, other) => compare(one, other) || bySlug(one, other));
}

function passes({ subject, facts }: Candidate, filters: Filters): boolean {
  const { account } = subject;
  const { performance } = facts;
  const q = filters.q?.toLowerCase() ?? '';
  const texts = [account.name, account.slug, facts.broker ?? ''];
  return (
    texts.some((text) => text.toLowerCase().includes(q)) &&
    (filters.type === null || account.type === filters.type) &&
    (filters.platform === null || facts.platform === filters.platform) &&
    (filters.currency === null || filters.currency.includes(facts.currency ?? '')) &&
    isBetween(performance.twr_percent, filters.minTwrPercent, null) &&
    isBetween(performance.max_drawdown_percent, null, filters.maxDrawdownPercent)
  );
}

/** What is unknown lies within no bound. */
function isBetween(value: number | null, least: number | null, most: number | null): boolean {
  if (value === null) return least === null && most === null;
  return (least === null || value >= least) && (most === null || value <= most);
}

function createdAt({ type, created_at }: RegistryAccount, facts: Summary): number {
  return Date.parse(type === 'portfolio' ? created_at : (facts.created_at ?? created_at));
}

function byOwner(accounts: readonly RegistryAccount[]): Map<string, RegistryAccount[]> {
  const owned = new Map<string, RegistryAccount[]>();
  for (const account of accounts) {
    const siblings = owned.get(account.owner) ?? [];
    siblings.push(account);
    owned.set(account.owner, siblings);
  }
  return owned;
}

type Key = (candidate: Candidate) => number | string | null;

function ascending(key: Key): Compare {
  return (one, other) => {
    const [left, right] = [key(one), key(other)];
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -1 : 1;
  };
}

function descending(key: (candidate: Candidate) => number | null): Compare {
  return ascending((candidate) => {
    const value = key(candidate);
    return value === null ? null : -value;
  });
}

function bySlug(one: Candidate, other: Candidate): number {
  return one.subject.account.slug < other.subject.account.slug ? -1 : 1;
}
