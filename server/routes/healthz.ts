import type { FastifyInstance } from 'fastify';
import { emptyId } from '../../pipeline/snapshot/layout.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readRoute } from './read-route.ts';

/** `GET /healthz`: 200 when the snapshot in service can be read. */
export function healthzRoute(app: FastifyInstance, { snapshots }: Services): void {
  readRoute(app, '/healthz', async (_request, reply) => {
    using edition = snapshots.take();
    const isReadable = edition?.snapshot.part(emptyId, 'summary') !== undefined;
    if (!isReadable) throw new ApiError('unavailable');
    reply.header('cache-control', 'no-store');
    return { status: snapshots.isBehind() ? 'behind' : 'ok' };
  });
}
