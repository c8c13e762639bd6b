import type { Plan } from './words.ts';

/** Limits of an owner. An owner above a limit keeps everything and can add nothing. */
interface PlanLimits {
  /** Active Developer API Keys. */
  readonly keys: number;
  readonly accounts: number;
  readonly portfolios: number;
  /** Active Connection Keys of all accounts. */
  readonly connection_keys: number;
  /** Rows of all accounts that were sent in. */
  readonly rows: number;
  /** Bytes of these rows. */
  readonly bytes: number;
  /** Bytes sent in in a UTC day, unpacked. */
  readonly bytes_a_day: number;
}

export type LimitName = keyof PlanLimits;

export const mebibyte = 1024 * 1024;

/**
 * Limits of each plan. An Expert Advisor sends equity each minute, so a busy account is 400,000
 * rows and 60 MB a year. Its first delivery is 10 to 30 MB.
 */
export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  free: {
    keys: 1,
    accounts: 5,
    portfolios: 5,
    connection_keys: 10,
    rows: 2_000_000,
    bytes: 512 * mebibyte,
    bytes_a_day: 64 * mebibyte,
  },
  pro: {
    keys: 10,
    accounts: 50,
    portfolios: 50,
    connection_keys: 100,
    rows: 20_000_000,
    bytes: 5_120 * mebibyte,
    bytes_a_day: 640 * mebibyte,
  },
  ultra: {
    keys: 10,
    accounts: 500,
    portfolios: 500,
    connection_keys: 1_000,
    rows: 100_000_000,
    bytes: 25_600 * mebibyte,
    bytes_a_day: 3_200 * mebibyte,
  },
};

/** Plan of an owner, with its end. Null means without end. */
export interface PlanTerms {
  readonly plan: Plan;
  readonly plan_until: string | null;
}

/** Returns the plan in force at an instant. From `plan_until` on it is the free plan. */
export function planAt({ plan, plan_until }: PlanTerms, instant: Date): Plan {
  const lapsed = plan_until !== null && instant.getTime() >= Date.parse(plan_until);
  return lapsed ? 'free' : plan;
}
