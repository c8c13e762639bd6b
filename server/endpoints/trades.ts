import { readRange } from '../instants.ts';
import { listBody } from '../lists/page.ts';
import { readPageOf } from '../parameters.ts';
import { tradeList } from '../schemas/lists.ts';
import { admitKeyHolders, withView } from './admission.ts';
import { createEndpoint } from './endpoint.ts';

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
  admit: admitKeyHolders,
  read: (read) => ({ page: readPageOf(rowsPerPage, read), range: readRange(read) }),
  ineffective: ['limit'],
  answer: (admission, { page, range }, services, slug) =>
    withView(admission, services, slug, (view, edition) =>
      listBody(view, 'trades', page, range, edition.lists, services.bodies),
    ),
});
