import { planAt } from '../../pipeline/registry/plans.ts';
import type { GoodConnection, GoodKey } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { Plan } from '../../pipeline/registry/words.ts';
import { ApiError } from '../http/errors.ts';
import { remembered } from '../http/memory.ts';

/** What owners have decided, as of the moment it was asked for. */
export interface Decisions {
  /** Null for whatever is no slug, as for a slug that nobody has. */
  findAccount(slug: string): Promise<RegistryAccount | null>;
  /** The same for a private slug as for one that nobody has, also in the time it takes. */
  findPublished(slug: string): Promise<RegistryAccount | null>;
  accountsOfOwner(owner: string): Promise<readonly RegistryAccount[]>;
  /** The account of that slug where that owner has it; null for every other. */
  findOwned(owner: string, slug: string): Promise<RegistryAccount | null>;
  accounts(): Promise<readonly RegistryAccount[]>;
  /** The brand that the owner is shown under; null when there is none. */
  ownerName(owner: string): Promise<string | null>;
  findKey(sha256: string): Promise<GoodKey | null>;
  findConnection(sha256: string): Promise<GoodConnection | null>;
}

/** A key that is good at this moment, on the plan in force now. */
export interface KeyInForce extends Omit<GoodKey, 'terms'> {
  readonly plan: Plan;
}

/** A Connection Key that is good at this moment, on its owner's plan in force now. */
export interface ConnectionInForce extends Omit<GoodConnection, 'terms'> {
  readonly plan: Plan;
}

/** Asks the registry for its revision at every request and for its rows only when that moved. */
export interface LiveRegistry {
  /** The same object for as long as nothing was decided anew. */
  decisions(): Promise<Decisions>;
  /** A key as it is at this moment by those decisions; null for one that is no good. */
  findKey(sha256: string, decisions: Decisions): Promise<KeyInForce | null>;
  /** The same of a Connection Key. */
  findConnection(sha256: string, decisions: Decisions): Promise<ConnectionInForce | null>;
}

export const slugPattern = /^[a-z0-9-]{1,64}$/;

/** Reads decisions that are never older than the request; a registry out of reach is a 503. */
export function createLiveRegistry(registry: Registry): LiveRegistry {
  let known: { revision: number; decisions: Decisions } | undefined;

  const decisionsAt = (revision: number): Decisions => {
    // A revision has memories of its own, so that a slow read cannot enter a later one's.
    if (known?.revision !== revision) {
      known = { revision, decisions: rememberedDecisions(registry) };
    }
    return known.decisions;
  };

  return {
    decisions: () => reached(async () => decisionsAt(await registry.store.revision())),
    async findKey(sha256, decisions) {
      const key = await decisions.findKey(sha256);
      if (key === null) return null;
      // Plans end with time, so what is remembered is when.
      const { id, owner, name, scopes, terms } = key;
      return { id, owner, name, scopes, plan: planAt(terms, registry.clock()) };
    },
    async findConnection(sha256, decisions) {
      const key = await decisions.findConnection(sha256);
      if (key === null) return null;
      const { terms, ...connection } = key;
      return { ...connection, plan: planAt(terms, registry.clock()) };
    },
  };
}

function rememberedDecisions(registry: Registry): Decisions {
  const findAccount = remembered((slug) => reached(() => registry.findAccount(slug)));
  const findPublished = remembered((slug) => reached(() => registry.findPublishedAccount(slug)));
  const accountsOfOwner = remembered((owner) => reached(() => registry.accountsOfOwner(owner)));
  const ownedBySlug = remembered(async (owner) => {
    const owned = await accountsOfOwner(owner);
    return new Map(owned.map((one) => [one.slug, one]));
  });
  const accounts = remembered(() => reached(() => registry.accounts()));
  // A plan also moves with time, so it must not be remembered with the name.
  const ownerName = remembered(async (owner) => {
    const found = await reached(() => registry.findOwner(owner));
    return found?.name ?? null;
  });
  return {
    findAccount: async (slug) => (slugPattern.test(slug) ? findAccount(slug) : null),
    findPublished: async (slug) => (slugPattern.test(slug) ? findPublished(slug) : null),
    accountsOfOwner,
    findOwned: async (owner, slug) => (await ownedBySlug(owner)).get(slug) ?? null,
    accounts: () => accounts(''),
    ownerName,
    findKey: remembered((sha256) => reached(() => registry.findKeyByHash(sha256))),
    findConnection: remembered((sha256) => reached(() => registry.findConnectionByHash(sha256))),
  };
}

async function reached<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}
