import { type FastifyInstance, fastify } from 'fastify';
import { guardRequests } from './plugins/guards.ts';
import { noteMethods } from './plugins/methods.ts';
import { answerProblems, answerUnreadable, answerUnroutable } from './plugins/problems.ts';
import { routes } from './routes/index.ts';
import type { Services } from './services.ts';
import { timeouts } from './timeouts.ts';

/** The API without a port; tests talk to it through `inject`. */
export function createApp(services: Services): FastifyInstance {
  const app = fastify({
    ...timeouts,
    bodyLimit: 1,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
  });
  guardRequests(app);
  answerProblems(app, services.log);
  const refuseOtherMethods = noteMethods(app);
  for (const route of routes) route(app, services);
  refuseOtherMethods();
  return app;
}
