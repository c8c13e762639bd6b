import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAlerting, startAlerting } from '../pipeline/alerts/alerting.ts';
import { createMails } from '../pipeline/alerts/mail.ts';
import type { Senders } from '../pipeline/alerts/sending.ts';
import { createWebhooks } from '../pipeline/alerts/webhook.ts';
import type { Log } from '../pipeline/base/log.ts';
import { baseUrlOf, type Config } from '../pipeline/config/config.ts';
import { createReceiver } from '../pipeline/connect/receiver.ts';
import { addressIn, connectorKinds } from '../pipeline/connectors/kinds.ts';
import { secretKeysOf } from '../pipeline/connectors/seal.ts';
import { deliveriesAt, deliveryAddress } from '../pipeline/deliveries/open.ts';
import { createRefusals, refusalsIn } from '../pipeline/deliveries/refused-rows.ts';
import { createSentDeliveries } from '../pipeline/deliveries/sent-deliveries.ts';
import { openRegistry } from '../pipeline/registry/registry.ts';
import { createStatements } from '../pipeline/statements/statements.ts';
import { createTrials } from '../pipeline/withdrawals/trials.ts';
import { type Site, siteAt } from './accounts/attribution.ts';
import { createMoments } from './accounts/moment.ts';
import { createSnapshotHolder } from './accounts/open-version.ts';
import { createFinishedAnswers } from './api/finished.ts';
import { createApp } from './app.ts';
import { createCalendarApp } from './calendar/app.ts';
import { createCalendarBodies } from './calendar/bodies.ts';
import { createCalendarHolder } from './calendar/holder.ts';
import { createKeyUses, flushEveryMinute } from './callers/key-uses.ts';
import { createLimits } from './callers/limits/create-limits.ts';
import type { Limits } from './callers/limits/limits.ts';
import { createLiveRegistry } from './callers/live-registry.ts';
import { createAccessLog } from './http/access-log.ts';
import { createBodyCache } from './http/body.ts';
import { drain, drainMilliseconds, listen, queryLimit, type Timeouts } from './http/listen.ts';
import { mailWordsIn } from './language/catalogues.ts';
import { createFreshness } from './operations/freshness.ts';
import { createMetrics, createMetricsApp } from './operations/metrics.ts';
import { openSource } from './operations/source.ts';
import type { BrokerServices } from './owners/page-request.ts';
import { openAssets } from './site/assets.ts';
import { createDrawingChild } from './site/draw-in-child.ts';
import { socketAddress } from './site/page-resources.ts';

const cachedBytes = 64 * 1024 * 1024;
const finishedBytes = 32 * 1024 * 1024;

export interface Running {
  readonly url: string;
  readonly calendarUrl: string;
  /** Puts a newly published version in service at once. */
  refresh(): Promise<void>;
  /** Finishes the requests in flight and releases everything. */
  close(): Promise<void>;
}

/** Options that tests set. */
export interface ServerOptions {
  readonly timeouts?: Timeouts;
  /** Longest time of a query to the registry in PostgreSQL. */
  readonly queryMilliseconds?: number;
  /** Rate limits, closed with the server. */
  readonly limits?: Limits;
}

/** Addresses of the server. Its ports are known once it listens. */
interface Addresses {
  site: Site;
  calendarPort: number | null;
}

