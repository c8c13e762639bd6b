import type { RegistryAccount } from './schema.ts';
import { type Hidable, hidables } from './words.ts';

/** Returns the flags hidden from strangers. `members` are those that the owner still has. */
export function hiddenFromStrangers(
  account: Pick<RegistryAccount, 'hide' | 'members'>,
  members: readonly Pick<RegistryAccount, 'hide' | 'published'>[],
): Set<Hidable> {
  if (members.length < account.members.length) return new Set(hidables);
  // Strangers may not see the last trades of a private member, nor what the others contributed: the
  // rest would be its contribution.
  const ofMembers = members.flatMap(({ hide, published }) =>
    published ? hide : [...hide, 'trades' as const, 'contributions' as const],
  );
  return new Set([...account.hide, ...ofMembers]);
}
