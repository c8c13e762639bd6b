import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { applyRegistry } from './apply.ts';
import type { Applied } from './decide.ts';
import { refuseOverLimit } from './over-limit.ts';
import type { Registry } from './registry.ts';
import type { Tables } from './schema.ts';
import type { Hidable, StatementType } from './words.ts';

/** Owner's decision about an account or portfolio. Absent keys change nothing. */
export interface OwnerDecision {
  readonly slug: string;
  readonly name?: string;
  readonly published?: boolean;
  readonly hide?: readonly Hidable[];
  readonly history_cut_at?: string;
  readonly currency?: string;
  readonly timezone?: string;
  readonly statement_currency?: string;
  readonly statement_type?: StatementType;
  readonly members?: readonly string[];
}

/** Owner's choice for a new portfolio. */
export type NewPortfolio = Required<Pick<OwnerDecision, 'name' | 'currency' | 'members'>>;

/** Thrown where owners name what is not theirs; nobody tells it from what is not there. */
export class NotOwnedError extends Error {}

/** Returns an owner's name in the audit trail. */
export const actorOf = (owner: string): string => `owner:${owner}`;

/** Puts decisions of an owner on what is theirs in force, all or none, as `registry apply` would. */
export async function decideAsOwner(
  registry: Registry,
  owner: string,
  decisions: readonly OwnerDecision[],
): Promise<Applied> {
  const named = decisions.flatMap(({ slug, members = [] }) => [slug, ...members]);
  return applyRegistry(
    registry,
    { accounts: decisions },
    { actor: actorOf(owner), admit: (db) => refuseOthers(db, owner, named) },
  );
}

/** Sets the brand that an owner is shown under; null for none. */
export async function renameOwner(
  registry: Registry,
  owner: string,
  name: string | null,
): Promise<Applied> {
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
        await refuseOthers(db, owner, members);
        await refuseOverLimit(db, owner, 'portfolios', registry.clock());
      },
    },
  );
  return slug;
}

/** Owner's choice for a new account. */
interface NewAccount {
  readonly name: string;
  /** Of nobody else: made for this owner. */
  readonly account_id: string;
}

/** Adds an account, closed as every new entry is; its slug is chosen here, as a portfolio's is. */
export async function addAccount(
  registry: Registry,
  owner: string,
  { name, account_id }: NewAccount,
): Promise<string> {
  const slug = slugOf(name);
  const entry = { slug, type: 'account', account_id, owner, name };
  await applyRegistry(
    registry,
    { accounts: [entry] },
    {
      actor: actorOf(owner),
      admit: (db) => refuseOverLimit(db, owner, 'accounts', registry.clock()),
    },
  );
  return slug;
}

const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** A name as a slug, with an ending that nobody else has. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 50);
  const ending = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return [...words.split('-').filter((word) => word !== ''), ending].join('-');
}

async function refuseOthers(
  db: Transaction<Tables>,
  owner: string,
  named: readonly string[],
): Promise<void> {
  const owned = await db.selectFrom('accounts').select('slug').where('owner', '=', owner).execute();
  const theirs = new Set(owned.map(({ slug }) => slug));
  const foreign = named.filter((slug) => !theirs.has(slug));
  if (foreign.length > 0) throw new NotOwnedError();
}
