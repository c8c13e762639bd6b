import type { FastifyInstance } from 'fastify';
import { accountsBody } from '../../../../accounts-page.ts';
import { keyHolderOf, requireScope } from '../../../../callers.ts';
import { accountType, platform, type Query, readerOf, readPage } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import { noFilters, searchAccounts } from '../../../../search.ts';
import type { Services } from '../../../../services.ts';
import { ownSight } from '../../../../sight.ts';
import { readRoute } from '../../../read-route.ts';

/** `GET /api/v1/accounts`: everything the caller owns, newest first. */
export function accountsRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, site } = services;
  readRoute<{ Querystring: Query }>(app, '/api/v1/accounts', async (request, reply) => {
    const caller = keyHolderOf(request);
    requireScope(caller, 'accounts:read');
    const read = readerOf(request.query);
    const filters = {
      ...noFilters,
      type: read('type', accountType),
      platform: read('platform', platform),
    };
    const page = readPage(read);
    const body = await snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const accounts = await decisions.accountsOfOwner(caller.owner);
      const owned = searchAccounts(accounts, edition, filters, '-created_at', () => true);
      const sight = ownSight(caller);
      return accountsBody(owned, page, sight, decisions, edition.snapshot, site());
    });
    return sendBody(request, reply, body);
  });
}
