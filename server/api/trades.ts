import { tradesFile } from '../accounts/lists/file.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { listBody } from '../accounts/lists/page.ts';
import { pageOf, pageParameter } from '../http/parameters.ts';
import { tradeList, tradeTable } from '../schemas/lists.ts';
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
