import { type FastifyInstance, fastify } from 'fastify';
import { readableAddress } from './addresses.ts';
import { capConnections } from './limits/connection-cap.ts';
import { trustedProxies } from './limits/trusted-proxies.ts';
import { guardRequests, startAnswers } from './plugins/guards.ts';
import { knowMethods, noteMethods } from './plugins/methods.ts';
import {
  answerNothing,
  answerProblems,
  answerUnreadable,
  answerUnroutable,
} from './plugins/problems.ts';
import { scopesOf } from './routes/index.ts';
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
    // A longer one would be answered before it is counted.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    trustProxy: trustedProxies(services.trustProxy),
    return503OnClosing: false,
    rewriteUrl: readableAddress,
  });
  services.metrics?.observe(app, 'api');
  capConnections(app.server, {
    ...services,
    port: 'PORT',
    onRefusal: () => services.metrics?.countRefusedConnection('api'),
  });
  knowMethods(app);
  startAnswers(app);
  for (const { prefix, isBounded, open, send, routes } of scopesOf(services)) {
    app.register(
      async (scope) => {
        // Nothing has been refused yet when a scope begins; what counts a request comes first.
        open?.(scope, services);
        guardRequests(scope);
        answerProblems(scope, services.log, send);
        if (!isBounded) answerNothing(scope, send);
        const refuseOtherMethods = noteMethods(scope);
        for (const route of routes) route(scope, services);
        refuseOtherMethods();
      },
      { prefix },
    );
  }
  return app;
}
