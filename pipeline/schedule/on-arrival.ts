import type { Log } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { deliveriesAt, deliveryAddress } from '../deliveries/open.ts';
import { newestReceived, type OwnAmong } from '../deliveries/states.ts';
import type { SharedSettings } from '../publish/snapshot/shared.ts';
import type { Job } from './jobs.ts';
import type { Schedule } from './schedule.ts';

const intervalMilliseconds = 1_000;

/** Arrival time of the newest waiting data, and the present time by the same clock. */
interface LastArrival {
  readonly at: Date;
  readonly now: Date;
}

/**
 * Returns a schedule that also begins the accounts' job after data has arrived and then paused. The
 * data may arrive on any machine that shares the store. With `ownAmong`, only data of these
 * accounts counts.
 */
export function withArrivals(
  schedule: Schedule,
  jobs: readonly Job[],
  config: Pick<Config, 'dataDir' | 'pushDelay'> & SharedSettings,
  log: Pick<Log, 'warn'>,
  ownAmong: OwnAmong | null = null,
): Schedule {
  const job = jobs.find(({ name }) => name === 'accounts');
  if (!job) return schedule;
  const deliveries = deliveriesAt(deliveryAddress(config));
  const isDue = createInboxWatch(config.pushDelay);
  let lastReason: string | undefined;
  let isAsking = false;
  const look = async (): Promise<void> => {
    if (isAsking || schedule.isUnderWay(job)) return;
    isAsking = true;
    try {
      const database = await deliveries.find();
      const newest = database && (await newestReceived(database, ownAmong));
      if (isDue(newest) && !schedule.isUnderWay(job)) schedule.begin(job);
      lastReason = undefined;
    } catch (error) {
      const reason = String(error);
      if (reason !== lastReason) log.warn('cannot read what was sent in', { reason });
      lastReason = reason;
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void look(), intervalMilliseconds).unref();
  return {
    ...schedule,
    async stop() {
      clearInterval(timer);
      await schedule.stop();
      await deliveries.close();
    },
  };
}

/**
 * Returns a function that tells if a run is due for the newest delivery. It is true once per
 * delivery.
 */
export function createInboxWatch(delaySeconds: number): (arrival: LastArrival | null) => boolean {
  let begunFor = 0;
  return (arrival) => {
    if (arrival === null) return false;
    const at = arrival.at.getTime();
    if (at <= begunFor || arrival.now.getTime() - at < delaySeconds * 1000) return false;
    begunFor = at;
    return true;
  };
}
