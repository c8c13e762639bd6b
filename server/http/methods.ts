import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

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
