import { pictureOf } from '../../pipeline/registry/owner-pictures.ts';
import { type PlanTerms, planAt } from '../../pipeline/registry/plans.ts';
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
  /** Returns a key with the plan that applies now; null if it is not valid. */
  findKey(sha256: string): MaybePromise<KeyInForce | null>;
  /** Returns a Connection Key with its owner's plan that applies now; null if it is not valid. */
  findConnection(sha256: string): MaybePromise<ConnectionInForce | null>;
  /** Returns the share link of a secret; null if it is unknown, revoked or past its end. */
  findShare(secret: string): MaybePromise<FoundShare | null>;
}

/** A valid key, with the plan that applies now. */
interface KeyInForce extends Omit<ValidKey, 'terms' | 'name'> {
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
  // Plans and links end with time, so their dates are cached, not the plan.
  const planNow = (terms: PlanTerms) => planAt(terms, registry.clock());
  const keyOf = memoize((sha256) => askRegistry(() => registry.findKeyByHash(sha256)));
  const connectionOf = memoize(
    (sha256) => askRegistry(() => registry.findConnectionByHash(sha256)),
    String,
    maxConnections,
  );
  const shareOf = memoize((secret) => askRegistry(() => findShare(registry, secret)));
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
    findKey: (sha256) =>
      after(keyOf(sha256), (key) => {
        if (key === null) return null;
        const { id, owner, scopes, terms } = key;
        return { id, owner, scopes, plan: planNow(terms) };
      }),
    findConnection: (sha256) =>
      after(connectionOf(sha256), (connection) => {
        if (connection === null) return null;
        const { terms, ...rest } = connection;
        return { ...rest, plan: planNow(terms) };
      }),
    findShare: (secret) =>
      after(shareOf(secret), (share) =>
        share === null || hasExpired(share.expires_at, registry.clock()) ? null : share,
      ),
  };
}

async function askRegistry<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}
