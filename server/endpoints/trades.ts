import { readRange } from '../instants.ts';
import { listBody } from '../lists/page.ts';
import { readPageOf } from '../parameters.ts';
import { admitKeyHolders } from './admission.ts';
import { createEndpoint } from './endpoint.ts';

const rowsPerPage = 20;

/** Closed trades, newest first, 20 a page. */
export const tradesEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/trades',
  admit: admitKeyHolders,
  read: (read) => ({ page: readPageOf(rowsPerPage, read), range: readRange(read) }),
  answer: ({ decisions, sight }, { page, range }, { snapshots, views, bodies }, slug) =>
    snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return listBody(view, 'trades', page, range, edition.lists, bodies);
    }),
});
