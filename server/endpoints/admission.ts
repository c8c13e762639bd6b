import { requireKey } from '../callers.ts';
import type { Decisions } from '../live-registry.ts';
import type { Services } from '../services.ts';
import { type Sight, sightOf } from '../sight.ts';
import type { Asked } from './endpoint.ts';

/** What was decided when the request came in, and how its caller looks at the account named. */
export interface Admission {
  readonly decisions: Decisions;
  readonly sight: Sight;
}

/** Lets anybody ask for an account; a 403 where the scopes of a key do not cover it. */
export async function admit({ caller, slug }: Asked, { registry }: Services): Promise<Admission> {
  const decisions = await registry.decisions();
  return { decisions, sight: await sightOf(caller, decisions, slug) };
}

/** The same for holders of a key alone; a 401 for all others, whatever the account. */
export function admitKeyHolders(asked: Asked, services: Services): Promise<Admission> {
  requireKey(asked.caller);
  return admit(asked, services);
}
