import type { FastifyInstance } from 'fastify';
import { accountsBody } from '../../../../accounts-page.ts';
import { callerOf, requireScope } from '../../../../callers.ts';
import {
  accountType,
  anyText,
  currency,
  decimal,
  oneOf,
  platform,
  type Query,
  type QueryReader,
  readerOf,
  readPage,
} from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import { type Filters, orderNames, searchAccounts } from '../../../../search.ts';
import type { Services } from '../../../../services.ts';
import { strangerSight } from '../../../../sight.ts';
import { readRoute } from '../../../read-route.ts';

const sort = oneOf(orderNames);

/** `GET /api/v1/search/accounts`: published accounts, filtered and sorted. */
export function searchRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, site } = services;
  readRoute<{ Querystring: Query }>(app, '/api/v1/search/accounts', async (request, reply) => {
    const caller = callerOf(request);
    requireScope(caller, 'public:read');
    const read = readerOf(request.query);
    const filters = readFilters(read);
    const order = read('sort', sort) ?? '-twr_percent';
    const page = readPage(read);
    const body = await snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const accounts = await decisions.accounts();
      const found = searchAccounts(accounts, edition, filters, order, ({ published }) => published);
      const sight = strangerSight(caller);
      return accountsBody(found, page, sight, decisions, edition.snapshot, site());
    });
    return sendBody(request, reply, body);
  });
}

function readFilters(read: QueryReader): Filters {
  return {
    q: read('q', anyText),
    type: read('type', accountType),
    platform: read('platform', platform),
    currency: read('currency', currency),
    minTwrPercent: read('min_twr_percent', decimal),
    maxDrawdownPercent: read('max_drawdown_percent', decimal),
  };
}
