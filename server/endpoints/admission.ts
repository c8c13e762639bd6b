import type { AccountView } from '../account-object.ts';
import { requireKey } from '../callers.ts';
import type { Decisions } from '../live-registry.ts';
import type { Services } from '../services.ts';
import { type Sight, sightOf } from '../sight.ts';
import type { Edition } from '../snapshot/holder.ts';
import type { Asked } from './endpoint.ts';

/** What was decided when the request came in, and how its caller looks at the account named. */
export interface Admission {
  readonly decisions: Decisions;
  readonly sight: Sight;
}

/** Lets anybody ask for an account; a 403 where the scopes of a key do not cover it. */
export async function admit(asked: Asked, services: Services): Promise<Admission> {
  const { caller, slug } = asked;
  const decisions = await decisionsFor(asked, services);
  return { decisions, sight: await sightOf(caller, decisions, slug) };
}

/** The same for holders of a key alone; a 401 for all others, whatever the account. */
export async function admitKeyHolders(asked: Asked, services: Services): Promise<Admission> {
  requireKey(asked.caller);
  return admit(asked, services);
}

/** What had been decided when the request came; what is by now, where that is not known. */
export const decisionsFor = async (
  { decisions }: Asked,
  { registry }: Services,
): Promise<Decisions> => decisions ?? registry.decisions();

/** Works with what may be seen of a slug, from one version to the end. */
export const withView = <Answer>(
  { decisions, sight }: Admission,
  { snapshots, views }: Services,
  slug: string,
  work: (view: AccountView, edition: Edition) => Answer | Promise<Answer>,
): Promise<Answer> =>
  snapshots.use(async (edition) =>
    work(await views.find(decisions, edition, sight, slug), edition),
  );
