/** How long a client may take, in milliseconds, in Fastify's names. */
export interface Timeouts {
  /** For a whole request to arrive. */
  readonly requestTimeout: number;
  /** Without a byte either way; ends clients that never read. */
  readonly connectionTimeout: number;
  /** Between two requests of a connection. */
  readonly keepAliveTimeout: number;
  readonly http: {
    readonly headersTimeout: number;
    readonly connectionsCheckingInterval: number;
    /** Node's own refusal is no problem document; `plugins/guards.ts` asks for the header. */
    readonly requireHostHeader: false;
  };
}

/** The same on every port. */
export const timeouts: Timeouts = {
  requestTimeout: 15_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
};

/** How long requests in flight may take once the process has been told to end. */
export const drainMilliseconds = 8_000;
