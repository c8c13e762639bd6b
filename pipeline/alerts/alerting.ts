import type { Log } from '../base/log.ts';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import { forgetOldMessages, noteCauses, unnotedCauses } from '../registry/alert-queue.ts';
import { watchedAccounts } from '../registry/alert-settings.ts';
import type { Registry } from '../registry/registry.ts';
import { findCauses } from './causes.ts';
import { createSending, type Senders, type Sending } from './sending.ts';

/** Version in service, pinned until it is disposed of. */
interface PinnedSnapshot extends Disposable {
  readonly version: string;
  readonly snapshot: Snapshot;
}

export interface AlertingOptions {
  readonly registry: Registry;
  /** Returns the version in service; null before the first one. */
  readonly take: () => PinnedSnapshot | null;
  readonly senders: Senders;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Finds causes and sends messages. */
export interface Alerting extends Sending {
  /** Finds the causes in the version in service, unless that was done a short time ago. */
  look(): Promise<void>;
}

/** Time after which a version is looked at again: data gets stale without a new one. */
const lookMilliseconds = 10 * 60_000;

/** Time after which a decision counts, such as an alert that was switched on. */
const decisionMilliseconds = 60_000;

const dayMilliseconds = 24 * 3_600_000;

/** Creates what `startAlerting` repeats. */
export function createAlerting({ registry, take, senders, log }: AlertingOptions): Alerting {
  let forgotten = 0;
  let looked: { version: string; revision: number; at: number } | undefined;
  return {
    ...createSending({ registry, senders, log }),
    async look() {
      using pinned = take();
      if (pinned === null) return;
      const now = registry.clock();
      const revision = await registry.store.revision();
      if (looked?.version === pinned.version) {
        const wait = looked.revision === revision ? lookMilliseconds : decisionMilliseconds;
        if (now.getTime() - looked.at < wait) return;
      }
      const watched = await watchedAccounts(registry);
      const { snapshot } = pinned;
      const found = await findCauses(snapshot, watched, (slug) => registry.findAccount(slug), now);
      const unnoted = await unnotedCauses(registry, found, now);
      const messages = await noteCauses(registry, snapshot.manifest.as_of, unnoted, now);
      if (messages > 0) log.info('alerts wait to be sent', { messages });
      if (now.getTime() - forgotten >= dayMilliseconds) {
        await forgetOldMessages(registry, now);
        forgotten = now.getTime();
      }
      looked = { version: pinned.version, revision, at: now.getTime() };
    },
  };
}

const tickMilliseconds = 5_000;

/** Repeats looking and sending. Returns a function that stops it after the messages under way. */
export function startAlerting(alerting: Alerting, log: Pick<Log, 'warn'>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let lastReason: string | undefined;
  const tick = async (): Promise<void> => {
    try {
      await alerting.look();
      await alerting.send();
      lastReason = undefined;
    } catch (error) {
      // The same failure makes one line. Its text may come from a driver, so only its name is told.
      const reason = error instanceof Error ? error.name : 'unknown';
      if (reason !== lastReason) log.warn('alerts have to wait', { reason });
      lastReason = reason;
    }
  };
  const timer = setInterval(() => {
    underWay ??= tick().finally(() => {
      underWay = null;
    });
  }, tickMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await Promise.all([alerting.stop(), underWay]);
  };
}
