import type { FastifyInstance } from 'fastify';

/** Whoever counts what happens on the ports. */
export interface Observer {
  /** Counts and times every answer of an app from now on. */
  observe(app: FastifyInstance, port: string): void;
  /** Asks for the number of open WebSocket connections when it is wanted. */
  watchConnections(count: () => number): void;
  /** Counts a connection that was closed as its address has too many. */
  countRefusedConnection(port: string): void;
}
