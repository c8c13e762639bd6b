import type { Plan } from './words.ts';

/** Keys an owner may have active at a time; revoked ones do not count. */
export const activeKeyLimits: Readonly<Record<Plan, number>> = { free: 1, pro: 10, ultra: 10 };

/** What an owner pays for, and until when; null is without end. */
export interface PlanTerms {
  readonly plan: Plan;
  readonly plan_until: string | null;
}

/** The plan in force at an instant: what was decided until `plan_until`, free terms from then on. */
export function planAt({ plan, plan_until }: PlanTerms, instant: Date): Plan {
  const lapsed = plan_until !== null && instant.getTime() >= Date.parse(plan_until);
  return lapsed ? 'free' : plan;
}
