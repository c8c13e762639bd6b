import { CommandError } from '../../pipeline/base/errors.ts';
import { createKey, listKeys, revokeKey } from '../../pipeline/registry/keys.ts';
import type { OwnerInForce } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';

const name = 'demo';

/** A new key to try in place of the last demo's; null where the owner's plan has no room for it. */
export async function replaceDemoKey(
  registry: Registry,
  { slug }: OwnerInForce,
): Promise<string | null> {
  for (const key of await listKeys(registry, slug)) {
    if (key.name === name && key.revoked_at === null) await revokeKey(registry, key.id);
  }
  try {
    return (await createKey(registry, { owner: slug, name, scopes })).key;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

/** The first owner on a paid plan. */
export async function findPayingOwner(registry: Registry): Promise<OwnerInForce | null> {
  const owners = new Set((await registry.accounts()).map(({ owner }) => owner));
  for (const slug of owners) {
    const owner = await registry.findOwner(slug);
    if (owner !== null && owner.plan !== 'free') return owner;
  }
  return null;
}
