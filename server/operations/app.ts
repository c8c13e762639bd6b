import { type FastifyInstance, fastify } from 'fastify';
import type { Metrics } from './metrics.ts';

/** The port of `/metrics`, for this machine alone. */
export function createMetricsApp(metrics: Metrics): FastifyInstance {
  const app = fastify({ return503OnClosing: false });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.header('content-type', type).header('cache-control', 'no-store').send(text);
  });
  return app;
}
