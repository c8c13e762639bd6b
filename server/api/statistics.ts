import { type TradeDimension, tradeDimensions } from '../../sql/pages/trade_statistics.ts';
import { pagePart } from '../accounts/account-object.ts';
import { viewerOf } from '../accounts/view.ts';
import { requireKey, requireScope } from '../callers/callers.ts';
import { createBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { someOf, withDescription } from '../http/parameters.ts';
import { statistics } from '../schemas/statistics.ts';
import { createEndpoint } from './endpoint.ts';

const isDimension = (name: string): name is TradeDimension => name in tradeDimensions;
const dimensions = Object.keys(tradeDimensions).filter(isDimension);

/** Endpoint that returns statistics over closed trades of the caller's account, in groups. */
export const statisticsEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/statistics',
  operation: {
    id: 'getStatistics',
    tag: 'Accounts',
    summary: 'Statistics over closed trades',
    description:
      'Returns number, win rate and profit of closed trades, in total and by group. Works only for ' +
      "accounts of the key's owner, with the scope `accounts:read`; others are a 404.",
    needsKey: true,
    response: statistics,
  },
  admit({ caller }) {
    const holder = requireKey(caller);
    requireScope(holder, 'accounts:read');
    return holder;
  },
  query: {
    by: withDescription(someOf(dimensions), { description: 'Properties to group trades by' }),
  },
  async answer(holder, { by }, moment, _services, slug) {
    const account = await moment.decisions.findOwned(holder.owner, slug);
    if (account === null) {
      throw new ApiError('not_found', { detail: "The key's owner has no account of this name." });
    }
    const { snapshot } = moment.version;
    const view = await moment.view(slug, await viewerOf(holder, moment.decisions, slug));
    const published = pagePart(view, 'trade_statistics', snapshot);
    if (published === null)
      throw new ApiError('unavailable', {
        detail: 'The next run computes these statistics. Try again later.',
      });
    const { currency = null } = JSON.parse(
      snapshot.part(view.entry.id, 'summary')?.toString() ?? '{}',
    );
    const figures = Object.entries(published).filter(
      ([name]) => !isDimension(name) || by?.has(name),
    );
    const { attribution } = view;
    const answer = { slug, currency, ...Object.fromEntries(figures), attribution };
    return createBody(Buffer.from(JSON.stringify(answer)));
  },
});
