import { type FastifyInstance, fastify } from 'fastify';
import type { ApiServices } from './api/endpoint.ts';
import { versionedPath, versionedRoutes } from './api/versioned.ts';
import { openToAll } from './calendar/cross-origin.ts';
import { calendarPath, calendarRoute } from './calendar/route.ts';
import { type CallerServices, keepToCallers } from './callers/callers.ts';
import { type ConnectServices, connectPath, factsRoute } from './connect/facts.ts';
import { receiptRoute } from './connect/receipts.ts';
import { requireConnectionKey } from './connect/senders.ts';
import { stateRoute } from './connect/state.ts';
import { trustedProxies } from './http/clients.ts';
import { capConnections } from './http/connection-cap.ts';
import { guardRequests, startAnswers } from './http/guards.ts';
import { type Timeouts, timeouts as usual } from './http/listen.ts';
import type { Observer } from './http/observer.ts';
import {
  answerNotFound,
  answerProblems,
  answerUnreadable,
  answerUnroutable,
  type SendProblem,
} from './http/problems.ts';
import { noteMethods, routable } from './http/routes.ts';
import { mcpPath, mcpRoute } from './mcp/route.ts';
import type { McpServices } from './mcp/tool.ts';
import { openapiRoute } from './openapi/document.ts';
import { llmsRoute } from './openapi/llms.ts';
import { healthzRoute, type OperationServices, readyzRoute } from './operations/readyz.ts';
import type { OwnerServices } from './owners/page-request.ts';
import { ownerPages, ownerRoutes, protectOwners } from './owners/routes.ts';
import { createPageCache } from './site/page-cache.ts';
import { sendAsAccepted, sendAsPage, sendInEnglish } from './site/problems.ts';
import { pageRoutes, pages, siteFiles } from './site/routes.ts';
import type { SiteServices } from './site/site-services.ts';

/** What every part works with; made by the process, lent to the app. */
export interface Services
  extends ApiServices,
    CallerServices,
    ConnectServices,
    McpServices,
    OperationServices,
    OwnerServices,
    SiteServices {
  /** Proxies whose word for a client's address is taken: addresses or CIDRs. */
  readonly trustProxy: readonly string[];
  /** Where answers are counted, if anywhere. */
  readonly metrics?: Observer;
}

type Open = (app: FastifyInstance, services: Services) => void;

/** Addresses that begin alike and what holds for all of them, also where nothing is. */
interface Scope {
  readonly prefix: string;
  /** Whether nothing but its routes is in it; what goes on behind them is elsewhere then. */
  readonly isBounded?: boolean;
  /** What every request in it meets first. */
  readonly open?: Open;
  /** How it words its problems, where not as JSON. */
  readonly send?: SendProblem;
  readonly routes: readonly Open[];
}

/** Beginnings of addresses for programs alone, of which nothing but their scopes is here. */
const programs = ['/api', '/metrics'] as const;

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
    rewriteUrl: routable,
  });
  services.metrics?.observe(app, 'api');
  capConnections(app.server, {
    ...services,
    port: 'PORT',
    onRefusal: () => services.metrics?.countRefusedConnection('api'),
  });
  startAnswers(app);
  for (const { prefix, isBounded, open, send, routes } of scopesOf(services)) {
    app.register(
      async (scope) => {
        // Nothing has been refused yet when a scope begins; what counts a request comes first.
        open?.(scope, services);
        guardRequests(scope);
        answerProblems(scope, services.log, send);
        if (!isBounded) answerNotFound(scope, send);
        const refuseOtherMethods = noteMethods(scope);
        for (const route of routes) route(scope, services);
        refuseOtherMethods();
      },
      { prefix },
    );
  }
  return app;
}

/** Everything on the API's port; which scope a request belongs to is the router's word alone. */
function scopesOf(services: Services): readonly Scope[] {
  const kept = createPageCache();
  const asPage = sendAsPage(services);
  return [
    { prefix: versionedPath, open: keepToCallers, routes: [versionedRoutes, openapiRoute] },
    { prefix: mcpPath, open: keepToCallers, routes: [mcpRoute] },
    { prefix: calendarPath, isBounded: true, open: openToAll, routes: [calendarRoute] },
    {
      prefix: connectPath,
      open: requireConnectionKey,
      routes: [factsRoute, receiptRoute, stateRoute],
    },
    { prefix: '/healthz', routes: [healthzRoute] },
    { prefix: '/readyz', routes: [readyzRoute] },
    ...programs.map((prefix) => ({ prefix, routes: [] })),
    ...pages.map(({ prefix, addresses, isForPrograms }) => ({
      prefix,
      isBounded: prefix === '',
      ...(!isForPrograms && { send: asPage }),
      routes: [pageRoutes(addresses, kept)],
    })),
    ...ownerPages.map(({ prefix, addresses }) => ({
      prefix,
      open: protectOwners,
      send: sendInEnglish(services),
      routes: [ownerRoutes(addresses)],
    })),
    { prefix: '', send: sendAsAccepted(asPage), routes: [llmsRoute, siteFiles] },
  ];
}
