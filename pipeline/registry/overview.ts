import type { Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import { type PlanTerms, planAt } from './plans.ts';
import type { Registry } from './registry.ts';
import type { RegistryOwner } from './schema.ts';
import type { Tables } from './tables.ts';
import type { Plan } from './words.ts';

/** An owner as operators see them, with the plan as it was decided. */
export interface OwnerOverview extends RegistryOwner {
  readonly accounts: number;
  readonly published: number;
  /** Time when they last set a password; null if they have none and cannot sign in with one. */
  readonly password_at: string | null;
}

/** Position in the list of owners: after the owner with this slug and this many bytes. */
export interface OwnersPlace {
  readonly bytes: number;
  readonly slug: string;
}

interface OwnersPage {
  /** Part of the slug. */
  readonly part: string;
  /** Position after which to continue; null starts with the first owner. */
  readonly after: OwnersPlace | null;
  readonly count: number;
  /** Bytes that owners take, by slug. A missing slug counts as 0. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** Lists owners by the bytes that they take, largest first, then by slug. */
export async function listOwners(
  { store }: Pick<Registry, 'store'>,
  { part, after, count, bytes }: OwnersPage,
): Promise<OwnerOverview[]> {
  const found = await store.db
    .selectFrom('owners')
    .select('slug')
    // Characters that no slug has are removed, among them the wildcards of `like`.
    .where('slug', 'like', `%${part.replaceAll(/[^a-z0-9-]/g, '')}%`)
    .execute();
  const slugs = found
    .map(({ slug }) => ({ slug, bytes: bytes.get(slug) ?? 0 }))
    .filter((place) => after === null || comparePlaces(place, after) > 0)
    .sort(comparePlaces)
    .slice(0, count)
    .map(({ slug }) => slug);
  if (slugs.length === 0) return [];
  const owners = await selectOwners(store.db).where('slug', 'in', slugs).execute();
  owners.sort((first, second) => slugs.indexOf(first.slug) - slugs.indexOf(second.slug));
  return withCounts(store.db, owners);
}

/** Returns the plans of all owners as they were decided, by slug. */
export async function readPlanTerms({
  store,
}: Pick<Registry, 'store'>): Promise<Map<string, PlanTerms>> {
  const rows = await store.db.selectFrom('owners').select(['slug', 'plan', 'plan_until']).execute();
  return new Map(rows.map(({ slug, ...terms }) => [slug, terms]));
}

/** Orders owners by bytes, largest first, then by slug. */
export function comparePlaces(first: OwnersPlace, second: OwnersPlace): number {
  if (first.bytes !== second.bytes) return second.bytes - first.bytes;
  if (first.slug === second.slug) return 0;
  return first.slug < second.slug ? -1 : 1;
}

/** Returns the overview of one owner for operators, or null. */
export async function findOverview(
  { store }: Pick<Registry, 'store'>,
  slug: string,
): Promise<OwnerOverview | null> {
  const owners = await selectOwners(store.db).where('slug', '=', slug).execute();
  return (await withCounts(store.db, owners))[0] ?? null;
}

/** Owner as operators see it in the list of a command. */
export interface ListedOwner
  extends Pick<OwnerOverview, 'slug' | 'name' | 'role' | 'accounts' | 'published'> {
  /** The plan in force. */
  readonly plan: Plan;
  /** True if the owner has a password or a passkey. */
  readonly signs_in: boolean;
}

/** Lists all owners by slug. */
export const listAllOwners = ({ store, clock }: Registry): Promise<ListedOwner[]> =>
  store.read(async (db) => {
    const owners = await withCounts(db, await selectOwners(db).orderBy('slug').execute());
    const passkeys = await db.selectFrom('passkeys').select('owner').execute();
    const withPasskeys = new Set(passkeys.map(({ owner }) => owner));
    return owners.map((owner) => {
      const { slug, name, role, accounts, published, password_at } = owner;
      const signs_in = password_at !== null || withPasskeys.has(slug);
      return { slug, name, plan: planAt(owner, clock()), role, accounts, published, signs_in };
    });
  });

type Reader = Pick<Kysely<Tables>, 'selectFrom'>;

const selectOwners = (db: Reader) =>
  db
    .selectFrom('owners')
    .leftJoin('passwords', 'passwords.owner', 'owners.slug')
    .selectAll('owners')
    .select('changed_at as password_at');

type UncountedOwner = Omit<OwnerOverview, 'accounts' | 'published'>;

async function withCounts(db: Reader, owners: readonly UncountedOwner[]): Promise<OwnerOverview[]> {
  const countOf = new Map<string, { accounts: unknown; published: unknown }>();
  for (const lot of chunks(owners.map(({ slug }) => slug))) {
    const counts = await db
      .selectFrom('accounts')
      .select(({ fn }) => [
        'owner',
        fn.countAll().as('accounts'),
        fn.sum('published').as('published'),
      ])
      .where('owner', 'in', lot)
      .groupBy('owner')
      .execute();
    for (const count of counts) countOf.set(count.owner, count);
  }
  return owners.map((owner) => ({
    ...owner,
    accounts: Number(countOf.get(owner.slug)?.accounts ?? 0),
    published: Number(countOf.get(owner.slug)?.published ?? 0),
  }));
}
