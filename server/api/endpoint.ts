import type { TSchema } from 'typebox';
import type { Log } from '../../pipeline/base/log.ts';
import type { Site } from '../accounts/attribution.ts';
import type { Moment, Moments } from '../accounts/moment.ts';
import { type Viewer, viewerOf } from '../accounts/view.ts';
import { type Caller, requireKey } from '../callers/callers.ts';
import type { Body, BodyCache } from '../http/body.ts';
import type { ApiError } from '../http/errors.ts';
import {
  type Parameters,
  type Query,
  readQuery,
  unknownIn,
  type Values,
} from '../http/parameters.ts';

/** What a caller asks of an endpoint, over whatever protocol. */
export interface Call {
  readonly caller: Caller;
  /** The account in the address; empty where the address names none. */
  readonly slug: string;
  readonly query: Query;
  /** What is wrong with the query as a whole; it counts where its parameters would be read. */
  readonly problem?: ApiError | null;
}

/** What answers are made with. */
export interface ApiServices {
  readonly moments: Moments;
  readonly bodies: BodyCache;
  readonly log: Log;
  /** Known for certain once the process listens. */
  readonly site: () => Site;
}

/** What an endpoint is, in words and for machines. */
export interface Operation {
  /** Name for generated clients. */
  readonly id: string;
  readonly tag: 'Accounts' | 'Search' | 'Description';
  readonly summary: string;
  readonly description: string;
  /** Whether everybody without a key gets a 401. */
  readonly needsKey: boolean;
  /** The body of a 200. */
  readonly response: TSchema;
  /** What it is sent as; JSON unless told. */
  readonly type?: 'text/csv';
}

/** What can be said of an address without asking it. */
export interface Described {
  readonly url: string;
  readonly operation: Operation;
  /** What its query may say. */
  readonly query: Parameters;
}

/** One address of the versioned API; HTTP, its description and MCP share it. */
export interface Endpoint<Answer = Body> extends Described {
  /** Names in a query that mean nothing here. */
  ignoredIn(query: Query): string[];
  /** The answer at a moment, as bytes in most cases; throws the problem there is instead. */
  answer(call: Call, moment: Moment, services: ApiServices): Promise<Answer>;
}

/**
 * Asks an endpoint now, and holds what its answer is made of until that has been sent; throws the
 * problem there is instead.
 */
export async function ask<Answer, Sent>(
  endpoint: Endpoint<Answer>,
  call: Call,
  services: ApiServices,
  send: (answer: Answer) => Sent | Promise<Sent>,
): Promise<Sent> {
  if (endpoint.operation.needsKey) requireKey(call.caller);
  using moment = await services.moments.take(call.caller);
  return await send(await endpoint.answer(call, moment, services));
}

interface Definition<Admitted, Declared extends Parameters, Answer> {
  readonly url: string;
  readonly operation: Operation;
  /** Whether the caller may ask at all: a 403 before anything else is looked at. */
  admit(call: Call, moment: Moment): Admitted | Promise<Admitted>;
  readonly query: Declared;
  /** Names that are known elsewhere and change nothing here, whatever their value. */
  readonly ineffective?: readonly string[];
  answer(
    admitted: Admitted,
    values: Values<Declared>,
    moment: Moment,
    services: ApiServices,
    slug: string,
  ): Answer | Promise<Answer>;
}

/** Lets a caller look at an account as it may; a 403 where the scopes of its key do not cover that. */
export const admitViewer = ({ caller, slug }: Call, { decisions }: Moment): Promise<Viewer> =>
  viewerOf(caller, decisions, slug);

/** Puts the steps of a definition in the order in which their problems count. */
export function createEndpoint<Admitted, const Declared extends Parameters, Answer>(
  definition: Definition<Admitted, Declared, Answer>,
): Endpoint<Answer> {
  const { url, operation, query: declared, ineffective = [] } = definition;
  return {
    url,
    operation,
    query: declared,
    ignoredIn: (query) => unknownIn(query, declared).filter((name) => !ineffective.includes(name)),
    async answer(call, moment, services) {
      const admitted = await definition.admit(call, moment);
      if (call.problem) throw call.problem;
      const values = readQuery(declared, call.query);
      return definition.answer(admitted, values, moment, services, call.slug);
    },
  };
}
