import { inEnglish } from '../base/reasons/reason.ts';
import type { Receipt } from '../deliveries/receipts.ts';
import { limitReason } from '../registry/over-limit.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { BodyFault, maxOpenedBytes } from './body.ts';

/** Result of receiving a body: a receipt, or the reason why nothing was accepted. */
export type Outcome = {
  /** Size of the unpacked body; missing if it could not be unpacked. */
  readonly bytes?: number | undefined;
} & (
  | {
      readonly receipt: Receipt;
      /** Warnings about values that are ignored. */
      readonly warnings?: readonly string[];
      /** Count of the account's deals after this body; for terminals only. */
      readonly deals?: number;
    }
  | {
      readonly status: 400 | 413 | 422 | 429 | 503 | 507;
      readonly detail: string;
      readonly allowed?: readonly string[] | undefined;
      /** Limit of the owner's plan that was met, and the seconds until it ends. */
      readonly limit?: LimitName;
      readonly retryAfter?: number;
      /** Reason for the operator's log; the sender does not see it. */
      readonly reason?: string;
    }
);

const daySeconds = 24 * 60 * 60;

/** Refuses a body that would pass a limit of its owner's plan. */
export function limitOutcome(plan: Plan, limit: LimitName, now: Date): Outcome {
  const untilMidnight = daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds);
  const again = limit === 'bytes_a_day' && { retryAfter: untilMidnight };
  return { status: 413, detail: inEnglish(limitReason(plan, limit)), limit, ...again };
}

export const tooLarge: Outcome = {
  status: 413,
  detail: `The body unpacks to more than ${maxOpenedBytes >> 20} MiB.`,
  bytes: maxOpenedBytes,
};

/** Makes an outcome of an error; `isDiskFull` says whether the disk has no room. */
export function failedOutcome(error: unknown, isDiskFull: () => boolean): Outcome {
  if (error instanceof BodyFault) {
    const { status, message: detail, allowed } = error;
    return { status, detail, allowed };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/FULL|ENOSPC|EDQUOT/.test(code) || (/IOERR/.test(code) && isDiskFull())) {
    return { status: 507, detail: 'The server’s disk is full, so nothing was accepted.' };
  }
  // The reason may name the operator's files and databases.
  const reason = error instanceof Error ? error.message : String(error);
  return { status: 503, detail: unconfirmed, reason };
}

/** Text for a failure that may have come after the rows were stored. */
export const unconfirmed =
  'The server can’t confirm that it stored the data. Send the same body again: it counts once.';
