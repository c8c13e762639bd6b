import type { Body } from '../body.ts';
import type { Caller } from '../callers.ts';
import { accountEndpoint } from '../endpoints/account.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { searchEndpoint } from '../endpoints/search.ts';
import type { Query } from '../parameters.ts';
import type { Services } from '../services.ts';
import type { Soon } from '../soon.ts';
import type { AccountList, WholeAccount } from './account.ts';

const stranger: Caller = { kind: 'anonymous' };
const everySection = 'equity_curve,twr,monthly,by_symbol,by_magic_number,advanced';

/** Asks the versioned API what it would tell somebody without a key. */
const ask = (endpoint: Endpoint, slug: string, query: Query, services: Services): Soon<Body> =>
  endpoint.ask({ caller: stranger, slug, query }, services);

export const askAccount = (services: Services, slug: string): Soon<Body> =>
  ask(accountEndpoint, slug, { include: everySection }, services);

export const askCurve = (services: Services, slug: string): Soon<Body> =>
  ask(accountEndpoint, slug, { include: 'twr' }, services);

export const askSearch = (services: Services, query: Query): Soon<Body> =>
  ask(searchEndpoint, '', query, services);

export const readAccount = ({ bytes }: Body): WholeAccount => JSON.parse(bytes.toString());
export const readList = ({ bytes }: Body): AccountList => JSON.parse(bytes.toString());

/** Answers everything asked within `work` from one snapshot and one state of the registry. */
export async function atOneMoment<Result>(
  services: Services,
  work: (pinned: Services) => Promise<Result>,
): Promise<Result> {
  const { snapshots, registry } = services;
  return snapshots.use(async (edition) => {
    const decisions = await registry.decisions();
    return work({
      ...services,
      snapshots: { ...snapshots, use: (ask) => ask(edition) },
      registry: { ...registry, decisions: () => decisions },
    });
  });
}
