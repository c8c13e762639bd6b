import { tradesFile } from '../accounts/lists/file.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { tradeTable } from '../schemas/lists.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** Closed trades, newest first, all of them in one file. */
export const tradesCsvEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/trades.csv',
  operation: {
    id: 'downloadTrades',
    tag: 'Accounts',
    summary: 'Download closed trades as CSV',
    description:
      'All closed trades within the range, newest first, by RFC 4180, a column a field of `Trade`. ' +
      'Hidden lots read 0; what is hidden or null is an empty cell, and of a hidden list there is ' +
      'the header alone. A text that a spreadsheet would run as a formula has an apostrophe in front.',
    needsKey: true,
    response: tradeTable,
    type: 'text/csv',
  },
  admit: admitViewer,
  query: rangeParameters,
  async answer(viewer, values, moment, _services, slug) {
    const range = rangeOf(values);
    return tradesFile(await moment.view(slug, viewer), range, moment.edition.lists);
  },
});
