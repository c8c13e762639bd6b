import { pictureOf } from '../../pipeline/registry/owner-pictures.ts';
import { planAt } from '../../pipeline/registry/plans.ts';
import type { ShownOwner, ValidConnection, ValidKey } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { type FoundShare, findShare, hasExpired } from '../../pipeline/registry/shares.ts';
import type { Plan } from '../../pipeline/registry/words.ts';
import { ApiError } from '../http/errors.ts';
import { after, type MaybePromise, memoize } from '../http/memory.ts';

/** Decisions of owners at one revision of the registry. */
export interface Decisions {
  /** Returns null for an unknown slug, or for a text that is not a slug. */
  findAccount(slug: string): Promise<RegistryAccount | null>;
  /** Returns null for private and unknown slugs alike, in the same time. */
  findPublished(slug: string): Promise<RegistryAccount | null>;
  accountsOfOwner(owner: string): MaybePromise<readonly RegistryAccount[]>;
  /** Returns the account of a slug if it belongs to the owner; else null. */
  findOwned(owner: string, slug: string): MaybePromise<RegistryAccount | null>;
  accounts(): MaybePromise<readonly RegistryAccount[]>;
  /** Returns the brand name of an owner; null if the owner has not set one. */
  ownerName(owner: string): Promise<string | null>;
  /** Returns what the page of an owner says about them; null for an unknown owner. */
  shownOwner(owner: string): MaybePromise<ShownOwner | null>;
  /** Returns the picture of an owner as PNG; null without one. */
  ownerPicture(owner: string): Promise<Buffer | null>;
  findKey(sha256: string): MaybePromise<ValidKey | null>;
  findConnection(sha256: string): MaybePromise<ValidConnection | null>;
  findShare(secret: string): MaybePromise<FoundShare | null>;
}

/** A valid key, with the plan that applies now. */
interface KeyInForce extends Omit<ValidKey, 'terms'> {
  readonly plan: Plan;
}

/** A valid Connection Key, with its owner's plan that applies now. */
export interface ConnectionInForce extends Omit<ValidConnection, 'terms'> {
  readonly plan: Plan;
}

/** Registry cache: each request asks for the revision, and rows are read only if it changed. */
export interface LiveRegistry {
  /** Returns the current decisions; the same object until something changes. */
  decisions(): MaybePromise<Decisions>;
  /** Returns a key by these decisions, with its current plan; null if it is not valid. */
  findKey(sha256: string, decisions: Decisions): MaybePromise<KeyInForce | null>;
  /**
   * Returns a Connection Key by these decisions, with its current plan; null if it is not valid.
   */
  findConnection(sha256: string, decisions: Decisions): Promise<ConnectionInForce | null>;
  /**
   * Returns the share link of a secret by these decisions. Null if it is unknown, revoked or past
   * its end.
   */
  findShare(secret: string, decisions: Decisions): Promise<FoundShare | null>;
}

/**
 * Most Connection Keys that are kept. Each terminal comes once a minute. If fewer were kept than
 * send, each would be gone before it comes again. 100,000 take 53 MB.
 */
const maxConnections = 100_000;

export const slugPattern = /^[a-z0-9-]{1,64}$/;

/**
 * Creates the cache. Decisions are never older than the request. Throws a 503 if the registry is
 * unavailable.
 */
export function createLiveRegistry(registry: Registry): LiveRegistry {
  let cached: { revision: number; decisions: Decisions } | undefined;

  const decisionsAt = (revision: number): Decisions => {
    // Each revision has its own cache, so that a slow read can't get into a later one.
    if (cached?.revision !== revision) {
      cached = { revision, decisions: createDecisions(registry) };
    }
    return cached.decisions;
  };

  return {
    decisions() {
      try {
        const revision = registry.store.revision();
        if (typeof revision === 'number') return decisionsAt(revision);
        return askRegistry(async () => decisionsAt(await revision));
      } catch (cause) {
        return Promise.reject(new ApiError('unavailable', { cause }));
      }
    },
    findKey: (sha256, decisions) =>
      after(decisions.findKey(sha256), (key) => {
        if (key === null) return null;
        // Plans end with time, so their dates are cached, not the plan.
        const { id, owner, name, scopes, terms } = key;
        return { id, owner, name, scopes, plan: planAt(terms, registry.clock()) };
      }),
    async findConnection(sha256, decisions) {
      const key = await decisions.findConnection(sha256);
      if (key === null) return null;
      const { terms, ...connection } = key;
      return { ...connection, plan: planAt(terms, registry.clock()) };
    },
    async findShare(secret, decisions) {
      const share = await decisions.findShare(secret);
      return share === null || hasExpired(share.expires_at, registry.clock()) ? null : share;
    },
  };
}

function createDecisions(registry: Registry): Decisions {
  const findAccount = memoize((slug) => askRegistry(() => registry.findAccount(slug)));
  const findPublished = memoize((slug) => askRegistry(() => registry.findPublishedAccount(slug)));
  const accountsOfOwner = memoize((owner) => askRegistry(() => registry.accountsOfOwner(owner)));
  const ownedBySlug = memoize(async (owner) => {
    const owned = await accountsOfOwner(owner);
    return new Map(owned.map((account) => [account.slug, account]));
  });
  const accounts = memoize(() => askRegistry(() => registry.accounts()));
  // A plan changes with time, so it must not be cached with the name.
  const shownOwner = memoize((owner) => askRegistry(() => registry.findShownOwner(owner)));
  return {
    findAccount: async (slug) => (slugPattern.test(slug) ? findAccount(slug) : null),
    findPublished: async (slug) => (slugPattern.test(slug) ? findPublished(slug) : null),
    accountsOfOwner,
    findOwned: (owner, slug) => after(ownedBySlug(owner), (owned) => owned.get(slug) ?? null),
    accounts: () => accounts(''),
    ownerName: async (owner) => (await shownOwner(owner))?.name ?? null,
    shownOwner,
    // Not kept in memory: a picture is read once by each browser.
    ownerPicture: (owner) => askRegistry(() => pictureOf(registry, owner)),
    findKey: memoize((sha256) => askRegistry(() => registry.findKeyByHash(sha256))),
    findConnection: memoize(
      (sha256) => askRegistry(() => registry.findConnectionByHash(sha256)),
      String,
      maxConnections,
    ),
    findShare: memoize((secret) => askRegistry(() => findShare(registry, secret))),
  };
}

async function askRegistry<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}
