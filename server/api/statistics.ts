import { type TradeDimension, tradeDimensions } from '../../sql/pages/trade_statistics.ts';
import { pagePart } from '../accounts/account-object.ts';
import { viewerOf } from '../accounts/view.ts';
import { requireKey, requireScope } from '../callers/callers.ts';
import { createBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { described, someOf } from '../http/parameters.ts';
import { statistics } from '../schemas/statistics.ts';
import { createEndpoint } from './endpoint.ts';

const isDimension = (name: string): name is TradeDimension => name in tradeDimensions;
const dimensions = Object.keys(tradeDimensions).filter(isDimension);

/** Statistics over the closed trades of an own account, by what they have in common. */
export const statisticsEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/statistics',
  operation: {
    id: 'getStatistics',
    tag: 'Accounts',
    summary: 'Statistics over closed trades',
    description:
      'How many closed trades there are, how many won and what they made, of all and by what ' +
      'they have in common. Of accounts of the owner of the key alone, with the scope ' +
      '`accounts:read`; any other is a 404.',
    needsKey: true,
    response: statistics,
  },
  admit({ caller }) {
    const holder = requireKey(caller);
    requireScope(holder, 'accounts:read');
    return holder;
  },
  query: {
    by: described(someOf(dimensions), { description: 'What to put trades together by' }),
  },
  async answer(holder, { by }, moment, _services, slug) {
    const own = await moment.decisions.findOwned(holder.owner, slug);
    if (own === null) throw new ApiError('not_found', { detail: 'No account of the key is here.' });
    const { snapshot } = moment.edition;
    const view = await moment.view(slug, await viewerOf(holder, moment.decisions, slug));
    const published = pagePart(view, 'trade_statistics', snapshot);
    if (published === null)
      throw new ApiError('unavailable', { detail: 'A run is due; try again.' });
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
