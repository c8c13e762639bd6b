import { listBody } from '../lists/page.ts';
import { wholeRange } from '../lists/range.ts';
import { readPage } from '../parameters.ts';
import { admitKeyHolders } from './admission.ts';
import { createEndpoint } from './endpoint.ts';

/** Open positions, newest first. */
export const positionsEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/positions',
  admit: admitKeyHolders,
  read: readPage,
  answer: ({ decisions, sight }, page, { snapshots, views, bodies }, slug) =>
    snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return listBody(view, 'positions', page, wholeRange, edition.lists, bodies);
    }),
});
