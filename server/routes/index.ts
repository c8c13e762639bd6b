import type { FastifyInstance } from 'fastify';
import { openToAll } from '../calendar/cross-origin.ts';
import { calendarPath, calendarRoute } from '../calendar/route.ts';
import { keepToCallers } from '../plugins/authenticate.ts';
import type { SendProblem } from '../plugins/problems.ts';
import type { Services } from '../services.ts';
import { problemSender } from '../site/problems.ts';
import { siteRoutes } from '../site/routes.ts';
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
  /** Whether the prefix is the only address in it; what goes on behind it is nowhere then. */
  readonly isOneAddress?: true;
  /** What every request in it meets first. */
  readonly open?: Open;
  /** How it words its problems, where not as JSON. */
  readonly sender?: (services: Services) => SendProblem;
  readonly routes: readonly Open[];
}

/** Everything on the API's port; which scope a request belongs to is the router's word alone. */
export const scopes: readonly Scope[] = [
  { prefix: versionedPath, open: keepToCallers, routes: [versionedRoutes, openapiRoute] },
  { prefix: mcpPath, open: keepToCallers, routes: [mcpRoute] },
  { prefix: calendarPath, isOneAddress: true, open: openToAll, routes: [calendarRoute] },
  {
    prefix: '',
    sender: problemSender,
    routes: [healthzRoute, readyzRoute, docsRoute, siteRoutes],
  },
];
