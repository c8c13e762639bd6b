import { widerClientOf } from '../../http/clients.ts';
import {
  type Allowance,
  type Allowances,
  type Count,
  onePerAllowance,
  stricterOf,
  windowSeconds,
} from './limits.ts';

/** What this process itself has let through, at all times, whoever else counts too. */
interface LocalCounts {
  take(allowance: Allowance, client: string, at: number): Count;
  /** Strikes out a request counted at that time, which was refused after all. */
  giveBack(allowance: Allowance, client: string, at: number): void;
}

/** What a /48 may send, in the allowances of one /64. */
const widerAllowances = 16;

/** 130 MB where as many clients sent up to 17 requests each within the window. */
const maxClients = 500_000;

export function createLocalCounts(allowances: Allowances): LocalCounts {
  const logOf = (limit: number) =>
    createSlidingLog({ limit, windowMilliseconds: windowSeconds * 1000, maxClients });
  const logsOf = onePerAllowance((allowance) => ({
    own: logOf(allowances[allowance]),
    wider: logOf(allowances[allowance] * widerAllowances),
  }));

  return {
    take(allowance, client, at) {
      const { own, wider } = logsOf(allowance);
      const count = own.take(client, at);
      const widerClient = widerClientOf(client);
      if (!count.isAllowed || widerClient === null) return count;
      const widerCount = wider.take(widerClient, at);
      if (!widerCount.isAllowed) own.giveBack(client, at);
      return stricterOf(count, widerCount);
    },
    giveBack(allowance, client, at) {
      const { own, wider } = logsOf(allowance);
      own.giveBack(client, at);
      const widerClient = widerClientOf(client);
      if (widerClient !== null) wider.giveBack(widerClient, at);
    },
  };
}

/** When each client's requests of the last window were; times are steady milliseconds. */
interface SlidingLog {
  /** Writes the request down unless the window before it is full. */
  take(client: string, at: number): Count;
  /** Strikes out a request written down at that time. */
  giveBack(client: string, at: number): void;
  /** How many clients are told apart at the moment. */
  clientCount(): number;
}

interface SlidingLogOptions {
  readonly limit: number;
  readonly windowMilliseconds: number;
  /**
   * Clients told apart at most. Whoever comes on top of them shares one log, and nobody is
   * forgotten to make room: that would free whoever waits.
   */
  readonly maxClients: number;
}

/** Keeps every request of the window, so that no window anywhere holds more than the limit. */
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

  // Two clients looked at per request: faster than they can come, and never a long pause.
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
    const known = logs.get(client);
    if (known !== undefined) return known;
    if (logs.size >= maxClients) return overflow;
    dropOld(overflow, at);
    // What the shared log holds may all be this client's.
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
      const place = times.lastIndexOf(at);
      if (place >= 0) times.splice(place, 1);
    },
    clientCount: () => logs.size,
  };
}
