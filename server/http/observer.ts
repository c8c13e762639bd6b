import type { FastifyInstance } from 'fastify';

/** Counter of events on the ports, such as metrics. */
export interface Observer {
  /** Counts and times every answer of an app from now on. */
  observe(app: FastifyInstance, port: string): void;
  /** Sets the function that returns the number of open WebSocket connections. */
  watchConnections(count: () => number): void;
  /** Counts a connection that was closed because its address had too many open. */
  countRefusedConnection(port: string): void;
  /** Counts an answer that was finished before and sent again. */
  countRepeatedAnswer(): void;
}
