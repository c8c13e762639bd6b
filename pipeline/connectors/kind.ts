import type { CodedReason } from '../base/reasons/reason.ts';
import type { TerminalContent } from '../deliveries/deals/terminal.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';

/** Names of the connector kinds, as the registry stores them. */
const kindNames = ['tradelocker', 'ctrader', 'metaapi'] as const;
type KindName = (typeof kindNames)[number];

/**
 * Time before the newest complete read that is read again, for late and corrected deals. With the
 * hours around it, it fits into one week, the most that cTrader answers at once. So a read needs
 * two of the five requests a second that cTrader allows for histories.
 */
export const overlapMilliseconds = 6 * 24 * 3600 * 1000;

/** JSON value that a kind stores between reads. */
export type StoredJson =
  | string
  | number
  | boolean
  | null
  | readonly StoredJson[]
  | { readonly [name: string]: StoredJson };

/**
 * Credentials of a connection: what the owner typed, and the tokens that followed. Stored
 * encrypted.
 */
export type Secret = Readonly<Record<string, string>>;

/** Name of a field to sign in with. Pages have its words in each language. */
type SignInLabel = 'email' | 'investorPassword' | 'login' | 'password' | 'platform' | 'server';

/** Field of the form in which an owner signs in to the broker. */
export interface SignInField {
  /** Name of the value in the secret. */
  readonly name: string;
  readonly label: SignInLabel;
  readonly type: 'text' | 'email' | 'password';
  readonly hint?: 'tradelockerServer';
  readonly maxLength: number;
}

/** Operator's settings for connectors. Null if the operator did not set one. */
export interface ConnectorSettings {
  readonly ctraderClientId: string | null;
  readonly ctraderClientSecret: string | null;
  readonly metaapiToken: string | null;
}

/** Account that a sign-in shows. */
export interface BrokerAccount {
  /** Id by which the kind reads the account; unique within its connection. */
  readonly id: string;
  readonly platform: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** Account number that its owner knows. */
  readonly number: string;
  readonly server: string;
  readonly name: string;
  /** Currency, or null if the sign-in does not say it. */
  readonly currency: string | null;
  readonly isDemo: boolean;
}

/** Result of a sign-in. */
export interface SignedIn {
  /** Secret to store from now on. It replaces the earlier one. */
  readonly secret: Secret;
  readonly accounts: readonly BrokerAccount[];
}

/** Access of one sign-in or read to the broker's server. */
export interface Access {
  /** Slug of the owner who signed in. Owners share nothing, such as an account at a gateway. */
  readonly owner: string;
  readonly environment: string;
  /**
   * Address of the environment from the kind's table. Tests pass the address of their own server.
   */
  readonly address: string;
  readonly settings: ConnectorSettings;
  /** Ends every request and wait once the time for the read is over. */
  readonly signal: AbortSignal;
  /** Longest time of one request. */
  readonly requestMilliseconds: number;
  clock(): Date;
  /**
   * Waits, for example until a rate limit allows the next request. Throws once `signal` is aborted.
   */
  wait(milliseconds: number): Promise<void>;
  /**
   * Stores a changed secret before anything else happens. Call it at once when a server replaces a
   * token, since the earlier token may be spent. Call it also once a service has added an account.
   */
  keepSecret(secret: Secret): Promise<void>;
}

/** Account that is to be read. */
export interface AccountRead {
  readonly secret: Secret;
  readonly account: BrokerAccount;
  /**
   * Start of the time that is read again for late and corrected deals. Null until one read has
   * reached the end of the history.
   */
  readonly since: Date | null;
  /** State of the newest stored page of this account. Null before the first page. */
  readonly state: StoredJson;
}

/**
 * Part of a read. It is stored in one transaction with its state, so a read goes on after a kill.
 */
export interface ReadPage {
  /**
   * Rows of source tables. The framework sets `account_id` and the origin of the data. It drops
   * rows that are equal to what was delivered before, so a kind returns everything that it read.
   */
  readonly rows: SourceRows;
  /** Account, deals and positions of MetaTrader, which the pipeline pairs. Null for other kinds. */
  readonly terminal: TerminalContent | null;
  /** State to go on from. Keep it small: it is rewritten with every page. */
  readonly state: StoredJson;
  /** Sentences for the owner about what could not be read, such as a trade without a result. */
  readonly notes: readonly CodedReason[];
}

/** Connector for one platform. It reads from the server of the broker or platform. */
export interface ConnectorKind {
  readonly kind: KindName;
  /** Name for owners. */
  readonly title: string;
  /** Addresses by environment. Requests go to these and to no other. */
  readonly environments: Readonly<Record<string, string>>;
  /** Settings without which the operator has this kind switched off. */
  readonly needs: readonly (keyof ConnectorSettings)[];
  /**
   * True if a sign-in proves that its owner controls the accounts. False for a password that only
   * reads, since traders give it to strangers.
   */
  readonly provesControl: boolean;
  /** Fields of the sign-in form. Empty if the owner signs in at `authorization`. */
  readonly fields: readonly SignInField[];
  /** Returns the address at which the owner grants access (OAuth 2). Absent for other kinds. */
  authorization?(request: {
    readonly settings: ConnectorSettings;
    readonly environment: string;
    readonly redirectUri: string;
    readonly state: string;
  }): string;
  /**
   * Signs in and lists the accounts. `secret` has the fields of the form, or `code` and
   * `redirect_uri` after an authorization. Throws a ConnectorError.
   */
  signIn(access: Access, secret: Secret): Promise<SignedIn>;
  /**
   * Removes what another service stores for an earlier sign-in, which no connection of its owner
   * uses any more. Absent for kinds of which no other service stores anything; the others are named
   * in `keptByService`.
   */
  forget?(access: Access, secret: Secret): Promise<void>;
  /**
   * Reads an account page by page, oldest data first where the server allows it. The last page ends
   * the history. Throws a ConnectorError; pages that came before it stay stored.
   */
  read(access: Access, request: AccountRead): AsyncIterable<ReadPage>;
}
