import { requireKey } from '../callers.ts';
import type { Decisions } from '../live-registry.ts';
import type { Services } from '../services.ts';
import { type Sight, sightOf } from '../sight.ts';
import { after, type Soon } from '../soon.ts';
import type { Asked } from './endpoint.ts';

/** What was decided when the request came in, and how its caller looks at the account named. */
export interface Admission {
  readonly decisions: Decisions;
  readonly sight: Sight;
}

/** Lets anybody ask for an account; a 403 where the scopes of a key do not cover it. */
export function admit(asked: Asked, services: Services): Soon<Admission> {
  const { caller, slug } = asked;
  return after(decisionsFor(asked, services), (decisions) =>
    after(sightOf(caller, decisions, slug), (sight) => ({ decisions, sight })),
  );
}

/** What counts for a request. */
export const decisionsFor = ({ decisions }: Asked, { registry }: Services): Soon<Decisions> =>
  decisions ?? registry.decisions();

/** The same for holders of a key alone; a 401 for all others, whatever the account. */
export function admitKeyHolders(asked: Asked, services: Services): Soon<Admission> {
  requireKey(asked.caller);
  return admit(asked, services);
}
