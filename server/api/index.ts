import type { ListFile } from '../accounts/lists/file.ts';
import { accountEndpoint } from './account.ts';
import { accountsEndpoint } from './accounts.ts';
import { compareEndpoint } from './compare.ts';
import type { Endpoint } from './endpoint.ts';
import { gainEndpoint } from './gain.ts';
import { positionsEndpoint } from './positions.ts';
import { searchEndpoint } from './search.ts';
import { statisticsEndpoint } from './statistics.ts';
import { tradesCsvEndpoint, tradesEndpoint } from './trades.ts';
import { widgetEndpoint } from './widget.ts';

/** Endpoints of the versioned API that answer with JSON. */
export const endpoints: readonly Endpoint[] = [
  accountsEndpoint,
  accountEndpoint,
  tradesEndpoint,
  positionsEndpoint,
  gainEndpoint,
  statisticsEndpoint,
  widgetEndpoint,
  searchEndpoint,
  compareEndpoint,
];

/** Endpoints that answer with a file, which is read while it is sent. */
export const fileEndpoints: readonly Endpoint<ListFile>[] = [tradesCsvEndpoint];
