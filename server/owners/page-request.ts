import type { Readable } from 'node:stream';
import type { Receiving } from '../../pipeline/connect/receive.ts';
import type { Connecting } from '../../pipeline/connectors/connect.ts';
import type { ConnectorKind } from '../../pipeline/connectors/kind.ts';
import type { Refusals } from '../../pipeline/deliveries/refused-rows.ts';
import type { SentDeliveries } from '../../pipeline/deliveries/sent-deliveries.ts';
import type { OwnerInForce } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import type { Session } from '../../pipeline/registry/sessions.ts';
import type { Statements } from '../../pipeline/statements/statements.ts';
import type { WithdrawalTrials } from '../../pipeline/withdrawals/trials.ts';
import type { Query } from '../http/parameters.ts';
import type { OwnerWords } from '../language/words.ts';
import type { Freshness } from '../operations/freshness.ts';
import type { Context } from '../site/context.ts';
import type { Html } from '../site/html.ts';
import type { SiteServices } from '../site/site-services.ts';
import type { Form } from './form.ts';

/** Services for connections to brokers. */
export interface BrokerServices extends Omit<Connecting, 'registry'> {
  readonly kinds: readonly ConnectorKind[];
}

/** Services that owners' pages use. */
export interface OwnerServices extends SiteServices {
  /** Registry that stores decisions, passwords and sessions. */
  readonly registry: Registry;
  readonly freshness: Freshness;
  readonly statements: Statements;
  readonly refusals: Refusals;
  readonly inbox: Receiving;
  /** Services for connections to brokers; null if the operator has switched them off. */
  readonly brokers: BrokerServices | null;
  readonly sent: SentDeliveries;
  readonly trials: WithdrawalTrials;
  readonly alerts: AlertServices;
  /** Symbols that owners can compare their accounts with. */
  readonly benchmarks: readonly string[];
}

/** Limits of the alerts that this server sends. */
interface AlertServices {
  readonly isMailOn: boolean;
  /** True if webhooks may reach private addresses. */
  readonly allowsPrivate: boolean;
}

/** A file that is being uploaded. */
export interface SentFile {
  readonly name: string;
  readonly content: Readable;
}

/** A request for an owners' page, signed in or not. */
export interface OwnerPageRequest {
  /** Path and query of the request. */
  readonly url: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  readonly form: Form;
  /** Returns the uploaded file; null if the request has none. */
  file(): Promise<SentFile | null>;
  readonly services: OwnerServices;
  readonly context: Context;
  /** Words of owners' pages in the language of `context`. */
  readonly words: OwnerWords;
  /** Path and query of the page in other languages; null for operators' pages, in English only. */
  readonly page: string | null;
  /** User-Agent header. */
  readonly agent: string;
  /** Client network that requests are counted by. */
  readonly client: string;
  /** Aborted once the browser has the answer or has left. */
  readonly signal: AbortSignal;
  /** Session token of the cookie, valid or not; null without one. */
  readonly token: string | null;
}

/** Part of a request that decides the words of its page. */
export type PageWords = Pick<OwnerPageRequest, 'words' | 'context'>;

/** A request by a signed-in owner. */
export interface SignedInRequest extends OwnerPageRequest {
  readonly owner: OwnerInForce;
  readonly session: Session;
}

/** An answer: a page, a download, a PNG, a redirect, or JSON. */
export type Reply = {
  /** Session token to set in the browser; null deletes it. */
  readonly session?: string | null;
} & (
  | {
      readonly page: Html;
      readonly status?: number | undefined;
      readonly retryAfter?: number;
      /** Seconds after which the browser reloads the page, without a script. */
      readonly refresh?: number;
    }
  | { readonly file: string; readonly content: Buffer }
  | { readonly image: Buffer }
  | { readonly to: string }
  /** JSON for a script of our pages. */
  | { readonly json: object }
);

type PageHandler<Received extends OwnerPageRequest> = (request: Received) => Promise<Reply> | Reply;

/** An address, and the handlers of its methods. */
export interface PageAddress<Received extends OwnerPageRequest> {
  readonly url: string;
  readonly get?: PageHandler<Received>;
  readonly post?: PageHandler<Received>;
}

/** An address with those who may open it. */
export type Address =
  | ({ readonly who: 'anyone' } & PageAddress<OwnerPageRequest>)
  | ({ readonly who: 'owner' | 'operator' } & PageAddress<SignedInRequest>);
