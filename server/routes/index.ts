import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { accountsRoute } from './api/v1/accounts/index.ts';
import { positionsRoute } from './api/v1/accounts/positions.ts';
import { accountRoute } from './api/v1/accounts/slug.ts';
import { tradesRoute } from './api/v1/accounts/trades.ts';
import { widgetRoute } from './api/v1/accounts/widget.ts';
import { searchRoute } from './api/v1/search/accounts.ts';
import { healthzRoute } from './healthz.ts';

/** Every route of the API's port; the path of its file is its address. */
export const routes: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  healthzRoute,
  accountsRoute,
  accountRoute,
  tradesRoute,
  positionsRoute,
  widgetRoute,
  searchRoute,
];
