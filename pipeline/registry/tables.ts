import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../base/tables.ts';
import {
  bigint,
  integer,
  key,
  keyOfAccount,
  keyOfOwner,
  numberKey,
  ofAccount,
  ofConnection,
  ofOwner,
  optional,
  optionalNumber,
  optionalOwner,
  optionalUnique,
  type StoredColumn,
  text,
  unique,
} from './columns.ts';
import { columnsOf } from './entry-fields.ts';
import { ownerFields, subjectFields } from './fields.ts';
import type { AccountType } from './words.ts';

/** Kinds of entries in the audit trail. */
export type Kind = 'owner' | AccountType;

/**
 * Tables of the registry, the same in SQLite and PostgreSQL, each after the tables that its rows
 * refer to. Booleans are 0 or 1, instants are text in ISO 8601, UTC.
 */
export const tables = {
  registry_state: {
    id: numberKey,
    revision: integer,
    /** Random text, new with every decision. */
    state: text,
    /** Version for which all marks were settled, and what they were settled with, as JSON. */
    settled: optional,
    /** State of the trail of badges as JSON, with the revision that it is of. */
    trail: optional,
  },
  owners: { slug: key, ...columnsOf(ownerFields) },
  /** Pictures of owners as PNG, in base64. */
  owner_pictures: { owner: keyOfOwner, sha256: text, png: text },
  accounts: {
    slug: key,
    ...columnsOf(subjectFields),
    /** Confirmations of the marks as JSON; null without a mark. */
    identity: optional,
    track_record: optional,
    /** Version in service when that mark was given; null before the first. */
    track_record_version: optional,
  },
  operator_accounts: { account_id: key },
  /** Accounts whose owners sent data that a run loaded. */
  accounts_with_data: { account_id: key },
  /** Settlements of track records with a mark, or read from the broker, as JSON. */
  settlements: { entry: key, settlements: text },
  /** Deleted accounts, portfolios and owners whose data a run has yet to remove. */
  deletions: { id: key, at: text },
  portfolio_members: { portfolio: ofAccount, position: integer, member: ofAccount },
  used_slugs: { slug: key, type: text as StoredColumn<AccountType>, account_id: optional },
  /**
   * When strangers could read an account (by its id) or portfolio. Gaps are JSON, and so are the
   * members that a portfolio had at the last look.
   */
  publications: {
    subject: key,
    published_at: text,
    gaps: text,
    members: optional,
    members_changed_at: optional,
  },
  /** The cut of an account, whatever becomes of its entry. */
  history_cuts: { account_id: key, history_cut_at: text },
  audit_trail: {
    number: numberKey,
    at: text,
    actor: text,
    kind: text as StoredColumn<Kind>,
    entry: text,
    field: text,
    from: text,
    to: text,
    shows: optional,
  },
  api_keys: {
    id: key,
    owner: ofOwner,
    name: text,
    sha256: unique,
    scopes: text,
    created_at: text,
    revoked_at: optional,
    last_used_at: optional,
    /** Requests so far. */
    requests: bigint,
  },
  connection_keys: {
    id: key,
    account: ofAccount,
    owner: ofOwner,
    name: text,
    sha256: unique,
    created_at: text,
    revoked_at: optional,
    last_used_at: optional,
    /** Requests so far. */
    requests: bigint,
  },
  /** Newest code of each account that its owner's terminal shows. Only the hash is stored. */
  terminal_codes: {
    account: keyOfAccount,
    owner: ofOwner,
    /** Connection Key that asked for the code. */
    key_id: text,
    code_hash: text,
    platform: text,
    number: text,
    server: text,
    expires_at: text,
    wrong_tries: integer,
    used_at: optional,
  },
  passwords: { owner: keyOfOwner, hash: text, changed_at: text },
  sessions: {
    id: key,
    token_hash: unique,
    owner: ofOwner,
    agent: text,
    created_at: text,
    seen_at: text,
    expires_at: text,
  },
  invites: { token_hash: key, owner: ofOwner, expires_at: text, used_at: optional },
  passkeys: {
    id: key,
    credential: unique,
    owner: ofOwner,
    name: text,
    public_key: text,
    counter: bigint,
    created_at: text,
    last_used_at: optional,
  },
  passkey_challenges: { challenge_hash: key, owner: optionalOwner, expires_at: text },
  /** Connections to brokers. `secret` is encrypted, and no look-up of the registry returns it. */
  broker_connections: {
    id: key,
    owner: ofOwner,
    kind: text,
    environment: text,
    label: text,
    secret: text,
    created_at: text,
    paused_at: optional,
    /** `owner`, or the code of the fault that paused it. */
    paused_by: optional,
    /** Sentence about the newest failure; null after a read without one. */
    fault: optional,
    failures: integer,
    last_read_at: optional,
    /** Earliest instant of the next read; null reads at the next chance. */
    due_at: optional,
    /** Reader that works on it, and until when without another sign of life. */
    claim: optional,
    claimed_until: optional,
  },
  /**
   * Sign-ins that no connection has any more, while a service still keeps an account for them.
   * `secret` is encrypted for the connection `id`.
   */
  left_sign_ins: {
    id: text,
    owner: text,
    kind: text,
    environment: text,
    secret: key,
    due_at: text,
  },
  /** Accounts that a connection shows. `account` is the slug that one is recorded under. */
  broker_accounts: {
    connection: ofConnection,
    broker_id: text,
    details: text,
    account: optionalUnique,
    last_read_at: optional,
    fault: optional,
    notes: text,
  },
  /** Secret links to accounts. Neither a link nor a password is stored, only their hashes. */
  shares: {
    id: key,
    account: ofAccount,
    /** Owner that the account must still have. */
    owner: ofOwner,
    name: text,
    sha256: unique,
    password: optional,
    created_at: text,
    expires_at: optional,
    revoked_at: optional,
    last_used_at: optional,
    /** Requests so far. */
    requests: bigint,
  },
  /** Places that an owner's alerts go to. `secret` signs webhooks and the links in mails. */
  alert_targets: {
    id: key,
    owner: ofOwner,
    kind: text as StoredColumn<'email' | 'webhook'>,
    address: text,
    secret: text,
    language: text,
    created_at: text,
    /** Time at which its reader agreed to get mails; webhooks need no consent. */
    confirmed_at: optional,
    /** Code of the fault of the last message that could not be delivered. */
    fault: optional,
    failed_at: optional,
    /** Tries that failed since the last one that succeeded. */
    failures: integer,
  },
  /** Alerts that an owner switched on for an account or portfolio. */
  alert_settings: {
    account: keyOfAccount,
    owner: ofOwner,
    kinds: text,
    drawdown_limit: optionalNumber,
    /** First month, as YYYY-MM, that `new_month` tells of. */
    months_since: optional,
  },
  /** Causes that messages were made for, with the terms that its owner had set, such as a limit. */
  alert_causes: { account: ofAccount, kind: text, cause: text, terms: text, at: text },
  /** Time of the newest version whose causes were noted. */
  alert_progress: { id: numberKey, as_of: text },
  /** Messages to send, and those that were sent lately. */
  alert_messages: {
    id: key,
    owner: ofOwner,
    /** Null once the target is gone. */
    target: optional,
    account: optional,
    kind: text,
    details: text,
    /** Hash of the address, by which confirmations are counted. */
    recipient: text,
    created_at: text,
    /** Earliest time of the next try; null once it was sent or given up. */
    due_at: optional,
    attempts: integer,
    /** Process that is sending it. */
    claim: optional,
    sent_at: optional,
    fault: optional,
  },
};

