import type { FastifyInstance } from 'fastify';

/** Lists the addresses of an app, with their methods. Call it before the first request. */
export async function routesOf(app: FastifyInstance): Promise<Map<string, Set<string>>> {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat();
    // Routes that only refuse other methods are left out.
    if (methods.includes('TRACE')) return;
    routes.set(url, new Set([...(routes.get(url) ?? []), ...methods]));
  });
  await app.ready();
  return routes;
}
