import type { Log } from '../../pipeline/log.ts';

/** Whether it is worth asking Redis, and the log's two lines about it. */
export interface Breaker {
  /** Always while all is well, once a second while Redis is lost; times are steady milliseconds. */
  mayAsk(at: number): boolean;
  noteAnswer(): void;
  noteFailure(error: unknown, at: number): void;
  /** Remembers why, for the log, before anything was asked. */
  noteError(error: Error): void;
}

const failuresToLose = 3;
const retryMilliseconds = 1000;

export function createBreaker(log: Log): Breaker {
  let failures = 0;
  let isLost = false;
  let nextAt = 0;
  let lastError: Error | undefined;

  return {
    mayAsk(at) {
      if (!isLost) return true;
      if (at < nextAt) return false;
      nextAt = at + retryMilliseconds;
      return true;
    },
    noteAnswer() {
      failures = 0;
      lastError = undefined;
      if (!isLost) return;
      isLost = false;
      log.info('Redis is back; limits are shared between processes again');
    },
    noteFailure(error, at) {
      failures += 1;
      if (isLost || failures < failuresToLose) return;
      isLost = true;
      nextAt = at + retryMilliseconds;
      const reason = reasonOf(lastError ?? error);
      log.warn('Redis is lost; each process counts limits by itself', { reason });
    },
    noteError(error) {
      lastError = error;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
