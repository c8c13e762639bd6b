import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { applyRegistry, applyWithin } from './apply.ts';
import type { ApplyResult } from './decide-changes.ts';
import { refuseOverLimit } from './over-limit.ts';
import type { Registry } from './registry.ts';
import { findRows, hasRow } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { recordAnswers } from './withdrawals.ts';
import type { Hidable, StatementType } from './words.ts';

/** Owner's decision about an account or portfolio. Absent keys change nothing. */
export interface OwnerDecision {
  readonly slug: string;
  readonly name?: string;
  readonly published?: boolean;
  readonly hide?: readonly Hidable[];
  readonly show_trades_on_page?: boolean;
  readonly history_cut_at?: string;
  readonly currency?: string;
  readonly benchmark?: string | null;
  readonly timezone?: string;
  readonly statement_currency?: string;
  readonly statement_type?: StatementType;
  readonly statement_broker?: string;
  readonly members?: readonly string[];
}

/** Owner's choice for a new portfolio. */
export type NewPortfolio = Required<Pick<OwnerDecision, 'name' | 'currency' | 'members'>>;

/** Thrown if owners name an entry that is missing or not ownedSlugs. It does not say which. */
export class NotOwnedError extends Error {}

/** Returns an owner's name in the audit trail. */
export const actorOf = (owner: string): string => `owner:${owner}`;

/**
 * Applies decisions of an owner about their own entries, all or none, as `registry apply` would.
 * Throws a NotOwnedError for any other entry.
 */
export async function decideAsOwner(
  registry: Registry,
  owner: string,
  decisions: readonly OwnerDecision[],
): Promise<ApplyResult> {
  const named = decisions.flatMap(({ slug, members = [] }) => [slug, ...members]);
  return applyRegistry(
    registry,
    { accounts: decisions },
    { actor: actorOf(owner), admit: (db) => refuseNotOwned(db, owner, named) },
  );
}

/** Text about an owner and the link on their page; null for none. */
export interface OwnerProfile {
  readonly about: string | null;
  readonly link: string | null;
}

/** Sets what the page of an owner says about them. */
export const describeOwner = (
  registry: Registry,
  owner: string,
  { about, link }: OwnerProfile,
): Promise<ApplyResult> =>
  applyRegistry(registry, { owners: [{ slug: owner, about, link }] }, { actor: actorOf(owner) });

/** Sets the brand name of an owner, or removes it with null. */
export async function renameOwner(
  registry: Registry,
  owner: string,
  name: string | null,
): Promise<ApplyResult> {
  return applyRegistry(registry, { owners: [{ slug: owner, name }] }, { actor: actorOf(owner) });
}

/**
 * Creates a portfolio, closed like every new entry. The program chooses its slug: choosing one
 * would reveal which slugs others use.
 */
export async function createPortfolio(
  registry: Registry,
  owner: string,
  { name, currency, members }: NewPortfolio,
): Promise<string> {
  const slug = slugOf(name);
  const entry = { slug, type: 'portfolio', owner, name, currency, members };
  await applyRegistry(
    registry,
    { accounts: [entry] },
    {
      actor: actorOf(owner),
      async admit(db) {
        await refuseNotOwned(db, owner, members);
        await refuseOverLimit(db, owner, 'portfolios', registry.clock());
      },
    },
  );
  return slug;
}

/** Owner's choice for a new account. */
interface NewAccount {
  readonly name: string;
  /** Id that no other account has. */
  readonly account_id: string;
}

/**
 * Adds an account, closed like every new entry, and with the comments of its trades hidden: they
 * may hold names, phone numbers or advertising. The program chooses its slug and returns it. Throws
 * a CommandError if the account was deleted and a run has yet to remove its data.
 */
export async function addAccount(
  registry: Registry,
  owner: string,
  account: NewAccount,
  actor = actorOf(owner),
): Promise<string> {
  const added = { ...account, slug: slugOf(account.name) };
  await registry.store.write((db) => addWithin(db, { owner, actor }, added, registry.clock()));
  return added.slug;
}

async function addWithin(
  db: Transaction<Tables>,
  { owner, actor }: { readonly owner: string; readonly actor: string },
  { slug, name, account_id }: NewAccount & { readonly slug: string },
  now: Date,
): Promise<void> {
  await refuseDeleted(db, name, account_id);
  await refuseOverLimit(db, owner, 'accounts', now);
  const entry = { slug, type: 'account', account_id, owner, name, hide: ['comment'] };
  await applyWithin(db, { accounts: [entry] }, actor, now);
}

/** Decision about an account of a statement that its owner confirms. */
export interface StatementDecision {
  readonly slug: string;
  /** The account, if it is new. */
  readonly added: NewAccount | null;
  readonly decision: Omit<OwnerDecision, 'slug'>;
}

/**
 * Adds the new accounts of a statement, and enters its values and what its owner says about texts
 * of balance entries: all or nothing. Throws as `addAccount` and `decideAsOwner` do.
 */
export async function decideByStatement(
  { store, clock }: Registry,
  owner: string,
  decisions: readonly StatementDecision[],
  texts: object,
): Promise<void> {
  await store.write(async (db) => {
    const now = clock();
    const actor = actorOf(owner);
    for (const { slug, added } of decisions) {
      if (added !== null) await addWithin(db, { owner, actor }, { ...added, slug }, now);
    }
    await refuseNotOwned(
      db,
      owner,
      decisions.map(({ slug }) => slug),
    );
    for (const { slug } of decisions) {
      await recordAnswers(db, slug, { before: {}, after: texts }, actor, now);
    }
    const accounts = decisions
      .filter(({ decision }) => Object.keys(decision).length > 0)
      .map(({ slug, decision }) => ({ slug, ...decision }));
    await applyWithin(db, { accounts }, actor, now);
  });
}

async function refuseDeleted(db: Transaction<Tables>, name: string, id: string): Promise<void> {
  if (!(await hasRow(db, 'deletions', { id }))) return;
  throw new CommandError(
    makeReason('row_named', { name, detail: makeReason('registry_being_deleted') }),
  );
}

const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** Makes a slug of a name, with a random ending of 8 characters. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 50);
  const ending = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return [...words.split('-').filter((word) => word !== ''), ending].join('-');
}

async function refuseNotOwned(
  db: Transaction<Tables>,
  owner: string,
  named: readonly string[],
): Promise<void> {
  const owned = await findRows(db, 'accounts', { owner });
  const ownedSlugs = new Set(owned.map(({ slug }) => slug));
  const foreign = named.filter((slug) => !ownedSlugs.has(slug));
  if (foreign.length > 0) throw new NotOwnedError();
}
