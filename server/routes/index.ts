import type { FastifyInstance } from 'fastify';
import { calendarRoute } from '../calendar/route.ts';
import type { Services } from '../services.ts';
import { siteRoutes } from '../site/routes.ts';
import { docsRoute } from './docs.ts';
import { healthzRoute } from './healthz.ts';
import { mcpRoute } from './mcp.ts';
import { openapiRoute } from './openapi.ts';
import { readyzRoute } from './readyz.ts';
import { versionedRoutes } from './versioned.ts';

/** Every route of the API's port. */
export const routes: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  healthzRoute,
  readyzRoute,
  versionedRoutes,
  mcpRoute,
  openapiRoute,
  docsRoute,
  calendarRoute,
  siteRoutes,
];
