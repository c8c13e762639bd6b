import type { Readable } from 'node:stream';
import type { Receiving } from '../../pipeline/connect/receive.ts';
import type { Refusals } from '../../pipeline/deliveries/refused.ts';
import type { OwnerInForce } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import type { Session } from '../../pipeline/registry/sessions.ts';
import type { Statements } from '../../pipeline/statements/statements.ts';
import type { Query } from '../http/parameters.ts';
import type { Freshness } from '../operations/freshness.ts';
import type { Context } from '../site/context.ts';
import type { Html } from '../site/html.ts';
import type { SiteServices } from '../site/site-services.ts';
import type { Form } from './form.ts';

/** What owners' pages are made with. */
export interface OwnerServices extends SiteServices {
  /** Where decisions are entered, and who may sign in is kept. */
  readonly book: Registry;
  readonly freshness: Freshness;
  readonly statements: Statements;
  readonly refusals: Refusals;
  readonly inbox: Receiving;
}

/** A file on its way here. */
export interface SentFile {
  readonly name: string;
  readonly content: Readable;
}

/** A request for an address of the owners' pages, whoever sends it. */
export interface Visit {
  /** Path and query as they were asked for. */
  readonly url: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  readonly form: Form;
  /** The file that a form sends beside its fields; null where it sends none. */
  file(): Promise<SentFile | null>;
  readonly services: OwnerServices;
  readonly context: Context;
  /** What the browser calls itself. */
  readonly agent: string;
  /** Who is counted as one. */
  readonly client: string;
  /** The session that the browser shows, good or not. */
  readonly token: string | null;
}

/** The same by an owner who is signed in, as they are now. */
export interface OwnersVisit extends Visit {
  readonly owner: OwnerInForce;
  readonly session: Session;
}

/** What is answered: a page, a file to keep, or where to go on. */
export type Reply = {
  /** A new session for the browser; null ends the one it has. */
  readonly session?: string | null;
} & (
  | {
      readonly page: Html;
      readonly status?: number;
      readonly retryAfter?: number;
      /** Seconds after which the browser loads the page again, without a script. */
      readonly refresh?: number;
    }
  | { readonly file: string; readonly content: Buffer }
  | { readonly to: string }
  /** For a script of our pages. */
  | { readonly json: object }
);

type Answering<Seen extends Visit> = (visit: Seen) => Promise<Reply> | Reply;

interface Answers<Seen extends Visit> {
  readonly get?: Answering<Seen>;
  readonly post?: Answering<Seen>;
}

/** An address, who may come, and what answers there. */
export type Address = { readonly url: string } & (
  | ({ readonly who: 'anyone' } & Answers<Visit>)
  | ({ readonly who: 'owner' | 'operator' } & Answers<OwnersVisit>)
);
