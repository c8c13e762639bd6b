import { planAt } from '../pipeline/registry/plans.ts';
import type { GoodKey } from '../pipeline/registry/reads.ts';
import type { Registry } from '../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../pipeline/registry/schema.ts';
import type { Plan } from '../pipeline/registry/words.ts';
import { ApiError } from './errors.ts';
import { remembered } from './remembered.ts';
import { after, mended, type Soon } from './soon.ts';

/** What owners have decided, as of the moment it was asked for. */
export interface Decisions {
  /** Null for whatever is no slug, as for a slug that nobody has. */
  findAccount(slug: string): Soon<RegistryAccount | null>;
  /** The same for a private slug as for one that nobody has, also in the time it takes. */
  findPublished(slug: string): Soon<RegistryAccount | null>;
  accountsOfOwner(owner: string): Soon<readonly RegistryAccount[]>;
  /** The account of that slug where that owner has it; null for every other. */
  findOwned(owner: string, slug: string): Soon<RegistryAccount | null>;
  accounts(): Soon<readonly RegistryAccount[]>;
  /** The brand that the owner is shown under; null when there is none. */
  ownerName(owner: string): Soon<string | null>;
  findKey(sha256: string): Soon<GoodKey | null>;
}

/** A key that is good at this moment, on the plan in force now. */
export interface KeyInForce extends Omit<GoodKey, 'terms'> {
  readonly plan: Plan;
}

/** Asks the registry for its revision at every request and for its rows only when that moved. */
export interface LiveRegistry {
  /** The same object for as long as nothing was decided anew. */
  decisions(): Soon<Decisions>;
  /** A key as it is at this moment by those decisions; null for one that is no good. */
  findKey(sha256: string, decisions: Decisions): Soon<KeyInForce | null>;
}

const slugPattern = /^[a-z0-9-]{1,64}$/;

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
    decisions: () =>
      after(
        reached(() => registry.store.revision()),
        decisionsAt,
      ),
    findKey: (sha256, decisions) =>
      after(decisions.findKey(sha256), (key) => {
        if (key === null) return null;
        // Plans end with time, so what is remembered is when.
        const { id, owner, name, scopes, terms } = key;
        return { id, owner, name, scopes, plan: planAt(terms, registry.clock()) };
      }),
  };
}

function rememberedDecisions(registry: Registry): Decisions {
  const findAccount = remembered((slug) => reached(() => registry.findAccount(slug)));
  const findPublished = remembered((slug) => reached(() => registry.findPublishedAccount(slug)));
  const accountsOfOwner = remembered((owner) => reached(() => registry.accountsOfOwner(owner)));
  const ownedBySlug = remembered((owner) =>
    after(accountsOfOwner(owner), (owned) => new Map(owned.map((one) => [one.slug, one]))),
  );
  const accounts = remembered(() => reached(() => registry.accounts()));
  // A plan also moves with time, so it must not be remembered with the name.
  const ownerName = remembered((owner) =>
    after(
      reached(() => registry.findOwner(owner)),
      (found) => found?.name ?? null,
    ),
  );
  return {
    findAccount: (slug) => (slugPattern.test(slug) ? findAccount(slug) : null),
    findPublished: (slug) => (slugPattern.test(slug) ? findPublished(slug) : null),
    accountsOfOwner,
    findOwned: (owner, slug) => after(ownedBySlug(owner), (owned) => owned.get(slug) ?? null),
    accounts: () => accounts(''),
    ownerName,
    findKey: remembered((sha256) => reached(() => registry.findKeyByHash(sha256))),
  };
}

const reached = <Answer>(ask: () => Soon<Answer>): Soon<Answer> =>
  mended(ask, (cause) => {
    throw new ApiError('unavailable', { cause });
  });
