import { accountEndpoint } from './account.ts';
import { accountsEndpoint } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { positionsEndpoint } from './positions.ts';
import { searchEndpoint } from './search.ts';
import { tradesEndpoint } from './trades.ts';
import { widgetEndpoint } from './widget.ts';

/** Every endpoint of the versioned API. */
export const endpoints: readonly Endpoint[] = [
  accountsEndpoint,
  accountEndpoint,
  tradesEndpoint,
  positionsEndpoint,
  widgetEndpoint,
  searchEndpoint,
];
