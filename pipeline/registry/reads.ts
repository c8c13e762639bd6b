import { type Kysely, sql } from 'kysely';
import { type PlanTerms, planAt } from './plans.ts';
import { selectAccounts, toAccounts } from './rows.ts';
import type { RegistryAccount } from './schema.ts';
import { preparedQuery } from './store.ts';
import { publishedSlug, type Tables } from './tables.ts';
import { type Plan, type Role, type Scope, scopes, wordsIn } from './words.ts';

/** An owner with the plan that is in force now. */
export interface OwnerInForce {
  readonly slug: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly role: Role;
}

/** Name, text, link and picture of an owner, as the owner's page shows them. */
export interface ShownOwner {
  readonly name: string | null;
  readonly about: string | null;
  readonly link: string | null;
  /** SHA-256 of the picture; null without one. */
  readonly picture: string | null;
}

/** Valid Developer API Key with the terms of its owner. `planAt` returns the plan at an instant. */
export interface ValidKey {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly terms: PlanTerms;
}

/** Valid Connection Key, with the account whose data it can send. */
export interface ValidConnection {
  readonly id: string;
  readonly owner: string;
  readonly slug: string;
  readonly account_id: string;
  /** Set if the operator loads the account and its owner may not send data. */
  readonly isClosed: boolean;
  readonly terms: PlanTerms;
}

/** Look-ups for requests. Queries are compiled once, and every call reads the database. */
export interface Reads {
  /**
   * Returns a text that names the state of all decisions and badges. It never comes back, even if
   * another database takes the place of this one.
   */
  state(): Promise<string>;
  /** Returns true if there are accounts or portfolios. */
  hasAccounts(): Promise<boolean>;
  accounts(): Promise<RegistryAccount[]>;
  publishedAccounts(): Promise<RegistryAccount[]>;
  accountsOfOwner(owner: string): Promise<RegistryAccount[]>;
  /** Returns the public names of all owners by slug; null for an owner without one. */
  ownerNames(): Promise<ReadonlyMap<string, string | null>>;
  findAccount(slug: string): Promise<RegistryAccount | null>;
  /** Returns null for a private account, without reading its row. */
  findPublishedAccount(slug: string): Promise<RegistryAccount | null>;
  findOwner(slug: string): Promise<OwnerInForce | null>;
  findShownOwner(slug: string): Promise<ShownOwner | null>;
  /** Returns null for a key that is revoked or unknown. */
  findKeyByHash(sha256: string): Promise<ValidKey | null>;
  /** Returns null also if the account has another owner than when the key was made. */
  findConnectionByHash(sha256: string): Promise<ValidConnection | null>;
  /** Returns true if the operator loads the account and its owner may not send data. */
  isClosedToOwner(slug: string): Promise<boolean>;
}

/** Stands for the parameter of a query until it is asked. */
const parameter = '';

/** Prepares the look-ups of a registry with a current schema. `clock` decides the plan in force. */
export const readsOf = (db: Kysely<Tables>, clock: () => Date): Reads => ({
  ...accountReads(db),
  ...ownerReads(db, clock),
  ...keyReads(db),
});

function accountReads(db: Kysely<Tables>) {
  const accounts = selectAccounts(db);
  const all = preparedQuery(db, accounts.compile());
  const published = preparedQuery(db, accounts.where('published', '=', sql.lit(1)).compile());
  const owned = preparedQuery(db, accounts.where('owner', '=', parameter).compile());
  const account = preparedQuery(db, accounts.where('slug', '=', parameter).compile());
  const shown = preparedQuery(db, accounts.where(publishedSlug, '=', parameter).compile());
  const slugs = db.selectFrom('accounts').select('slug');
  const first = preparedQuery(db, slugs.limit(sql.lit(1)).compile());
  const state = preparedQuery(db, db.selectFrom('registry_state').select('state').compile());
  return {
    state: async () => (await state())[0]?.state ?? '',
    hasAccounts: async () => (await first()).length > 0,
    accounts: async () => toAccounts(await all()),
    publishedAccounts: async () => toAccounts(await published()),
    accountsOfOwner: async (slug: string) => toAccounts(await owned(slug)),
    findAccount: async (slug: string) => toAccounts(await account(slug))[0] ?? null,
    findPublishedAccount: async (slug: string) => toAccounts(await shown(slug))[0] ?? null,
  };
}

function ownerReads(db: Kysely<Tables>, clock: () => Date) {
  const owners = db.selectFrom('owners');
  const owner = preparedQuery(db, owners.selectAll().where('slug', '=', parameter).compile());
  const names = preparedQuery(db, owners.select(['slug', 'name']).compile());
  const shown = owners
    .leftJoin('owner_pictures', 'owner', 'slug')
    .select(['name', 'about', 'link', 'sha256 as picture']);
  const shownOwner = preparedQuery(db, shown.where('slug', '=', parameter).compile());
  return {
    ownerNames: async () => new Map((await names()).map(({ slug, name }) => [slug, name])),
    async findOwner(slug: string) {
      const [row] = await owner(slug);
      if (row === undefined) return null;
      return { slug: row.slug, name: row.name, plan: planAt(row, clock()), role: row.role };
    },
    findShownOwner: async (slug: string) => (await shownOwner(slug))[0] ?? null,
  };
}

function keyReads(db: Kysely<Tables>) {
  const keys = db
    .selectFrom('api_keys')
    .innerJoin('owners', 'owners.slug', 'api_keys.owner')
    .select(['id', 'owner', 'api_keys.name', 'api_keys.scopes', 'plan', 'plan_until'])
    .where('revoked_at', 'is', null);
  const key = preparedQuery(db, keys.where('sha256', '=', parameter).compile());
  const connections = db
    .selectFrom('connection_keys')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.slug', '=', 'connection_keys.account')
        .onRef('accounts.owner', '=', 'connection_keys.owner'),
    )
    .innerJoin('owners', 'owners.slug', 'connection_keys.owner')
    .leftJoin('operator_accounts', 'operator_accounts.account_id', 'accounts.account_id')
    .select(['id', 'connection_keys.owner', 'accounts.slug', 'accounts.account_id', 'owner_data'])
    .select(['plan', 'plan_until', 'operator_accounts.account_id as loaded'])
    .where('revoked_at', 'is', null);
  const connection = preparedQuery(db, connections.where('sha256', '=', parameter).compile());
  const closed = db
    .selectFrom('accounts')
    .innerJoin('operator_accounts', 'operator_accounts.account_id', 'accounts.account_id')
    .select('slug')
    .where('owner_data', '=', sql.lit(0));
  const isClosed = preparedQuery(db, closed.where('slug', '=', parameter).compile());
  return {
    async findKeyByHash(sha256: string) {
      const [row] = await key(sha256);
      if (row === undefined) return null;
      const { id, owner, name, plan, plan_until } = row;
      return { id, owner, name, scopes: wordsIn(scopes, row.scopes), terms: { plan, plan_until } };
    },
    async findConnectionByHash(sha256: string) {
      const [row] = await connection(sha256);
      if (row === undefined || row.account_id === null) return null;
      const { id, owner, slug, account_id, owner_data, loaded, plan, plan_until } = row;
      const isClosed = loaded !== null && owner_data === 0;
      return { id, owner, slug, account_id, isClosed, terms: { plan, plan_until } };
    },
    isClosedToOwner: async (slug: string) => (await isClosed(slug)).length > 0,
  };
}
