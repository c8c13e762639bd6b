import type { FastifyInstance } from 'fastify';
import { accountText, type Sections } from '../../../../account-object.ts';
import { attributionOf } from '../../../../attribution.ts';
import { createBody } from '../../../../body-cache.ts';
import { paginate } from '../../../../pagination.ts';
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

const noSections: Sections = new Set();
const sort = oneOf(orderNames);

/** `GET /api/v1/search/accounts`: published accounts, filtered and sorted. */
export function searchRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, site } = services;
  app.get<{ Querystring: Query }>('/api/v1/search/accounts', async (request, reply) => {
    const read = readerOf(request.query);
    const filters = readFilters(read);
    const order = read('sort', sort) ?? '-twr_percent';
    const pageRequest = readPage(read);
    const body = await snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const found = searchAccounts(await decisions.accounts(), edition, filters, order);
      const { rows, pagination } = paginate(found, pageRequest);
      const objects: string[] = [];
      for (const subject of rows) {
        const { slug, owner } = subject.account;
        const view = {
          subject,
          owner: { slug: owner, name: await decisions.ownerName(owner) },
          attribution: attributionOf(site(), slug, true),
        };
        objects.push(accountText(view, noSections, edition.snapshot));
      }
      const text = `{"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
      return createBody(Buffer.from(text));
    });
    return sendBody(reply, body);
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
