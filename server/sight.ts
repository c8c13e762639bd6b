import { type Caller, mustCredit, requireScope } from './callers.ts';
import type { Decisions } from './live-registry.ts';

/** How a caller looks at accounts. */
export interface Sight {
  /** Sees all of them, published or not; a stranger sees what the owner shows. */
  readonly isOwner: boolean;
  readonly mustCredit: boolean;
}

/** How a caller may look at a slug; a 403 where its scopes do not cover that. */
export async function sightOf(caller: Caller, decisions: Decisions, slug: string): Promise<Sight> {
  if (caller.kind !== 'key') return strangerSight(caller);
  // Looked for among the caller's own, so that nothing depends on what others keep private.
  const own = await decisions.findOwned(caller.owner, slug);
  if (own && caller.scopes.includes('accounts:read')) return ownSight(caller);
  requireScope(caller, own && !own.published ? 'accounts:read' : 'public:read');
  return strangerSight(caller);
}

export const ownSight = (caller: Caller): Sight => ({
  isOwner: true,
  mustCredit: mustCredit(caller),
});

export const strangerSight = (caller: Caller): Sight => ({ ...ownSight(caller), isOwner: false });
