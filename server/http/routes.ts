import { METHODS } from 'node:http';
import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
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

const unusable = new Set(['CONNECT']);
const words = new Intl.ListFormat('en-GB');

/** Has the router know every method there is, so that each is answered by the scope it is sent to. */
export function knowMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && !unusable.has(method)) {
      app.addHttpMethod(method);
    }
  }
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
