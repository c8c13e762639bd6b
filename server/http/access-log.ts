import type { FastifyInstance } from 'fastify';
import type { Log } from '../../pipeline/base/log.ts';

/** Writes a line of the log for every answer of an app. */
export interface AccessLog {
  observe(app: FastifyInstance, port: string): void;
}

/** Parts of an address that are logged. Any other part could be a secret, such as `:token`. */
const shownParts: ReadonlySet<string> = new Set(['slug', 'file', 'name']);

/** Matches slugs and file names. A client could send any other text, so it is not logged. */
const shownText = /^[\w.-]{1,100}$/;

/**
 * Creates a log of answers at level `info`. A line has no query, no header, no body and no secret:
 * the path of a share link is `/share/:secret`. Addresses that no route has are `unknown`, since
 * they may hold anything.
 */
export function createAccessLog(log: Log): AccessLog {
  return {
    observe(app, port) {
      app.addHook('onResponse', ({ method, ip, params, routeOptions }, reply, done) => {
        log.info('answered', {
          port,
          client: ip,
          method,
          path: shownPath(routeOptions.url, params),
          status: reply.statusCode,
          milliseconds: Math.round(reply.elapsedTime),
        });
        done();
      });
    },
  };
}

/** Fills the pattern of a route with the parts that may be shown. */
function shownPath(pattern: string | undefined, params: unknown): string {
  if (pattern === undefined) return 'unknown';
  const parts = new Map(Object.entries(params ?? {}));
  return pattern.replaceAll(/:(\w+)/g, (part, name: string) => {
    const value = parts.get(name);
    return shownParts.has(name) && shownText.test(`${value}`) ? `${value}` : part;
  });
}
