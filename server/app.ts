import { type FastifyInstance, fastify } from 'fastify';
import { readableAddress } from './addresses.ts';
import { openCalendar } from './calendar/route.ts';
import { capConnections } from './limits/connection-cap.ts';
import { trustedProxies } from './limits/trusted-proxies.ts';
import { identifyCallers, refuseBadKeys } from './plugins/authenticate.ts';
import { guardRequests, startAnswers } from './plugins/guards.ts';
import { noteMethods } from './plugins/methods.ts';
import { answerProblems, answerUnreadable, answerUnroutable } from './plugins/problems.ts';
import { limitRequests } from './plugins/rate-limit.ts';
import { routes } from './routes/index.ts';
import type { Services } from './services.ts';
import { problemSender } from './site/problems.ts';
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
  startAnswers(app);
  openCalendar(app);
  answerProblems(app, services.log, problemSender(services));
  identifyCallers(app, services);
  // A good key is known by now, and nothing has been refused yet.
  limitRequests(app, services);
  refuseBadKeys(app);
  guardRequests(app);
  const refuseOtherMethods = noteMethods(app);
  for (const route of routes) route(app, services);
  refuseOtherMethods();
  return app;
}
