import { type FastifyInstance, fastify } from 'fastify';
import type { Log } from '../../pipeline/base/log.ts';
import type { AccessLog } from '../http/access-log.ts';
import { trustedProxies } from '../http/clients.ts';
import { capConnections } from '../http/connection-cap.ts';
import { ApiError } from '../http/errors.ts';
import { guardRequests, startAnswers } from '../http/guards.ts';
import { type Timeouts, timeouts as usual } from '../http/listen.ts';
import type { Observer } from '../http/observer.ts';
import {
  answerNotFound,
  answerProblems,
  answerUnreadable,
  answerUnroutable,
} from '../http/problems.ts';
import { commonHeaders } from '../http/replies.ts';
import { noteMethods, routableAddress } from '../http/routes.ts';
import { openHeaders, openToAll } from './cross-origin.ts';
import { type CalendarServices, calendarRoute } from './route.ts';
import { createConnections } from './socket/connections.ts';
import { acceptSockets, upgradeOf } from './socket/plugin.ts';
import { type SocketRules, socketRules } from './socket/rules.ts';

export interface CalendarAppServices extends CalendarServices {
  readonly trustProxy: readonly string[];
  readonly log: Log;
  readonly metrics?: Observer | undefined;
  readonly accessLog?: AccessLog | undefined;
}

/** Options that tests set. */
export interface CalendarAppOptions {
  readonly timeouts?: Timeouts;
  readonly rules?: SocketRules;
  /** Returns monotonic milliseconds, to measure how long a client is silent. */
  readonly steady?: () => number;
}

/** Creates the app of the calendar's port: HTTP at its address, WebSockets there and at `/`. */
export function createCalendarApp(
  { calendar, limits, trustProxy, log, metrics, accessLog }: CalendarAppServices,
  options: CalendarAppOptions = {},
): FastifyInstance {
  const { timeouts = usual, rules = socketRules, steady = () => performance.now() } = options;
  const connections = createConnections(rules, steady);
  const app = fastify({
    ...timeouts,
    bodyLimit: 1,
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    frameworkErrors: (error, request, reply) => answerUnroutable(error, request, reply, headers),
    return503OnClosing: false,
    rewriteUrl: routableAddress,
    trustProxy: trustedProxies(trustProxy),
  });
  const cap = capConnections(app.server, {
    port: 'CALENDAR_PORT',
    trustProxy,
    log,
    steady,
    onRefusal: () => metrics?.countRefusedConnection('calendar'),
  });
  const services = { calendar, limits, log, rules, connections, cap };
  answerProblems(app, log);
  answerNotFound(app);
  acceptSockets(app, services);
  // Register refusals after the WebSocket plugin, which must release the socket first.
  app.after(() => {
    metrics?.observe(app, 'calendar');
    accessLog?.observe(app, 'calendar');
    metrics?.watchConnections(connections.size);
    startAnswers(app);
    openToAll(app);
    guardRequests(app);
    app.route({
      ...upgradeOf(services, false),
      method: ['GET', 'HEAD'],
      url: '/',
      handler: () =>
        Promise.reject(
          new ApiError('not_found', {
            detail: 'Here is only the calendar, at /api/public/calendar/v1.',
          }),
        ),
    });
    // Record methods from here on only, so that other methods of `/` get the port's 404.
    const refuseOtherMethods = noteMethods(app);
    calendarRoute(app, services, upgradeOf(services, true));
    refuseOtherMethods();
  });
  return app;
}

const headers = { ...commonHeaders, ...openHeaders };
