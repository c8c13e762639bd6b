import { widerClientOf } from '../../http/clients.ts';
import {
  type Allowance,
  type Allowances,
  type Count,
  onePerAllowance,
  stricterOf,
  windowOf,
} from './limits.ts';

/** Requests that this process has allowed. It counts even while Redis counts too. */
interface LocalCounts {
  take(allowance: Allowance, client: string, at: number): Count;
  /** Removes the request counted at that time, because Redis refused it. */
  giveBack(allowance: Allowance, client: string, at: number): void;
}

/** Requests of an IPv6 network (/48), as a multiple of one client's limit. */
const widerAllowances = 16;

/** Most clients counted separately: 130 MB if each sent up to 17 requests within the window. */
const maxClients = 500_000;

export function createLocalCounts(allowances: Allowances): LocalCounts {
  const logsOf = onePerAllowance((allowance) => {
    const limit = allowances[allowance];
    const common = { windowMilliseconds: windowOf(allowance) * 1000, maxClients };
    return {
      narrow: createSlidingLog({ ...common, limit }),
      wider: createSlidingLog({ ...common, limit: limit * widerAllowances }),
    };
  });

  return {
    take(allowance, client, at) {
      const { narrow, wider } = logsOf(allowance);
      const count = narrow.take(client, at);
      const widerClient = widerClientOf(client);
      if (!count.isAllowed || widerClient === null) return count;
      const widerCount = wider.take(widerClient, at);
      if (!widerCount.isAllowed) narrow.giveBack(client, at);
      return stricterOf(count, widerCount);
    },
    giveBack(allowance, client, at) {
      const { narrow, wider } = logsOf(allowance);
      narrow.giveBack(client, at);
      const widerClient = widerClientOf(client);
      if (widerClient !== null) wider.giveBack(widerClient, at);
    },
  };
}

/** Times of each client's requests in the last window, in monotonic milliseconds. */
interface SlidingLog {
  /** Records a request unless the window before it is full. */
  take(client: string, at: number): Count;
  /** Removes the request recorded at that time. */
  giveBack(client: string, at: number): void;
  /** Returns the number of clients with a log of their own. */
  clientCount(): number;
}

interface SlidingLogOptions {
  readonly limit: number;
  readonly windowMilliseconds: number;
  /**
   * Most clients with a log of their own. Further clients share one log. No log is evicted to make
   * room, since that would free a client that has to wait.
   */
  readonly maxClients: number;
}

/**
 * Creates a sliding log. It records every request, so that no window exceeds the limit, wherever it
 * begins.
 */
export function createSlidingLog(options: SlidingLogOptions): SlidingLog {
  const { limit, windowMilliseconds, maxClients } = options;
  const logs = new Map<string, number[]>();
  const overflow: number[] = [];
  let sweeping = logs.entries();

  const dropOld = (times: number[], at: number) => {
    const end = at - windowMilliseconds;
    for (let oldest = times[0]; oldest !== undefined && oldest <= end; oldest = times[0]) {
      times.shift();
    }
  };

  // Checks two clients per request: faster than new ones arrive, and without long pauses.
  const sweep = (at: number) => {
    for (let step = 0; step < 2; step += 1) {
      const { value, done } = sweeping.next();
      if (done) {
        sweeping = logs.entries();
        return;
      }
      const [client, times] = value;
      const newest = times[times.length - 1];
      if (newest === undefined || newest <= at - windowMilliseconds) logs.delete(client);
    }
  };

  const logOf = (client: string, at: number): number[] => {
    const existing = logs.get(client);
    if (existing !== undefined) return existing;
    if (logs.size >= maxClients) return overflow;
    dropOld(overflow, at);
    // All requests in the shared log may be of this client.
    const fresh = [...overflow];
    logs.set(client, fresh);
    return fresh;
  };

  return {
    take(client, at) {
      sweep(at);
      const times = logOf(client, at);
      dropOld(times, at);
      const isAllowed = times.length < limit;
      if (isAllowed) times.push(at);
      const untilReset = (times[0] ?? at) + windowMilliseconds - at;
      return { isAllowed, remaining: limit - times.length, untilReset };
    },
    giveBack(client, at) {
      const times = logs.get(client) ?? overflow;
      const index = times.lastIndexOf(at);
      if (index >= 0) times.splice(index, 1);
    },
    clientCount: () => logs.size,
  };
}