type Rows<Definitions> = {
  [Table in keyof Definitions]: {
    [Name in keyof Definitions[Table]]: Definitions[Table][Name] extends StoredColumn<infer Value>
      ? Value
      : never;
  };
};

/** Rows of the registry's tables, for queries. */
export type Tables = Rows<typeof tables>;

/** Values of an inserted row that meets a stored one, for all columns but `except`. */
export const insertedValues = <Table extends keyof Tables>(
  table: Table,
  except: readonly (keyof Tables[Table])[],
) =>
  Object.fromEntries(
    Object.keys(tables[table])
      .filter((name) => !except.includes(name as keyof Tables[Table]))
      .map((name) => [name, sql.ref<never>(`excluded.${name}`)]),
  );

/** Keys of several columns. */
const constraints: { readonly [Table in keyof Tables]?: string } = {
  portfolio_members: 'primary key (portfolio, position), unique (portfolio, member)',
  broker_accounts: 'primary key (connection, broker_id)',
  alert_targets: 'unique (owner, address)',
  alert_causes: 'primary key (account, kind, cause)',
};

/** Columns that rows are looked up by. */
const indexes = [
  ['accounts', 'owner'],
  ['audit_trail', 'entry'],
  ['api_keys', 'owner'],
  ['connection_keys', 'account'],
  ['sessions', 'owner'],
  ['passkeys', 'owner'],
  ['broker_connections', 'owner'],
  ['shares', 'account'],
  ['alert_messages', 'due_at'],
] as const satisfies readonly [keyof Tables, string][];

/** Expression for the slug of a published account. Null for a private one. It has an index. */
export const publishedSlug = sql<string | null>`case when published = 1 then slug end`;

/** Schema of the registry. A migration never changes once it is released. */
export const registrySchema: Schema = {
  name: 'registry',
  migrations: { '0001_initial_852e8633': { up: makeTables } },
};

async function makeTables(db: Kysely<Tables>): Promise<void> {
  for (const [table, columns] of Object.entries<Record<string, string>>(tables)) {
    const constraint = constraints[table as keyof Tables];
    const lines = Object.entries(columns).map(([name, column]) => `"${name}" ${column}`);
    if (constraint !== undefined) lines.push(constraint);
    await sql.raw(`create table ${table} (${lines.join(', ')})`).execute(db);
  }
  for (const [table, column] of indexes) {
    await sql.raw(`create index ${table}_by_${column} on ${table} (${column})`).execute(db);
  }
  // Private slugs are not in it, so that looking for one ends as for an unknown one.
  await sql`create index accounts_published on accounts ((${publishedSlug}))`.execute(db);
  await db
    .insertInto('registry_state')
    .values({ id: 1, revision: 0, state: randomUUID(), settled: null, trail: null })
    .execute();
}
