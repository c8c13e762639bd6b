import { join } from 'node:path';
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
import { siteAt } from './accounts/attribution.ts';
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

/** Starts the server; resolves once both ports answer. */
export async function startServer(
  config: Config,
  clock: () => Date,
  log: Log,
  { timeouts, queryMilliseconds = queryLimit, limits: ownLimits }: ServerOptions = {},
): Promise<Running> {
  const { dataDir, databaseUrl, host, redisUrl, trustProxy } = config;
  const registry = await openRegistry({ dataDir, databaseUrl, clock, queryMilliseconds });
  const source = await openSource(config, clock, log);
  const served = { dataDir: source.dataDir, clock, log };
  const snapshots = createSnapshotHolder({ ...served, replica: source.accounts });
  const events = createCalendarHolder({ ...served, replica: source.calendar });
  const keyUses = createKeyUses(registry, log);
  const limits = ownLimits ?? (await createLimits({ redisUrl, log }));
  let site = siteAt(baseUrlOf(config), config);
  const currentSite = () => site;
  let calendarPort: number | null = null;
  const pages = {
    assets: openAssets(log),
    calendarUrl: () => socketAddress(site, calendarPort),
  };
  const freshness = createFreshness(source.runs, events, clock);
  const finished = createFinishedAnswers(finishedBytes);
  const metrics = createMetrics({
    freshness,
    snapshots,
    accounts: source.accounts,
    partitions: source.partitions,
    finished,
  });
  const liveRegistry = createLiveRegistry(registry);
  const inbox = createReceiver(deliveryAddress(config), log);
  const deliveries = deliveriesAt(deliveryAddress(config), clock);
  const statements = createStatements({ deliveries, folder: dataDir.inbox.reading, log });
  const trials = createTrials({
    deliveries: deliveryAddress(config),
    // Each run here empties it too.
    folder: join(dataDir.temporary, 'trials'),
    log,
  });
  const services = {
    liveRegistry,
    registry,
    keyUses,
    inbox,
    refusals: createRefusals(refusalsIn(deliveries, source.inService), inbox),
    statements,
    brokers: brokersOf(config),
    sent: createSentDeliveries(deliveries, dataDir.inbox.reading),
    trials,
    alerts: { isMailOn: config.smtpUrl !== null, allowsPrivate: config.webhookPrivate },
    benchmarks: config.benchmarks,
    snapshots,
    source,
    moments: createMoments({ liveRegistry, snapshots, site: currentSite }),
    bodies: createBodyCache(cachedBytes),
    finished,
    calendar: createCalendarBodies({ calendar: events, site: currentSite, clock }),
    limits,
    draw: createDrawingChild(),
    trustProxy,
    site: currentSite,
    log,
    freshness,
    clock,
    maxAge: config.maxAge,
    metrics: config.metricsPort === null ? undefined : metrics,
    accessLog: config.accessLog ? createAccessLog(log) : undefined,
    pages,
  };
  const app = createApp(services, timeouts);
  const calendar = createCalendarApp(services, timeouts ? { timeouts } : {});
  const metricsApp = createMetricsApp(metrics);
  const copies = [source.accounts, source.calendar, source.runs];
  const refresh = async (accounts = source.accounts.refresh()): Promise<void> => {
    await Promise.all([accounts, source.calendar.refresh(), source.runs.refresh()]);
    await events.refresh();
    await snapshots.refresh();
  };
  await refresh(source.accounts.begin());
  const watches = [snapshots, events, ...copies].map((holder) => holder.watch());
  const stopFlushing = flushEveryMinute(keyUses);
  const senders = sendersOf(config, () => site.baseUrl, clock);
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
    await inbox.close();
    await trials.close();
    await statements.close();
    await limits.close();
    await deliveries.close();
    await source.close();
    await registry.close();
  };

  try {
    const port = await listen(app, 'PORT', { host, port: config.port });
    site = siteAt(baseUrlOf(config, port), config);
    calendarPort = await listen(calendar, 'CALENDAR_PORT', {
      host,
      port: config.calendarPort,
    });
    if (config.metricsPort !== null) {
      const metricsPort = await listen(metricsApp, 'METRICS_PORT', {
        host: '127.0.0.1',
        port: config.metricsPort,
      });
      log.info('metrics are served', { url: `http://127.0.0.1:${metricsPort}/metrics` });
    }
    const local = { ...config, baseUrl: null };
    const calendarUrl = baseUrlOf(local, calendarPort).replace(/^http/, 'ws');
    return { url: baseUrlOf(local, port), calendarUrl, refresh: () => refresh(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns what sends alerts: mails if a mail server is set, and webhooks. */
function sendersOf(config: Config, baseUrl: () => string, clock: () => Date): Senders {
  const { smtpUrl, mailFrom, webhookPrivate: allowsPrivate } = config;
  return {
    email:
      smtpUrl && mailFrom
        ? createMails({ smtpUrl, from: mailFrom, baseUrl, siteName: config.siteName })
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
