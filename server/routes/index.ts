import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { accountRoute } from './api/v1/accounts/slug.ts';
import { searchRoute } from './api/v1/search/accounts.ts';
import { healthzRoute } from './healthz.ts';

/** Every route of the API's port; the path of its file is its address. */
export const routes: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  healthzRoute,
  accountRoute,
  searchRoute,
];
