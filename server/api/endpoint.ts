import type { TSchema } from 'typebox';
import type { Log } from '../../pipeline/base/log.ts';
import type { Site } from '../accounts/attribution.ts';
import type { Moment, Moments } from '../accounts/moment.ts';
import { type Viewer, viewerOf } from '../accounts/view.ts';
import { type Caller, requireKey } from '../callers/callers.ts';
import type { Body, BodyCache } from '../http/body.ts';
import type { ApiError } from '../http/errors.ts';
import type { MaybePromise } from '../http/memory.ts';
import {
  type Parameters,
  type Query,
  readQuery,
  unknownIn,
  type Values,
} from '../http/parameters.ts';

/** A request for an endpoint, over HTTP or MCP. */
export interface EndpointRequest {
  readonly caller: Caller;
  /** Slug in the address; empty if the address has no slug. */
  readonly slug: string;
  readonly query: Query;
  /** Problem with the query as a whole, thrown when its parameters are read. */
  readonly problem?: ApiError | null;
}

/**
 * Services that endpoints use. None of them is a clock: a finished answer is sent again until the
 * next decision or publication.
 */
export interface ApiServices {
  readonly moments: Moments;
  readonly bodies: BodyCache;
  readonly log: Log;
  /** Site, whose port is known only once the process listens. */
  readonly site: () => Site;
}

/** Description of an endpoint for people and programs. */
interface Operation {
  /** Name for generated clients. */
  readonly id: string;
  readonly tag: 'Accounts' | 'Search' | 'Description';
  readonly summary: string;
  readonly description: string;
  /** True if requests without a key get a 401. */
  readonly needsKey: boolean;
  /** Schema of the body of a 200. */
  readonly response: TSchema;
  /** Content type of the answer; JSON by default. */
  readonly type?: 'text/csv';
}

/** Address, description and parameters of an endpoint. */
export interface EndpointDescription {
  readonly url: string;
  readonly operation: Operation;
  /** Parameters of its query. */
  readonly query: Parameters;
}

/** Endpoint of the versioned API, shared by HTTP, OpenAPI and MCP. */
export interface Endpoint<Answer = Body> extends EndpointDescription {
  /** Returns the names in a query that the endpoint doesn't know. */
  ignoredIn(query: Query): string[];
  /** Answers a request at a moment; throws an `ApiError` if it can't. */
  answer(request: EndpointRequest, moment: Moment, services: ApiServices): Promise<Answer>;
}

/**
 * Answers a request with the version in service, which stays open until `send` is done. Throws an
 * `ApiError` if the request can't be answered.
 */
export async function answerEndpoint<Answer, Sent>(
  endpoint: Endpoint<Answer>,
  request: EndpointRequest,
  services: ApiServices,
  send: (answer: Answer, moment: Moment) => Sent | Promise<Sent>,
): Promise<Sent> {
  if (endpoint.operation.needsKey) requireKey(request.caller);
  using moment = await services.moments.take(request.caller);
  return await send(await endpoint.answer(request, moment, services), moment);
}

interface Definition<Admitted, Declared extends Parameters, Answer> {
  readonly url: string;
  readonly operation: Operation;
  /** Checks the caller's scopes before anything else; throws a 403. */
  admit(request: EndpointRequest, moment: Moment): MaybePromise<Admitted>;
  readonly query: Declared;
  answer(
    admitted: Admitted,
    values: Values<Declared>,
    moment: Moment,
    services: ApiServices,
    slug: string,
  ): MaybePromise<Answer>;
}

/**
 * Returns the caller's view of an account; throws a 403 if the scopes of the key don't allow it.
 */
export const admitViewer = (
  { caller, slug }: EndpointRequest,
  { decisions }: Moment,
): MaybePromise<Viewer> => viewerOf(caller, decisions, slug);

/** Creates an endpoint. It checks the scopes first, then the query, then each parameter. */
export function createEndpoint<Admitted, const Declared extends Parameters, Answer>(
  definition: Definition<Admitted, Declared, Answer>,
): Endpoint<Answer> {
  const { url, operation, query: declared } = definition;
  return {
    url,
    operation,
    query: declared,
    ignoredIn: (query) => unknownIn(query, declared),
    async answer(request, moment, services) {
      const admitted = await definition.admit(request, moment);
      if (request.problem) throw request.problem;
      const values = readQuery(declared, request.query);
      return definition.answer(admitted, values, moment, services, request.slug);
    },
  };
}
