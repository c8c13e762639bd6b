import { type FastifyInstance, fastify } from 'fastify';
import { readableAddress } from './addresses.ts';
import { identifyCallers, refuseBadKeys } from './plugins/authenticate.ts';
import { guardRequests } from './plugins/guards.ts';
import { noteMethods } from './plugins/methods.ts';
import { answerProblems, answerUnreadable, answerUnroutable } from './plugins/problems.ts';
import { routes } from './routes/index.ts';
import type { Services } from './services.ts';
import { type Timeouts, timeouts as usual } from './timeouts.ts';

/** The API without a port; tests talk to it through `inject`. */
export function createApp(services: Services, timeouts: Timeouts = usual): FastifyInstance {
  const app = fastify({
    ...timeouts,
    bodyLimit: 1,
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
    rewriteUrl: readableAddress,
  });
  guardRequests(app);
  answerProblems(app, services.log);
  identifyCallers(app, services);
  // Limits count here: a good key is known by now, and no bad one has been refused yet.
  refuseBadKeys(app);
  const refuseOtherMethods = noteMethods(app);
  for (const route of routes) route(app, services);
  refuseOtherMethods();
  return app;
}
