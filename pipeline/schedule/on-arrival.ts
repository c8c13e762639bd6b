import type { Log } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { newestWaiting } from '../inbox/collect.ts';
import { newestConfirmed } from '../statements/collect.ts';
import type { Job } from './jobs.ts';
import type { Schedule } from './schedule.ts';

const intervalMilliseconds = 1_000;

/**
 * A schedule that begins the accounts' job besides, once nothing more has been sent in for a while
 * after something was.
 */
export function withArrivals(
  schedule: Schedule,
  jobs: readonly Job[],
  { dataDir, pushDelay }: Pick<Config, 'dataDir' | 'pushDelay'>,
  log: Pick<Log, 'warn'>,
): Schedule {
  const job = jobs.find(({ name }) => name === 'accounts');
  if (!job) return schedule;
  const newest = (): Date | null => {
    const arrivals = [newestWaiting(dataDir.inbox), newestConfirmed(dataDir.inbox.statements)];
    const times = arrivals.flatMap((at) => (at === null ? [] : [at.getTime()]));
    return times.length === 0 ? null : new Date(Math.max(...times));
  };
  const isDue = createInboxWatch(newest, pushDelay, Date.now);
  const timer = setInterval(() => {
    try {
      if (!schedule.isUnderWay(job) && isDue()) schedule.begin(job);
    } catch (error) {
      log.warn('the inbox cannot be read', { reason: String(error) });
    }
  }, intervalMilliseconds).unref();
  return {
    ...schedule,
    stop() {
      clearInterval(timer);
      return schedule.stop();
    },
  };
}

/** Says, at a call, whether a run is due for what was received last; once for that, whatever becomes of it. */
export function createInboxWatch(
  newest: () => Date | null,
  delaySeconds: number,
  now: () => number,
): () => boolean {
  let begunFor = 0;
  return () => {
    const at = newest()?.getTime() ?? 0;
    if (at <= begunFor || now() - at < delaySeconds * 1000) return false;
    begunFor = at;
    return true;
  };
}
