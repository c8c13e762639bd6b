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

/** What is left of a whole address behind the prefix of the scope it is in. */
export function within({ prefix }: FastifyInstance, url: string): string {
  if (!url.startsWith(prefix)) throw new Error(`${url} is not in the scope of ${prefix}`);
  return url.slice(prefix.length);
}

/**
 * Answers GET and HEAD at a whole address by the same handler; the HEAD that Fastify adds by
 * itself would put a length on a 304.
 */
export function readRoute<Route extends RouteGenericInterface>(
  app: FastifyInstance,
  url: string,
  handler: Handler<Route>,
): void {
  app.route<Route>({ method: ['GET', 'HEAD'], url: within(app, url), handler });
}

const words = new Intl.ListFormat('en-GB');

/** Methods that the router tells apart: those of routes, and those whose bodies it looks at. */
const known = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY']);

/**
 * What the router is asked for: a readable address. It takes every method that no route answers and
 * that has no body for TRACE, so that each is answered by the scope it is sent to and no address
 * needs thirty routes.
 */
export function routable(request: IncomingMessage): string {
  const url = readableAddress(request);
  if (!known.has(request.method ?? '')) request.method = 'TRACE';
  return url;
}

/** Notes every route from now on; the function it answers with refuses all their other methods. */
export function noteMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ routePath, method }) => {
    routes.set(routePath, new Set([...(routes.get(routePath) ?? []), ...[method].flat()]));
  });
  return () => {
    for (const [url, methods] of [...routes]) {
      const allowed = [...methods].sort();
      const allow = allowed.join(', ');
      const detail = `This address answers ${words.format(allowed)}.`;
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
