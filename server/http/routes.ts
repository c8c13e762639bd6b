import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import { readableAddress } from './addresses.ts';
import { ApiError } from './errors.ts';

type Handler<Route extends RouteGenericInterface> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Route
>;

/** Returns a path without the prefix of its route group. Throws if it has another prefix. */
export function pathInGroup({ prefix }: FastifyInstance, url: string): string {
  if (!url.startsWith(prefix)) throw new Error(`${url} is not in the route group ${prefix}`);
  return url.slice(prefix.length);
}

/**
 * Registers one handler for GET and HEAD of a full address. Fastify's automatic HEAD would add a
 * length to a 304.
 */
export function readRoute<Route extends RouteGenericInterface>(
  app: FastifyInstance,
  url: string,
  handler: Handler<Route>,
): void {
  app.route<Route>({ method: ['GET', 'HEAD'], url: pathInGroup(app, url), handler });
}

const methodList = new Intl.ListFormat('en-GB');

/** Methods that the router distinguishes: those of routes, and those with bodies. */
const routedMethods = new Set([
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
]);

/**
 * Returns a request's address in a form that the router can read. Rare methods without a body, such
 * as PROPFIND, become TRACE. So an address needs one route to refuse them, not thirty.
 */
export function routableAddress(request: IncomingMessage): string {
  const url = readableAddress(request);
  if (!routedMethods.has(request.method ?? '')) request.method = 'TRACE';
  return url;
}

/**
 * Records all routes from now on. Returns a function that registers a 405 for their other methods.
 */
export function noteMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ routePath, method }) => {
    routes.set(routePath, new Set([...(routes.get(routePath) ?? []), ...[method].flat()]));
  });
  return () => {
    for (const [url, methods] of [...routes]) {
      const allowed = [...methods].sort();
      const allow = allowed.join(', ');
      const detail = `This address supports ${methodList.format(allowed)}.`;
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        onRequest: (_request, _reply, next) => {
          next(new ApiError('method_not_allowed', { detail, headers: { allow } }));
        },
        handler: () => {},
      });
    }
  };
}
