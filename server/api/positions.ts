import { listPage, versionParameter } from '../accounts/lists/page.ts';
import { wholeRange } from '../accounts/lists/range.ts';
import { pageOf, pageParameters } from '../http/parameters.ts';
import { positionList } from '../schemas/lists.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** Endpoint that lists open positions, newest first. */
export const positionsEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/positions',
  operation: {
    id: 'listPositions',
    tag: 'Accounts',
    summary: 'List open positions',
    description:
      "Lists open positions as of the account's last report, newest first. The list is empty if the " +
      'owner hides trades. Hidden volumes are 0; hidden stops, targets and comments are null. Send ' +
      'the `version` of page 1 with the next pages, so that all pages are of the same version.',
    needsKey: true,
    response: positionList,
  },
  admit: admitViewer,
  query: { ...pageParameters, ...versionParameter },
  async answer(viewer, values, moment, { bodies }, slug) {
    const page = pageOf(values);
    const { version } = values;
    const request = { name: 'positions', page, range: wholeRange, version } as const;
    return listPage(slug, viewer, request, moment, bodies);
  },
});
