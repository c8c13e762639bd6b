import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { createReceiver } from '../../pipeline/connect/receiver.ts';
import { deliveriesAt } from '../../pipeline/deliveries/open.ts';
import { createRefusals, refusalsIn } from '../../pipeline/deliveries/refused-rows.ts';
import { createSentDeliveries } from '../../pipeline/deliveries/sent-deliveries.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import type { ReadInChild } from '../../pipeline/statements/read-in-child.ts';
import { createStatements, type Statements } from '../../pipeline/statements/statements.ts';
import {
  createTrials,
  type Try,
  type WithdrawalTrials,
} from '../../pipeline/withdrawals/trials.ts';
import { type SiteSettings, siteAt } from '../../server/accounts/attribution.ts';
import { createMoments } from '../../server/accounts/moment.ts';
import { createSnapshotHolder, type SnapshotHolder } from '../../server/accounts/open-version.ts';
import { createFinishedAnswers, type FinishedAnswers } from '../../server/api/finished.ts';
import { createApp } from '../../server/app.ts';
import { createCalendarBodies } from '../../server/calendar/bodies.ts';
import { createCalendarHolder } from '../../server/calendar/holder.ts';
import { createKeyUses, type KeyUses } from '../../server/callers/key-uses.ts';
import type { Limits } from '../../server/callers/limits/limits.ts';
import { createLiveRegistry } from '../../server/callers/live-registry.ts';
import { createBodyCache } from '../../server/http/body.ts';
import type { Observer } from '../../server/http/observer.ts';
import { createFreshness } from '../../server/operations/freshness.ts';
import { ownSource } from '../../server/operations/source.ts';
import type { BrokerServices } from '../../server/owners/page-request.ts';
import { drawHere } from '../../server/site/draw.ts';
import type { Draw } from '../../server/site/draw-in-child.ts';
import type { PageResources } from '../../server/site/page-resources.ts';
import { watchAnswers } from '../support/watch-answers.ts';

export const baseUrl = 'https://records.example';

/** The API over a data directory, as in a server's own process. */
export interface Server {
  readonly registry: Registry;
  readonly snapshots: SnapshotHolder;
  readonly app: FastifyInstance;
  readonly keyUses: KeyUses;
  readonly statements: Statements;
  readonly trials: WithdrawalTrials;
  /** Throws if an answer did not fit the API's description. */
  judge(): void;
  /** Resolves when everything is closed. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly dataDir: DataDirectory;
  readonly clock: () => Date;
  readonly log: Log;
  /** None by default. */
  readonly limits?: Limits;
  readonly trustProxy?: readonly string[];
  /** True if answers must fit the API's description. Benches leave that out to save time. */
  readonly isWatched?: boolean;
  readonly maxAge?: number | null;
  /** Reader of statements; by default in its own process. */
  readonly readStatement?: ReadInChild;
  /** Trial of a withdrawal; by default there are no figures. */
  readonly tryWithdrawal?: Try;
  /** Draws images and PDFs; in this process by default, which needs no child to start. */
  readonly draw?: Draw;
  /** Scripts and styles; none by default. */
  readonly pages?: PageResources;
  /** Services for connections to brokers; off by default. */
  readonly brokers?: BrokerServices;
  /** Registry in PostgreSQL; by default in the data directory. */
  readonly databaseUrl?: string;
  /** Names of the site and its operator; none by default. */
  readonly settings?: SiteSettings;
  readonly finished?: FinishedAnswers;
  /** None by default. */
  readonly metrics?: Observer;
}

/**
 * Limits that allow every request, always with the same header values. So answers can be compared
 * byte by byte.
 */
export const noLimits: Limits = {
  take: () => ({
    isAllowed: true,
    limit: 20,
    remaining: 20,
    resetAt: 1_772_366_460,
    retryAfter: 1,
  }),
  close: async () => {},
};

/** Opens a server over a data directory. It sees a later version after `snapshots.refresh()`. */
export async function openServer({
  dataDir,
  clock,
  log,
  limits = noLimits,
  trustProxy = [],
  isWatched = true,
  maxAge = null,
  readStatement,
  tryWithdrawal = async () => null,
  draw = async (drawing) => ({ bytes: await drawHere(drawing) }),
  pages,
  brokers,
  databaseUrl,
  settings,
  finished = createFinishedAnswers(32 * 1024 * 1024),
  metrics,
}: ServerOptions): Promise<Server> {
  const registry = await openRegistry({ dataDir, clock, ...(databaseUrl && { databaseUrl }) });
  const snapshots = createSnapshotHolder({ dataDir, clock, log });
  const events = createCalendarHolder({ dataDir, clock, log });
  const source = ownSource(dataDir, clock);
  const keyUses = createKeyUses(registry, log);
  const site = () => siteAt(baseUrl, settings);
  const liveRegistry = createLiveRegistry(registry);
  const inbox = createReceiver({ path: dataDir.inbox.database }, log);
  const deliveries = deliveriesAt({ path: dataDir.inbox.database }, clock);
  const statements = createStatements({
    deliveries,
    folder: dataDir.inbox.reading,
    log,
    ...(readStatement && { read: readStatement }),
  });
  const trials = createTrials({
    deliveries: { path: dataDir.inbox.database },
    folder: join(dataDir.temporary, 'trials'),
    log,
    attempt: tryWithdrawal,
  });
  const app = createApp({
    liveRegistry,
    registry,
    keyUses,
    inbox,
    refusals: createRefusals(refusalsIn(deliveries), inbox),
    statements,
    brokers: brokers ?? null,
    sent: createSentDeliveries(deliveries),
    trials,
    alerts: { isMailOn: true, allowsPrivate: false },
    benchmarks: ['XAUUSD', 'INDEX'],
    snapshots,
    moments: createMoments({ liveRegistry, snapshots, site }),
    bodies: createBodyCache(64 * 1024 * 1024),
    finished,
    ...(metrics && { metrics }),
    calendar: createCalendarBodies({ calendar: events, site, clock }),
    limits,
    draw,
    trustProxy,
    site,
    log,
    freshness: createFreshness(source.runs, events, clock),
    source,
    clock,
    maxAge,
    ...(pages && { pages }),
  });
  const faults = isWatched ? watchAnswers(app) : [];
  await events.refresh();
  await snapshots.refresh();
  const judge = (): void => {
    if (faults.length > 0) throw new Error(`not as described:\n${faults.join('\n')}`);
  };
  return {
    registry,
    snapshots,
    app,
    keyUses,
    statements,
    trials,
    judge,
    async close() {
      await app.close();
      await inbox.close();
      await trials.close();
      await statements.close();
      await deliveries.close();
      snapshots.close();
      await registry.close();
      judge();
    },
  };
}
