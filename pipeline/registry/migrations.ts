import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../base/tables.ts';
import { publishedSlug } from './rows.ts';
import type { Tables } from './schema.ts';

/** Schema of the registry. A migration never changes once it is released. */
export const registrySchema: Schema = {
  name: 'registry',
  migrations: { '0001_initial_9a146837': { up: makeTables } },
};

const key = (column: ColumnDefinitionBuilder) => column.primaryKey();
const required = (column: ColumnDefinitionBuilder) => column.notNull();
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique();
const ofOwner = (column: ColumnDefinitionBuilder) => column.notNull().references('owners.slug');
const ofAccount = (column: ColumnDefinitionBuilder) => column.notNull().references('accounts.slug');

async function makeTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('registry_state')
    .addColumn('id', 'integer', key)
    .addColumn('revision', 'integer', required)
    .execute();
  await db.insertInto('registry_state').values({ id: 1, revision: 0 }).execute();

  await schema
    .createTable('owners')
    .addColumn('slug', 'text', key)
    .addColumn('name', 'text')
    .addColumn('plan', 'text', required)
    .addColumn('plan_until', 'text')
    .addColumn('role', 'text', required)
    .execute();
  await schema
    .createTable('accounts')
    .addColumn('slug', 'text', key)
    .addColumn('type', 'text', required)
    .addColumn('account_id', 'text', (column) => column.unique())
    .addColumn('owner', 'text', ofOwner)
    .addColumn('name', 'text', required)
    .addColumn('currency', 'text')
    .addColumn('benchmark', 'text')
    .addColumn('owner_data', 'integer', required)
    .addColumn('show_trades_on_page', 'integer', required)
    .addColumn('timezone', 'text')
    .addColumn('statement_currency', 'text')
    .addColumn('statement_type', 'text')
    .addColumn('published', 'integer', required)
    .addColumn('identity_verified', 'integer', required)
    .addColumn('identity_by', 'text')
    .addColumn('identity_at', 'text')
    .addColumn('identity_how', 'text')
    .addColumn('track_record_verified', 'integer', required)
    .addColumn('track_record_by', 'text')
    .addColumn('track_record_at', 'text')
    .addColumn('track_record_how', 'text')
    .addColumn('history_cut_at', 'text')
    .addColumn('hide', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await schema.createIndex('accounts_by_owner').on('accounts').column('owner').execute();
  // Private slugs are not in it, so that looking for one ends as for an unknown one.
  await sql`create index accounts_published on accounts ((${publishedSlug}))`.execute(db);
  await schema.createTable('operator_accounts').addColumn('account_id', 'text', key).execute();
  await schema
    .createTable('coverage')
    .addColumn('entry', 'text', key)
    .addColumn('mark', 'text')
    .addColumn('version', 'text')
    .addColumn('sources', 'text', required)
    .addColumn('lapsed_at', 'text')
    .addColumn('broker_since', 'text')
    .execute();
  await schema
    .createTable('deletions')
    .addColumn('id', 'text', key)
    .addColumn('at', 'text', required)
    .execute();
  await schema
    .createTable('portfolio_members')
    .addColumn('portfolio', 'text', ofAccount)
    .addColumn('position', 'integer', required)
    .addColumn('member', 'text', ofAccount)
    .addPrimaryKeyConstraint('portfolio_members_key', ['portfolio', 'position'])
    .addUniqueConstraint('portfolio_members_once', ['portfolio', 'member'])
    .execute();
  await schema
    .createTable('used_slugs')
    .addColumn('slug', 'text', key)
    .addColumn('type', 'text', required)
    .addColumn('account_id', 'text')
    .execute();
  // The cut of an account, whatever becomes of its entry.
  await schema
    .createTable('history_cuts')
    .addColumn('account_id', 'text', key)
    .addColumn('history_cut_at', 'text', required)
    .execute();
  await schema
    .createTable('audit_trail')
    .addColumn('number', 'integer', key)
    .addColumn('at', 'text', required)
    .addColumn('actor', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('entry', 'text', required)
    .addColumn('field', 'text', required)
    .addColumn('from', 'text', required)
    .addColumn('to', 'text', required)
    .addColumn('shows', 'text')
    .execute();
  await schema.createIndex('audit_trail_by_entry').on('audit_trail').column('entry').execute();

  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', key)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('name', 'text', required)
    .addColumn('sha256', 'text', unique)
    .addColumn('scopes', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await schema.createIndex('api_keys_by_owner').on('api_keys').column('owner').execute();
  await schema
    .createTable('connection_keys')
    .addColumn('id', 'text', key)
    .addColumn('account', 'text', ofAccount)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('name', 'text', required)
    .addColumn('sha256', 'text', unique)
    .addColumn('created_at', 'text', required)
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await schema
    .createIndex('connection_keys_by_account')
    .on('connection_keys')
    .column('account')
    .execute();

  await schema
    .createTable('terminal_codes')
    .addColumn('account', 'text', (column) => column.primaryKey().references('accounts.slug'))
    .addColumn('owner', 'text', ofOwner)
    .addColumn('key_id', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('server', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('wrong_tries', 'integer', required)
    .addColumn('used_at', 'text')
    .execute();

  await schema
    .createTable('passwords')
    .addColumn('owner', 'text', (column) => column.primaryKey().references('owners.slug'))
    .addColumn('hash', 'text', required)
    .addColumn('changed_at', 'text', required)
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', unique)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('agent', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();
  await schema.createIndex('sessions_by_owner').on('sessions').column('owner').execute();
  await schema
    .createTable('invites')
    .addColumn('token_hash', 'text', key)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('expires_at', 'text', required)
    .addColumn('used_at', 'text')
    .execute();
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', key)
    .addColumn('credential', 'text', unique)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('name', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .execute();
  await schema.createIndex('passkeys_by_owner').on('passkeys').column('owner').execute();
  await schema
    .createTable('broker_connections')
    .addColumn('id', 'text', key)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('kind', 'text', required)
    .addColumn('environment', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('paused_at', 'text')
    .addColumn('paused_by', 'text')
    .addColumn('fault', 'text')
    .addColumn('failures', 'integer', required)
    .addColumn('last_read_at', 'text')
    .addColumn('due_at', 'text')
    .addColumn('claim', 'text')
    .addColumn('claimed_until', 'text')
    .execute();
  await schema
    .createIndex('broker_connections_by_owner')
    .on('broker_connections')
    .column('owner')
    .execute();
  await schema
    .createTable('broker_accounts')
    .addColumn('connection', 'text', (column) =>
      column.notNull().references('broker_connections.id'),
    )
    .addColumn('broker_id', 'text', required)
    .addColumn('details', 'text', required)
    .addColumn('account', 'text', (column) => column.unique())
    .addColumn('last_read_at', 'text')
    .addColumn('fault', 'text')
    .addColumn('notes', 'text', required)
    .addPrimaryKeyConstraint('broker_accounts_key', ['connection', 'broker_id'])
    .execute();
  await schema
    .createTable('shares')
    .addColumn('id', 'text', key)
    .addColumn('account', 'text', ofAccount)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('name', 'text', required)
    .addColumn('sha256', 'text', unique)
    .addColumn('password', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute();
  await schema.createIndex('shares_by_account').on('shares').column('account').execute();
  await schema
    .createTable('alert_targets')
    .addColumn('id', 'text', key)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('kind', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('confirmed_at', 'text')
    .addColumn('fault', 'text')
    .addColumn('failed_at', 'text')
    .addUniqueConstraint('alert_targets_once', ['owner', 'address'])
    .execute();
  await schema
    .createTable('alert_settings')
    .addColumn('account', 'text', (column) => column.primaryKey().references('accounts.slug'))
    .addColumn('owner', 'text', ofOwner)
    .addColumn('kinds', 'text', required)
    .addColumn('drawdown_limit', 'double precision')
    .addColumn('months_since', 'text')
    .execute();
  await schema
    .createTable('alert_causes')
    .addColumn('account', 'text', ofAccount)
    .addColumn('kind', 'text', required)
    .addColumn('cause', 'text', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('alert_causes_key', ['account', 'kind', 'cause'])
    .execute();
  await schema
    .createTable('alert_progress')
    .addColumn('id', 'integer', key)
    .addColumn('as_of', 'text', required)
    .execute();
  await schema
    .createTable('alert_messages')
    .addColumn('id', 'text', key)
    .addColumn('owner', 'text', ofOwner)
    .addColumn('target', 'text')
    .addColumn('account', 'text')
    .addColumn('kind', 'text', required)
    .addColumn('details', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('due_at', 'text')
    .addColumn('attempts', 'integer', required)
    .addColumn('claim', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('fault', 'text')
    .execute();
  await schema.createIndex('alert_messages_by_due').on('alert_messages').column('due_at').execute();
  await schema
    .createTable('passkey_challenges')
    .addColumn('challenge_hash', 'text', key)
    .addColumn('owner', 'text', (column) => column.references('owners.slug'))
    .addColumn('expires_at', 'text', required)
    .execute();
}
