import type { FastifyInstance } from 'fastify';
import { emptyId } from '../../pipeline/snapshot/layout.ts';
import { ApiError } from '../http/errors.ts';
import { readRoute } from '../http/read-route.ts';
import type { OperationServices } from './readyz.ts';

/** `GET /healthz`: 200 when the snapshot in service can be read. */
export function healthzRoute(app: FastifyInstance, { snapshots }: OperationServices): void {
  readRoute(app, '/healthz', async (_request, reply) => {
    using edition = snapshots.take();
    const isReadable = edition?.snapshot.part(emptyId, 'summary') !== undefined;
    if (!isReadable) throw new ApiError('unavailable');
    reply.header('cache-control', 'no-store');
    return { status: snapshots.isBehind() ? 'behind' : 'ok' };
  });
}
