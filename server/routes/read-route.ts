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

/**
 * Answers GET and HEAD at an address by the same handler; the HEAD that Fastify adds by itself
 * would put a length on a 304.
 */
export function readRoute<Route extends RouteGenericInterface>(
  app: FastifyInstance,
  url: string,
  handler: Handler<Route>,
): void {
  app.route<Route>({ method: ['GET', 'HEAD'], url, handler });
}