/** Starts the server; resolves once both ports answer. */
export async function startServer(
  config: Config,
  clock: () => Date,
  log: Log,
  { timeouts, ...options }: ServerOptions = {},
): Promise<Running> {
  const { host } = config;
  const addresses: Addresses = { site: siteAt(baseUrlOf(config), config), calendarPort: null };
  const stores = await openStores(config, clock, log, options);
  const services = servicesOf(config, stores, addresses, clock, log);
  const { metrics } = services;
  const app = createApp(
    { ...services, metrics: config.metricsPort === null ? undefined : metrics },
    timeouts,
  );
  const calendar = createCalendarApp(services, timeouts ? { timeouts } : {});
  const metricsApp = createMetricsApp(metrics);
  const { registry, source, snapshots, events, keyUses } = stores;
  const refresh = async (accounts = source.accounts.refresh()): Promise<void> => {
    await Promise.all([accounts, source.calendar.refresh(), source.runs.refresh()]);
    await events.refresh();
    await snapshots.refresh();
  };
  await refresh(source.accounts.begin());
  const copies = [source.accounts, source.calendar, source.runs];
  const watches = [snapshots, events, ...copies].map((holder) => holder.watch());
  const stopFlushing = flushEveryMinute(keyUses);
  const senders = sendersOf(config, () => addresses.site.baseUrl, clock);
  const alerting = createAlerting({ registry, take: () => snapshots.take(), senders, log });
  const stopAlerting = startAlerting(alerting, log);
  const close = async (): Promise<void> => {
    for (const stop of watches) stop();
    const apps = [app, calendar, metricsApp];
    const draining = apps.map((opened) => drain(opened, drainMilliseconds));
    await Promise.all([stopAlerting(), ...draining]);
    snapshots.close();
    events.close();
    await stopFlushing();
    await stores.close();
  };

  try {
    const port = await listen(app, 'PORT', { host, port: config.port });
    addresses.site = siteAt(baseUrlOf(config, port), config);
    const calendarPort = await listen(calendar, 'CALENDAR_PORT', {
      host,
      port: config.calendarPort,
    });
    addresses.calendarPort = calendarPort;
    if (config.metricsPort !== null) await serveMetrics(metricsApp, config.metricsPort, log);
    const local = { ...config, baseUrl: null };
    const calendarUrl = baseUrlOf(local, calendarPort).replace(/^http/, 'ws');
    return { url: baseUrlOf(local, port), calendarUrl, refresh: () => refresh(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serveMetrics(app: FastifyInstance, port: number, log: Log): Promise<void> {
  const metricsPort = await listen(app, 'METRICS_PORT', { host: '127.0.0.1', port });
  log.info('metrics are served', { url: `http://127.0.0.1:${metricsPort}/metrics` });
}

type Stores = Awaited<ReturnType<typeof openStores>>;

/** Opens what the server reads from and writes to. */
async function openStores(
  config: Config,
  clock: () => Date,
  log: Log,
  { queryMilliseconds = queryLimit, limits: ownLimits }: Omit<ServerOptions, 'timeouts'>,
) {
  const { dataDir, databaseUrl, redisUrl } = config;
  const registry = await openRegistry({ dataDir, databaseUrl, clock, queryMilliseconds });
  const source = await openSource(config, clock, log);
  const served = { dataDir: source.dataDir, clock, log };
  const limits = ownLimits ?? (await createLimits({ redisUrl, log }));
  const address = deliveryAddress(config);
  const inbox = createReceiver(address, log);
  const deliveries = deliveriesAt(address, clock);
  const statements = createStatements({ deliveries, folder: dataDir.inbox.reading, log });
  // Each run here empties it too.
  const folder = join(dataDir.temporary, 'trials');
  const trials = createTrials({ deliveries: address, folder, log });
  return {
    registry,
    source,
    snapshots: createSnapshotHolder({ ...served, replica: source.accounts }),
    events: createCalendarHolder({ ...served, replica: source.calendar }),
    keyUses: createKeyUses(registry, log),
    limits,
    inbox,
    deliveries,
    statements,
    trials,
    async close(): Promise<void> {
      await inbox.close();
      await trials.close();
      await statements.close();
      await limits.close();
      await deliveries.close();
      await source.close();
      await registry.close();
    },
  };
}

/** Makes the services of the apps. */
function servicesOf(
  config: Config,
  stores: Stores,
  addresses: Addresses,
  clock: () => Date,
  log: Log,
) {
  const { registry, source, snapshots, events, inbox, deliveries } = stores;
  const site = () => addresses.site;
  const freshness = createFreshness(source.runs, events, clock);
  const finished = createFinishedAnswers(finishedBytes);
  const { accounts, partitions } = source;
  const liveRegistry = createLiveRegistry(registry);
  return {
    ...stores,
    liveRegistry,
    refusals: createRefusals(refusalsIn(deliveries), inbox),
    brokers: brokersOf(config),
    sent: createSentDeliveries(deliveries),
    alerts: { isMailOn: config.smtpUrl !== null, allowsPrivate: config.webhookPrivate },
    benchmarks: config.benchmarks,
    moments: createMoments({ liveRegistry, snapshots, site }),
    bodies: createBodyCache(cachedBytes),
    finished,
    calendar: createCalendarBodies({ calendar: events, site, clock }),
    draw: createDrawingChild(),
    trustProxy: config.trustProxy,
    site,
    log,
    freshness,
    clock,
    maxAge: config.maxAge,
    metrics: createMetrics({ freshness, snapshots, accounts, partitions, finished }),
    accessLog: config.accessLog ? createAccessLog(log) : undefined,
    pages: {
      assets: openAssets(log),
      calendarUrl: () => socketAddress(addresses.site, addresses.calendarPort),
    },
  };
}

/** Returns what sends alerts: mails if a mail server is set, and webhooks. */
function sendersOf(config: Config, baseUrl: () => string, clock: () => Date): Senders {
  const { smtpUrl, mailFrom, webhookPrivate: allowsPrivate } = config;
  return {
    email:
      smtpUrl && mailFrom
        ? createMails({
            smtpUrl,
            from: mailFrom,
            baseUrl,
            wordsIn: mailWordsIn,
            siteName: config.siteName,
          })
        : null,
    webhook: createWebhooks({ baseUrl, clock, allowsPrivate }),
  };
}

/** Returns the services for connections to brokers, or null if they are switched off. */
function brokersOf(config: Config): BrokerServices | null {
  const keys = secretKeysOf(config);
  return (
    keys && {
      keys,
      settings: config,
      kinds: connectorKinds,
      addressOf: ({ environments }, environment) => addressIn(environments, environment),
    }
  );
}
