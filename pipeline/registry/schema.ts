import type { Hidable, Plan, Role, Scope, StatementType } from './words.ts';

/**
 * Tables of the registry, the same in SQLite and PostgreSQL. Booleans are 0 or 1, instants are text
 * in ISO 8601, UTC.
 */
export interface Tables {
  registry_state: { id: number; revision: number };
  owners: {
    slug: string;
    name: string | null;
    plan: Plan;
    plan_until: string | null;
    role: Role;
  };
  accounts: {
    slug: string;
    type: 'account' | 'portfolio';
    account_id: string | null;
    owner: string;
    name: string;
    currency: string | null;
    benchmark: string | null;
    owner_data: number;
    show_trades_on_page: number;
    timezone: string | null;
    statement_currency: string | null;
    statement_type: StatementType | null;
    published: number;
    identity_verified: number;
    identity_by: string | null;
    identity_at: string | null;
    identity_how: string | null;
    track_record_verified: number;
    track_record_by: string | null;
    track_record_at: string | null;
    track_record_how: string | null;
    history_cut_at: string | null;
    hide: string;
    created_at: string;
  };
  operator_accounts: { account_id: string };
  /** Coverage of the marks of track records, and records that were read from the broker. */
  coverage: {
    entry: string;
    mark: string | null;
    version: string | null;
    sources: string;
    lapsed_at: string | null;
    broker_since: string | null;
  };
  /** Deleted accounts, portfolios and owners whose data a run has yet to remove. */
  deletions: { id: string; at: string };
  portfolio_members: { portfolio: string; position: number; member: string };
  used_slugs: { slug: string; type: 'account' | 'portfolio'; account_id: string | null };
  history_cuts: { account_id: string; history_cut_at: string };
  audit_trail: {
    number: number;
    at: string;
    actor: string;
    kind: Kind;
    entry: string;
    field: string;
    from: string;
    to: string;
    shows: string | null;
  };
  api_keys: {
    id: string;
    owner: string;
    name: string;
    sha256: string;
    scopes: string;
    created_at: string;
    revoked_at: string | null;
    last_used_at: string | null;
  };
  passwords: { owner: string; hash: string; changed_at: string };
  sessions: {
    id: string;
    token_hash: string;
    owner: string;
    agent: string;
    created_at: string;
    seen_at: string;
    expires_at: string;
  };
  invites: { token_hash: string; owner: string; expires_at: string; used_at: string | null };
  passkeys: {
    id: string;
    credential: string;
    owner: string;
    name: string;
    public_key: string;
    counter: number;
    created_at: string;
    last_used_at: string | null;
  };
  /** Connections to brokers. `secret` is encrypted, and no look-up of the registry returns it. */
  broker_connections: {
    id: string;
    owner: string;
    kind: string;
    environment: string;
    label: string;
    secret: string;
    created_at: string;
    paused_at: string | null;
    /** `owner`, or the code of the fault that paused it. */
    paused_by: string | null;
    /** Sentence about the newest failure; null after a read without one. */
    fault: string | null;
    failures: number;
    last_read_at: string | null;
    /** Earliest instant of the next read; null reads at the next chance. */
    due_at: string | null;
    /** Reader that works on it, and until when without another sign of life. */
    claim: string | null;
    claimed_until: string | null;
  };
  /** Accounts that a connection shows. `account` is the slug that one is recorded under. */
  broker_accounts: {
    connection: string;
    broker_id: string;
    details: string;
    account: string | null;
    last_read_at: string | null;
    fault: string | null;
    notes: string;
  };
  /** Secret links to accounts. Neither a link nor a password is stored, only their hashes. */
  shares: {
    id: string;
    account: string;
    /** Owner that the account must still have. */
    owner: string;
    name: string;
    sha256: string;
    password: string | null;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** Places that an owner's alerts go to. `secret` signs webhooks and the links in mails. */
  alert_targets: {
    id: string;
    owner: string;
    kind: 'email' | 'webhook';
    address: string;
    secret: string;
    language: string;
    created_at: string;
    /** Time at which its reader agreed to get mails; webhooks need no consent. */
    confirmed_at: string | null;
    /** Code of the fault of the last message that could not be delivered. */
    fault: string | null;
    failed_at: string | null;
  };
  /** Alerts that an owner switched on for an account or portfolio. */
  alert_settings: {
    account: string;
    owner: string;
    kinds: string;
    drawdown_limit: number | null;
    /** First month, as YYYY-MM, that `new_month` tells of. */
    months_since: string | null;
  };
  /** Causes that messages were made for, so that each gets one message. */
  alert_causes: { account: string; kind: string; cause: string; at: string };
  /** Time of the newest version whose causes were noted. */
  alert_progress: { id: number; as_of: string };
  /** Messages to send, and those that were sent lately. */
  alert_messages: {
    id: string;
    owner: string;
    /** Null once the target is gone. */
    target: string | null;
    account: string | null;
    kind: string;
    details: string;
    /** Hash of the address, by which confirmations are counted. */
    recipient: string;
    created_at: string;
    /** Earliest time of the next try; null once it was sent or given up. */
    due_at: string | null;
    attempts: number;
    /** Process that is sending it. */
    claim: string | null;
    sent_at: string | null;
    fault: string | null;
  };
  passkey_challenges: { challenge_hash: string; owner: string | null; expires_at: string };
  connection_keys: {
    id: string;
    account: string;
    owner: string;
    name: string;
    sha256: string;
    created_at: string;
    revoked_at: string | null;
    last_used_at: string | null;
  };
  /** Newest code of each account that its owner's terminal shows. Only the hash is stored. */
  terminal_codes: {
    account: string;
    owner: string;
    /** Connection Key that asked for the code. */
    key_id: string;
    code_hash: string;
    platform: string;
    number: string;
    server: string;
    expires_at: string;
    wrong_tries: number;
    used_at: string | null;
  };
}

/** Kinds of entries in the audit trail. */
export type Kind = 'owner' | 'account' | 'portfolio';

export interface Verified {
  readonly identity: boolean;
  readonly track_record: boolean;
}

/** Confirmation of a mark. Null stands for an instant or a way that nobody wrote down. */
export interface Confirmation {
  readonly by: string;
  readonly at: string | null;
  readonly how: string | null;
}

/** Confirmation of each mark. Null without a mark. */
export interface Confirmed {
  readonly identity: Confirmation | null;
  readonly track_record: Confirmation | null;
}

/** One account or portfolio as its owner wants it shown. */
export interface RegistryAccount {
  readonly slug: string;
  readonly type: 'account' | 'portfolio';
  readonly account_id: string | null;
  readonly owner: string;
  readonly name: string;
  readonly currency: string | null;
  /** Symbol of the table `prices` that it is compared with. */
  readonly benchmark: string | null;
  readonly members: readonly string[];
  /** Set if the owner may send data although the operator loads the account. */
  readonly owner_data: boolean;
  /** Set if the public page lists closed trades and open positions, unless `hide` has them. */
  readonly show_trades_on_page: boolean;
  /** Time zone of its statements, once confirmed; else null. */
  readonly timezone: string | null;
  /** Currency and type of its statements, once confirmed; else null. */
  readonly statement_currency: string | null;
  readonly statement_type: StatementType | null;
  readonly history_cut_at: string | null;
  readonly published: boolean;
  readonly verified: Verified;
  /** Marks as they were given, also one that has lapsed. */
  readonly confirmed: Confirmed;
  /** Time at which the mark of the track record lapsed; null without such a mark. */
  readonly lapsed_at: string | null;
  /** Time since which every published trade and booking was read from the broker; else null. */
  readonly broker_since: string | null;
  readonly hide: readonly Hidable[];
  readonly created_at: string;
}

/** An owner with the plan as it was decided. */
export interface RegistryOwner {
  readonly slug: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly plan_until: string | null;
  /** Operators see all owners, and can own accounts too. */
  readonly role: Role;
}

/** A key as it may be listed: never the key, never its hash. */
export interface ApiKey {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** Connection Key as it may be listed. It stops working when the account gets another owner. */
export interface ConnectionKey {
  readonly id: string;
  readonly account: string;
  readonly owner: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}
