import type { AnswerFields } from '../answers.ts';
import type { Access } from '../kind.ts';

/** Waits so that requests of each kind stay within the limits of `/trade/config`. */
export interface RequestPace {
  /** Waits until a request is allowed by the limit of that name. */
  turn(limit: string): Promise<void>;
}

const units: Readonly<Record<string, number>> = { SECONDS: 1000, MINUTES: 60_000 };

/**
 * Reads `rateLimits` of `/trade/config`: at most `limit` requests in `intervalNum` seconds or
 * minutes. A limit that is missing or of another form does not slow anything.
 */
export function paceOf(config: AnswerFields, access: Pick<Access, 'clock' | 'wait'>): RequestPace {
  const gaps = new Map<string, number>();
  const listed = config.has('rateLimits') ? config.objects('rateLimits') : [];
  for (const limit of listed) {
    const unit = units[limit.optional('measure') ?? ''];
    const [count, interval] = ['limit', 'intervalNum'].map((name) => Number(limit.optional(name)));
    const name = limit.optional('rateLimitType');
    if (name && unit && count && interval) gaps.set(name, Math.ceil((unit * interval) / count));
  }
  const next = new Map<string, number>();
  return {
    async turn(limit) {
      const gap = gaps.get(limit) ?? 0;
      const now = access.clock().getTime();
      const at = Math.max(now, next.get(limit) ?? 0);
      next.set(limit, at + gap);
      if (at > now) await access.wait(at - now);
    },
  };
}
