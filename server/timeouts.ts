/** How long a client may take; the same on every port. */
export const timeouts = {
  requestTimeout: 15_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} as const;

/** How long requests in flight may take once the process has been told to end. */
export const drainMilliseconds = 8_000;
