import { type FastifyInstance, fastify } from 'fastify';
import type { ApiServices } from './api/endpoint.ts';
import type { FinishedServices } from './api/finished.ts';
import { openVersioned, versionedPath, versionedRoutes } from './api/versioned.ts';
import { openToAll } from './calendar/cross-origin.ts';
import { calendarPath, calendarRoute } from './calendar/route.ts';
import { requireCallers } from './callers/callers.ts';
import { codeRoute } from './connect/code.ts';
import { type ConnectServices, connectPath, factsRoute } from './connect/facts.ts';
import { receiptRoute } from './connect/receipts.ts';
import { requireConnectionKey } from './connect/senders.ts';
import { stateRoute } from './connect/state.ts';
import type { AccessLog } from './http/access-log.ts';
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
import { noteMethods, routableAddress } from './http/routes.ts';
import { mcpPath, mcpRoute } from './mcp/route.ts';
import type { McpServices } from './mcp/tool.ts';
import { openapiRoute } from './openapi/document.ts';
import { llmsRoute } from './openapi/llms.ts';
import { healthzRoute, type OperationServices, readyzRoute } from './operations/readyz.ts';
import type { OwnerServices } from './owners/page-request.ts';
import { readerFinder } from './owners/reader.ts';
import { ownerLanguage, ownerPages, ownerRoutes, protectOwners } from './owners/routes.ts';
import { protectShares, type ShareServices, sharePrefix, shareRoutes } from './shares/routes.ts';
import { createPageCache } from './site/page-cache.ts';
import { sendAsAccepted, sendAsPage } from './site/problems.ts';
import { pageRoutes, pages, siteFiles } from './site/routes.ts';
import type { SiteServices } from './site/site-services.ts';

/** Services of all parts, created by the process. */
export interface Services
  extends ApiServices,
    FinishedServices,
    ConnectServices,
    McpServices,
    OperationServices,
    OwnerServices,
    ShareServices,
    SiteServices {
  /** Trusted proxies, which tell a client's address: addresses or CIDRs. */
  readonly trustProxy: readonly string[];
  /** Metrics that count answers; absent if they are off. */
  readonly metrics?: Observer | undefined;
  /** Absent if it is off. */
  readonly accessLog?: AccessLog | undefined;
}

type Open = (app: FastifyInstance, services: Services) => void;

/** Route group: addresses with the same prefix, and the rules for all of them, known or not. */
interface RouteGroup {
  readonly prefix: string;
  /**
   * True if the group has only its routes; other addresses with the prefix belong to other groups.
   */
  readonly isBounded?: boolean;
  /** Registers the hooks that every request of the group passes first. */
  readonly open?: Open;
  /** Sends the group's problems; as JSON by default. */
  readonly send?: SendProblem | undefined;
  readonly routes: readonly Open[];
}

/** Prefixes for programs. Their unknown addresses get a problem as JSON, not a page. */
const programs = ['/api', '/metrics'] as const;

/** Creates the app without opening a port; tests use it through `inject`. */
export function createApp(services: Services, timeouts: Timeouts = usual): FastifyInstance {
  const app = fastify({
    ...timeouts,
    bodyLimit: 1,
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    // Fastify would answer longer parameters before the rate limit counts the request.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    trustProxy: trustedProxies(services.trustProxy),
    return503OnClosing: false,
    rewriteUrl: routableAddress,
  });
  services.metrics?.observe(app, 'api');
  services.accessLog?.observe(app, 'api');
  capConnections(app.server, {
    ...services,
    port: 'PORT',
    onRefusal: () => services.metrics?.countRefusedConnection('api'),
  });
  startAnswers(app);
  for (const { prefix, isBounded, open, send, routes } of routeGroupsOf(services)) {
    app.register(
      async (group) => {
        // The rate limit comes first, so that refused requests count too.
        open?.(group, services);
        guardRequests(group);
        answerProblems(group, services.log, send);
        if (!isBounded) answerNotFound(group, send);
        const refuseOtherMethods = noteMethods(group);
        for (const route of routes) route(group, services);
        refuseOtherMethods();
      },
      { prefix },
    );
  }
  return app;
}

/** Lists the route groups of the API's port. */
function routeGroupsOf(services: Services): readonly RouteGroup[] {
  const findReader = readerFinder(services);
  const pageCache = createPageCache(services.draw);
  const asPage = sendAsPage(services, undefined, findReader);
  return [
    { prefix: versionedPath, open: openVersioned, routes: [versionedRoutes, openapiRoute] },
    { prefix: mcpPath, open: requireCallers, routes: [mcpRoute] },
    { prefix: calendarPath, isBounded: true, open: openToAll, routes: [calendarRoute] },
    {
      prefix: connectPath,
      open: requireConnectionKey,
      routes: [factsRoute, receiptRoute, stateRoute, codeRoute],
    },
    { prefix: '/healthz', routes: [healthzRoute] },
    { prefix: '/readyz', routes: [readyzRoute] },
    ...programs.map((prefix) => ({ prefix, routes: [] })),
    ...pages.map((group) => ({
      prefix: group.prefix,
      isBounded: group.prefix === '',
      send: group.isForPrograms ? undefined : asPage,
      routes: [pageRoutes(group, pageCache, findReader)],
    })),
    {
      prefix: sharePrefix,
      open: protectShares,
      send: asPage,
      routes: [shareRoutes(pageCache)],
    },
    ...ownerPages.map(({ prefix, addresses }) => ({
      prefix,
      open: protectOwners,
      send: sendAsPage(services, ownerLanguage, findReader),
      routes: [ownerRoutes(addresses)],
    })),
    { prefix: '', send: sendAsAccepted(asPage), routes: [llmsRoute, siteFiles(pageCache)] },
  ];
}
