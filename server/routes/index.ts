import type { FastifyInstance } from 'fastify';
import { openToAll } from '../calendar/cross-origin.ts';
import { calendarPath, calendarRoute } from '../calendar/route.ts';
import { keepToCallers } from '../plugins/authenticate.ts';
import type { SendProblem } from '../plugins/problems.ts';
import type { Services } from '../services.ts';
import { createKept } from '../site/kept.ts';
import { sendAsAccepted, sendAsPage } from '../site/problems.ts';
import { pageRoutes, pages, siteFiles } from '../site/routes.ts';
import { docsRoute } from './docs.ts';
import { healthzRoute } from './healthz.ts';
import { mcpPath, mcpRoute } from './mcp.ts';
import { openapiRoute } from './openapi.ts';
import { readyzRoute } from './readyz.ts';
import { versionedPath, versionedRoutes } from './versioned.ts';

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
const programs = ['/api', '/connect', '/metrics'] as const;

/** Everything on the API's port; which scope a request belongs to is the router's word alone. */
export function scopesOf(services: Services): readonly Scope[] {
  const kept = createKept();
  const asPage = sendAsPage(services);
  return [
    { prefix: versionedPath, open: keepToCallers, routes: [versionedRoutes, openapiRoute] },
    { prefix: mcpPath, open: keepToCallers, routes: [mcpRoute] },
    { prefix: calendarPath, isBounded: true, open: openToAll, routes: [calendarRoute] },
    { prefix: '/healthz', routes: [healthzRoute] },
    { prefix: '/readyz', routes: [readyzRoute] },
    ...programs.map((prefix) => ({ prefix, routes: [] })),
    ...pages.map(({ prefix, addresses }) => ({
      prefix,
      isBounded: prefix === '',
      send: asPage,
      routes: [pageRoutes(addresses, kept)],
    })),
    { prefix: '', send: sendAsAccepted(asPage), routes: [docsRoute, siteFiles] },
  ];
}
