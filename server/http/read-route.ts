import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';

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
