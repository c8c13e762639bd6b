import type { Log } from '../base/log.ts';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import {
  type ClaimedMessage,
  claimMessage,
  forgetOldMessages,
  noteCauses,
  noteFailed,
  noteSent,
  unnotedCauses,
} from '../registry/alert-queue.ts';
import { watchedAccounts } from '../registry/alert-settings.ts';
import type { Registry } from '../registry/registry.ts';
import { findCauses } from './causes.ts';
import { DeliveryError, type Message, type Send } from './message.ts';

/** Version in service, pinned until it is disposed of. */
interface PinnedSnapshot extends Disposable {
  readonly version: string;
  readonly snapshot: Snapshot;
}

/** Sender of each kind of place; null if it is switched off. */
export type Senders = Readonly<Record<'email' | 'webhook', Send | null>>;

export interface AlertingOptions {
  readonly registry: Registry;
  /** Returns the version in service; null before the first one. */
  readonly take: () => PinnedSnapshot | null;
  readonly senders: Senders;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Finds causes and sends messages until it is stopped. */
export interface Alerting {
  /** Finds the causes in the version in service, unless that was done a short time ago. */
  look(): Promise<void>;
  /** Sends everything that is due, until `isStopped` says to stop after the messages under way. */
  send(isStopped?: () => boolean): Promise<void>;
}

/** Time after which a version is looked at again: data gets stale without a new one. */
const lookMilliseconds = 10 * 60_000;

/** Time after which a decision counts, such as an alert that was switched on. */
const decisionMilliseconds = 60_000;

const dayMilliseconds = 24 * 3_600_000;

/** Messages under way at once, so that a slow receiver delays few others. */
const concurrency = 4;

/** Creates what `startAlerting` repeats. */
export function createAlerting({ registry, take, senders, log }: AlertingOptions): Alerting {
  let forgotten = 0;
  let looked: { version: string; revision: number; at: number } | undefined;
  return {
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
      const unnoted = await unnotedCauses(registry, found);
      const messages = await noteCauses(registry, snapshot.manifest.as_of, unnoted, now);
      if (messages > 0) log.info('alerts wait to be sent', { messages });
      if (now.getTime() - forgotten >= dayMilliseconds) {
        await forgetOldMessages(registry, now);
        forgotten = now.getTime();
      }
      looked = { version: pinned.version, revision, at: now.getTime() };
    },
    async send(isStopped = () => false) {
      const work = async (): Promise<void> => {
        while (!isStopped()) {
          const claimed = await claimMessage(registry, registry.clock());
          if (claimed === null) return;
          await sendOne(claimed, { registry, senders, log });
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    },
  };
}

async function sendOne(
  claimed: ClaimedMessage,
  { registry, senders, log }: Pick<AlertingOptions, 'registry' | 'senders' | 'log'>,
): Promise<void> {
  const { id, kind, target, attempts } = claimed;
  try {
    const send = senders[target.kind];
    if (send === null) throw new DeliveryError('off');
    await send({ ...claimed, details: JSON.parse(claimed.details) } as Message);
    await noteSent(registry, claimed, registry.clock());
    log.info('alert sent', { message: id, kind, to: target.kind });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const { fault, isFinal } = error;
    await noteFailed(registry, claimed, fault, isFinal, registry.clock());
    log.warn('alert not sent', { message: id, kind, to: target.kind, attempts, reason: fault });
  }
}

const tickMilliseconds = 5_000;

/** Repeats looking and sending. Returns a function that stops it after the message under way. */
export function startAlerting(alerting: Alerting, log: Pick<Log, 'warn'>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let isStopped = false;
  let lastReason: string | undefined;
  const tick = async (): Promise<void> => {
    try {
      await alerting.look();
      await alerting.send(() => isStopped);
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
    isStopped = true;
    await underWay;
  };
}
