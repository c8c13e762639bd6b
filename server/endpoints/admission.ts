import type { AccountView } from '../account-object.ts';
import { requireKey } from '../callers.ts';
import type { Decisions } from '../live-registry.ts';
import type { Services } from '../services.ts';
import { type Sight, sightOf } from '../sight.ts';
import type { Edition } from '../snapshot/holder.ts';
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

/** The same for holders of a key alone; a 401 for all others, whatever the account. */
export function admitKeyHolders(asked: Asked, services: Services): Soon<Admission> {
  requireKey(asked.caller);
  return admit(asked, services);
}

/** What had been decided when the request came; what is by now, where that is not known. */
export const decisionsFor = ({ decisions }: Asked, { registry }: Services): Soon<Decisions> =>
  decisions ?? registry.decisions();

/** Works with what may be seen of a slug, from one version to the end. */
export const withView = <Answer>(
  { decisions, sight }: Admission,
  { snapshots, views }: Services,
  slug: string,
  work: (view: AccountView, edition: Edition) => Soon<Answer>,
): Soon<Answer> =>
  snapshots.use((edition) =>
    after(views.find(decisions, edition, sight, slug), (view) => work(view, edition)),
  );
