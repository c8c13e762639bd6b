import { once } from 'node:events';
import { Redis, type Result } from 'ioredis';
import type { Log } from '../../../pipeline/base/log.ts';
import { createBreaker } from './breaker.ts';
import { type Allowance, type Allowances, type Count, windowOf } from './limits.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /**
     * Counts a request in the sliding log. Returns the number of requests and the milliseconds
     * until the oldest leaves the window.
     */
    countRequest(
      key: string,
      windowSeconds: number,
      limit: number,
    ): Result<[counted: number, untilReset: number], Context>;
  }
}

/** Requests that all processes together have allowed, counted in Redis. */
interface SharedCounts {
  /**
   * Counts a request. Resolves to null if Redis doesn't answer in time. Returns undefined if the
   * request doesn't wait for Redis.
   */
  take(allowance: Allowance, client: string, at: number): Promise<Count | null> | undefined;
  close(): Promise<void>;
}

interface SharedCountsOptions {
  readonly redisUrl: string;
  readonly allowances: Allowances;
  readonly log: Log;
  /** Now, by the clock of requests. */
  readonly at: number;
  /** Longest time that a request waits for Redis, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Default wait for Redis, in milliseconds: a busy machine may take 100 ms. If Redis hangs, only a
 * few requests wait this long before the breaker stops asking.
 */
const usualTimeout = 250;
const startMilliseconds = 1000;

/** Connects to Redis; continues in the background if it doesn't answer at once. */
export async function connectSharedCounts(options: SharedCountsOptions): Promise<SharedCounts> {
  const { redisUrl, allowances, log, at: startedAt, timeout = usualTimeout } = options;
  const redis = new Redis(redisUrl, {
    connectTimeout: 2000,
    commandTimeout: 2000 + timeout,
    socketTimeout: 2000 + timeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
    scripts: { countRequest: { lua: slidingScript, numberOfKeys: 1 } },
  });
  const breaker = createBreaker(log);
  redis.on('error', (error: Error) => breaker.noteError(error));
  await once(redis, 'ready', { signal: AbortSignal.timeout(startMilliseconds) }).catch(() =>
    breaker.noteFailure(new Error('no answer yet'), startedAt),
  );
  const count = async (allowance: Allowance, client: string): Promise<Count> => {
    if (redis.status !== 'ready') throw new Error('Redis connection is not ready');
    const limit = allowances[allowance];
    const key = `trackrecord:${allowance}:${client}`;
    const [counted, untilReset] = await redis.countRequest(key, windowOf(allowance), limit);
    return { isAllowed: counted <= limit, remaining: Math.max(limit - counted, 0), untilReset };
  };

  const ask = async (allowance: Allowance, client: string, at: number): Promise<Count | null> => {
    try {
      const counted = await inTime(count(allowance, client), timeout);
      breaker.noteAnswer(at);
      return counted;
    } catch (error) {
      if (error instanceof TimeoutError) breaker.noteTimeout(error, at);
      else breaker.noteFailure(error, at);
      return null;
    }
  };
  return {
    take(allowance, client, at) {
      const way = breaker.nextAction(at);
      if (way === 'skip') return;
      const answer = ask(allowance, client, at);
      return way === 'wait' ? answer : undefined;
    },
    close: async () => redis.disconnect(),
  };
}

class TimeoutError extends Error {}

function inTime<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`no answer within ${milliseconds} ms`));
    // An answer may have arrived while this process was busy; setImmediate lets it be read first.
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    const finish = <Value>(done: (value: Value) => void) => {
      return (value: Value) => {
        clearTimeout(timer);
        done(value);
      };
    };
    answer.then(finish(resolve), finish(reject));
  });
}

/**
 * Sliding log in Redis. Returns the number of requests and the milliseconds until the oldest leaves
 * the window. For a refused request the number is the limit plus one, and nothing is stored. Times
 * are microseconds of Redis's clock. If that clock was set back, entries in its future are dropped.
 */
const slidingScript = `
local window = tonumber(ARGV[1]) * 1000000
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local function text(number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now - window))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf')
local counted = redis.call('ZCARD', KEYS[1]) + 1
if counted <= limit then
  redis.call('ZADD', KEYS[1], text(now), text(now) .. '-' .. counted)
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or text(now)
return {counted, math.ceil((tonumber(oldest) + window - now) / 1000)}
`;
