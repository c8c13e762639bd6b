import { type Caller, mustCredit, requireScope } from '../callers/callers.ts';
import type { Decisions } from '../callers/live-registry.ts';

/** How a caller looks at accounts. */
export interface Viewer {
  /** Sees all of them, published or not; a stranger sees what the owner shows. */
  readonly isOwner: boolean;
  readonly mustCredit: boolean;
}

/** How a caller may look at a slug; a 403 where its scopes do not cover that. */
export async function viewerOf(
  caller: Caller,
  decisions: Decisions,
  slug: string,
): Promise<Viewer> {
  if (caller.kind !== 'key') return strangerFor(caller);
  // Looked for among the caller's own, so that nothing depends on what others keep private.
  const own = await decisions.findOwned(caller.owner, slug);
  if (own && caller.scopes.includes('accounts:read')) return ownerFor(caller);
  requireScope(caller, own && !own.published ? 'accounts:read' : 'public:read');
  return strangerFor(caller);
}

export const ownerFor = (caller: Caller): Viewer => ({
  isOwner: true,
  mustCredit: mustCredit(caller),
});

export const strangerFor = (caller: Caller): Viewer => ({ ...ownerFor(caller), isOwner: false });
