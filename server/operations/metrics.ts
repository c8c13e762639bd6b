import { type FastifyInstance, fastify } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Replica } from '../../pipeline/publish/snapshot/replica.ts';
import type { SnapshotHolder } from '../accounts/open-version.ts';
import type { FinishedAnswers } from '../api/finished.ts';
import type { Observer } from '../http/observer.ts';
import type { Freshness } from './freshness.ts';
import { type GaugeRow, registerGauges } from './gauges.ts';
import { gaugesOfFreshness, gaugesOfRun } from './runs.ts';
import type { PublishedSource } from './source.ts';

/** Metrics of a running server. */
export interface Metrics extends Observer {
  /** Returns all metrics in the text format of Prometheus, with its content type. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

export interface MetricsOptions {
  readonly freshness: Freshness;
  readonly snapshots: SnapshotHolder;
  readonly accounts: Pick<Replica, 'isBehind'>;
  readonly partitions: PublishedSource['partitions'];
  readonly finished: FinishedAnswers;
}

/** Gauges of the server itself. */
const gaugesOfServer: readonly GaugeRow<MetricsOptions & { connections(): number }>[] = [
  [
    'trackrecord_http_answers_finished_bytes',
    'Memory of finished answers that can be sent again, in bytes.',
    ({ finished }) => finished.bytes(),
  ],
  ['trackrecord_websocket_connections', 'Open WebSocket connections.', (now) => now.connections()],
  [
    'trackrecord_snapshot_behind',
    '1 if this server serves an earlier version than the published one, else 0.',
    ({ snapshots, accounts }) => (snapshots.isBehind() || accounts.isBehind() ? 1 : 0),
  ],
  [
    'trackrecord_partition_age_seconds',
    'Seconds since each partition published. Absent for one that never did.',
    ({ partitions }) =>
      Object.fromEntries(partitions().map(({ partition, ageSeconds }) => [partition, ageSeconds])),
    'partition',
  ],
  [
    'trackrecord_damaged_files',
    'Files of the version in service that this server found damaged.',
    ({ snapshots }) => snapshots.current()?.snapshot.damaged.size ?? 0,
  ],
];

export function createMetrics(options: MetricsOptions): Metrics {
  const { freshness } = options;
  let connections = () => 0;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registerGauges(registry, gaugesOfRun, () => freshness.lastRun());
  registerGauges(registry, gaugesOfFreshness, () => freshness);
  const answers = new Counter({
    name: 'trackrecord_http_answers_total',
    help: 'Answers by port, route and status. Requests over the rate limit have status 429.',
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
    help: 'Connections that were closed because their address had too many open.',
    labelNames: ['port'],
    registers,
  });
  const repeated = new Counter({
    name: 'trackrecord_http_answers_repeated_total',
    help: 'Answers of the API that were kept at their second request and sent again.',
    registers,
  });
  registerGauges(registry, gaugesOfServer, () => ({ ...options, connections }));
  return {
    observe(app, port) {
      app.addHook('onResponse', (request, reply, done) => {
        // Use the route's pattern: real addresses would give one label for every slug.
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
    countRepeatedAnswer: () => repeated.inc(),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** Creates the app that serves `/metrics`. */
export function createMetricsApp(metrics: Metrics): FastifyInstance {
  const app = fastify({ return503OnClosing: false });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.header('content-type', type).header('cache-control', 'no-store').send(text);
  });
  return app;
}
