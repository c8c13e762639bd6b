import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { listBody } from '../accounts/lists/page.ts';
import { pageOf, pageParameter } from '../http/parameters.ts';
import { tradeList } from '../schemas/lists.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

const rowsPerPage = 20;

/** Closed trades, newest first, 20 a page. */
export const tradesEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/trades',
  operation: {
    id: 'listTrades',
    tag: 'Accounts',
    summary: 'List closed trades',
    description:
      'Closed trades, newest first, always 20 a page. Where the owner hides the list it is empty; ' +
      'hidden lots read 0, hidden stops, targets and comments null. Totals are sums of `net_profit`.',
    needsKey: true,
    response: tradeList,
  },
  admit: admitViewer,
  query: { ...pageParameter, ...rangeParameters },
  ineffective: ['limit'],
  async answer(viewer, values, moment, { bodies }, slug) {
    const range = rangeOf(values);
    const page = { ...pageOf(values), limit: rowsPerPage };
    const view = await moment.view(slug, viewer);
    return listBody(view, 'trades', page, range, moment.edition.lists, bodies);
  },
});
