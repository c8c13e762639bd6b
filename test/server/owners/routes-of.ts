import type { FastifyInstance } from 'fastify';

/**
 * Every address that an app answers at, with its methods; nobody may have asked it anything yet.
 */
export async function routesOf(app: FastifyInstance): Promise<Map<string, Set<string>>> {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat();
    // What answers all other methods of an address refuses them.
    if (methods.includes('TRACE')) return;
    routes.set(url, new Set([...(routes.get(url) ?? []), ...methods]));
  });
  await app.ready();
  return routes;
}
