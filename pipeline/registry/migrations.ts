import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { RegistryOutOfReach } from './refused.ts';
import { publishedSlug } from './rows.ts';
import type { Tables } from './schema.ts';

/** The schema's history; an entry is never changed once released, only followed by another. */
const migrations: readonly ((db: Transaction<Tables>) => Promise<void>)[] = [
  ownersAccountsKeys,
  publishedSlugs,
  confirmationsCutsAudit,
  rolesAndSignIn,
  connectionKeys,
  passkeys,
  operatorAccounts,
  timezones,
  statementCurrencyAndType,
];

const tableOfState = 'registry_state';

/** Whether the registry has the schema this version writes; refuses one from a newer version. */
export async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === tableOfState)) return false;
  const { schema_version } = await db
    .selectFrom(tableOfState)
    .select('schema_version')
    .executeTakeFirstOrThrow();
  if (schema_version > migrations.length) {
    throw new RegistryOutOfReach(
      `its schema is version ${schema_version}, this program knows up to ${migrations.length}; use a newer trackrecord`,
    );
  }
  return schema_version === migrations.length;
}

/** Brings the registry's schema up to date; run inside a transaction that no other writer shares. */
export async function migrate(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable(tableOfState)
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('schema_version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await db
    .insertInto(tableOfState)
    .values({ id: 1, schema_version: 0, revision: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { schema_version } = await lockForWriting(db);
  for (const apply of migrations.slice(schema_version)) await apply(db);
  await db.updateTable(tableOfState).set({ schema_version: migrations.length }).execute();
}

/** Keeps every other writer, in any process, out until the transaction ends. */
export async function lockForWriting(db: Transaction<Tables>): Promise<{ schema_version: number }> {
  return db
    .updateTable(tableOfState)
    .set({ revision: sql<number>`revision + 1` })
    .returning('schema_version')
    .executeTakeFirstOrThrow();
}

async function ownersAccountsKeys(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable('owners')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('plan_until', 'text')
    .execute();
  await db.schema
    .createTable('accounts')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.unique())
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('currency', 'text')
    .addColumn('published', 'integer', (column) => column.notNull())
    .addColumn('identity_verified', 'integer', (column) => column.notNull())
    .addColumn('track_record_verified', 'integer', (column) => column.notNull())
    .addColumn('history_cut_at', 'text')
    .addColumn('hide', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('accounts_by_owner').on('accounts').column('owner').execute();
  await db.schema
    .createTable('portfolio_members')
    .addColumn('portfolio', 'text', (column) => column.notNull().references('accounts.slug'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('member', 'text', (column) => column.notNull().references('accounts.slug'))
    .addPrimaryKeyConstraint('portfolio_members_key', ['portfolio', 'position'])
    .addUniqueConstraint('portfolio_members_once', ['portfolio', 'member'])
    .execute();
  await db.schema
    .createTable('used_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('api_keys_by_owner').on('api_keys').column('owner').execute();
}

/** An index that private slugs are not in, so that looking for one ends as for an unknown one. */
async function publishedSlugs(db: Transaction<Tables>): Promise<void> {
  await sql`create index accounts_published on accounts ((${publishedSlug}))`.execute(db);
}

/** Who confirmed a mark; the cut of an account whatever becomes of its entry; what was changed, by whom. */
async function confirmationsCutsAudit(db: Transaction<Tables>): Promise<void> {
  for (const mark of ['identity', 'track_record']) {
    for (const detail of ['by', 'at', 'how']) {
      await db.schema.alterTable('accounts').addColumn(`${mark}_${detail}`, 'text').execute();
    }
  }
  await db.schema
    .createTable('history_cuts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('history_cut_at', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into history_cuts select account_id, history_cut_at from accounts
    where account_id is not null and history_cut_at is not null`.execute(db);
  await db.schema
    .createTable('audit_trail')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('from', 'text', (column) => column.notNull())
    .addColumn('to', 'text', (column) => column.notNull())
    .addColumn('shows', 'text')
    .execute();
  await db.schema.createIndex('audit_trail_by_entry').on('audit_trail').column('entry').execute();
}

/** Who may look after all owners; how owners sign in, of which no secret is kept but as a hash. */
async function rolesAndSignIn(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .alterTable('owners')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute();
  await db.schema
    .createTable('passwords')
    .addColumn('owner', 'text', (column) => column.primaryKey().references('owners.slug'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_owner').on('sessions').column('owner').execute();
  await db.schema
    .createTable('invites')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
}

/** Keys that send an account's facts in, each of the owner who had the account when it was made. */
async function connectionKeys(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable('connection_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull().references('accounts.slug'))
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema
    .createIndex('connection_keys_by_account')
    .on('connection_keys')
    .column('account')
    .execute();
}

/** Passkeys of owners, and what browsers were asked to sign and have not yet. */
async function passkeys(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('credential', 'text', (column) => column.notNull().unique())
    .addColumn('owner', 'text', (column) => column.notNull().references('owners.slug'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('passkeys_by_owner').on('passkeys').column('owner').execute();
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('challenge_hash', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.references('owners.slug'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

/** Accounts that the operator loads, and those of them whose owner may send data all the same. */
async function operatorAccounts(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable('operator_accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .alterTable('accounts')
    .addColumn('owner_data', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The clock that owners confirmed for the statements of an account. */
async function timezones(db: Transaction<Tables>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('timezone', 'text').execute();
}

/** The currency and the type (real or demo) that owners confirmed with the statements of an account. */
async function statementCurrencyAndType(db: Transaction<Tables>): Promise<void> {
  for (const column of ['statement_currency', 'statement_type']) {
    await db.schema.alterTable('accounts').addColumn(column, 'text').execute();
  }
}
