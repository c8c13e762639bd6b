import type { Plan } from './words.ts';

/** Keys an owner may have active at a time; revoked ones do not count. */
export const activeKeyLimits: Readonly<Record<Plan, number>> = { free: 1, pro: 10, ultra: 10 };

/** The plan in force at an instant: what was decided until `plan_until`, free terms from then on. */
export function planAt(
  owner: { readonly plan: Plan; readonly plan_until: string | null },
  instant: Date,
): Plan {
  const lapsed = owner.plan_until !== null && instant.getTime() >= Date.parse(owner.plan_until);
  return lapsed ? 'free' : owner.plan;
}
