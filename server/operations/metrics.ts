import { type FastifyInstance, fastify } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SnapshotHolder } from '../accounts/edition.ts';
import type { Observer } from '../http/observer.ts';
import type { Freshness } from './freshness.ts';
import { createRunMetrics } from './runs.ts';

/** What is counted of a server while it runs. */
export interface Metrics extends Observer {
  /** Everything in the text form of Prometheus, and its content type. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

export interface MetricsOptions {
  readonly freshness: Freshness;
  readonly snapshots: SnapshotHolder;
}

export function createMetrics({ freshness, snapshots }: MetricsOptions): Metrics {
  let connections = () => 0;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  createRunMetrics(registry, freshness);
  const answers = new Counter({
    name: 'trackrecord_http_answers_total',
    help: 'Answers by port, route and status; refused ones have the status 429.',
    labelNames: ['port', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'trackrecord_http_answer_seconds',
    help: 'Seconds from a request to the end of its answer.',
    labelNames: ['port', 'route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
    registers,
  });
  const refused = new Counter({
    name: 'trackrecord_connections_refused_total',
    help: 'Connections closed at once, as their address had too many open.',
    labelNames: ['port'],
    registers,
  });
  new Gauge({
    name: 'trackrecord_websocket_connections',
    help: 'WebSocket connections that are open.',
    registers,
    collect() {
      this.set(connections());
    },
  });
  new Gauge({
    name: 'trackrecord_snapshot_behind',
    help: '1 while a newer snapshot is published that could not be put in service.',
    registers,
    collect() {
      this.set(snapshots.isBehind() ? 1 : 0);
    },
  });

  return {
    observe(app, port) {
      app.addHook('onResponse', (request, reply, done) => {
        // By pattern: an address of its own for every slug would be a label for every slug.
        const route = request.routeOptions.url ?? 'none';
        answers.inc({ port, route, status: reply.statusCode });
        seconds.observe({ port, route }, reply.elapsedTime / 1000);
        done();
      });
    },
    watchConnections(count) {
      connections = count;
    },
    countRefusedConnection: (port) => refused.inc({ port }),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** The port of `/metrics`, for this machine alone. */
export function createMetricsApp(metrics: Metrics): FastifyInstance {
  const app = fastify({ return503OnClosing: false });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.header('content-type', type).header('cache-control', 'no-store').send(text);
  });
  return app;
}
