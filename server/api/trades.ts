import { listFile } from '../accounts/lists/file.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import { listPage, versionParameter } from '../accounts/lists/page.ts';
import { pageOf, pageParameter } from '../http/parameters.ts';
import { tradeList, tradeTable } from '../schemas/lists.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

const rowsPerPage = 20;

/** Endpoint that lists closed trades, newest first, 20 a page. */
export const tradesEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/trades',
  operation: {
    id: 'listTrades',
    tag: 'Accounts',
    summary: 'List closed trades',
    description:
      'Lists closed trades, newest first, always 20 a page. The list is empty if the owner hides ' +
      'trades. Hidden volumes are 0; hidden stops, targets and comments are null. Sum `net_profit`, ' +
      'not `profit`. Send the `version` of page 1 with the next pages, so that all pages are of the ' +
      'same version.',
    needsKey: true,
    response: tradeList,
  },
  admit: admitViewer,
  query: { ...pageParameter, ...versionParameter, ...rangeParameters },
  async answer(viewer, values, moment, { bodies }, slug) {
    const range = rangeOf(values);
    const page = { ...pageOf(values), limit: rowsPerPage };
    const { version } = values;
    return listPage(slug, viewer, { name: 'trades', page, range, version }, moment, bodies);
  },
});

/** Endpoint that sends all closed trades as one CSV file, newest first. */
export const tradesCsvEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/trades.csv',
  operation: {
    id: 'downloadTrades',
    tag: 'Accounts',
    summary: 'Download closed trades as CSV',
    description:
      'Returns all closed trades in the range, newest first, as CSV by RFC 4180 with the fields of ' +
      '`Trade` as columns. Hidden volumes are 0; other hidden values and null are empty cells. A ' +
      'hidden list has only the header. An apostrophe stands before texts that a spreadsheet would ' +
      'run as a formula.',
    needsKey: true,
    response: tradeTable,
    type: 'text/csv',
  },
  admit: admitViewer,
  query: rangeParameters,
  async answer(viewer, values, moment, _services, slug) {
    const range = rangeOf(values);
    return listFile(await moment.view(slug, viewer), 'trades', range, moment.version.lists);
  },
});
