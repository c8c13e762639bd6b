import type { Count } from './counts.ts';

/** When each client's requests of the last window were; times are steady milliseconds. */
export interface SlidingLog {
  /** Writes the request down unless the window before it is full. */
  take(client: string, at: number): Count;
  /** Strikes out a request written down at that time. */
  giveBack(client: string, at: number): void;
  /** How many clients are told apart at the moment. */
  clientCount(): number;
}

export interface SlidingLogOptions {
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
