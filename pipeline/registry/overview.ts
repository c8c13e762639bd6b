import type { Registry } from './registry.ts';
import type { RegistryOwner } from './schema.ts';
import type { Store } from './store.ts';

/** An owner as operators see them, with the plan as it was decided. */
export interface OwnerOverview extends RegistryOwner {
  readonly accounts: number;
  readonly published: number;
  /** When they last set a password; null where they cannot sign in. */
  readonly password_at: string | null;
}

interface OwnersPage {
  /** Part of the slug. */
  readonly part: string;
  /** Only those behind this slug. */
  readonly after: string;
  readonly count: number;
}

/** Owners by slug, with how much is theirs. */
export async function listOwners(
  { store }: Pick<Registry, 'store'>,
  { part, after, count }: OwnersPage,
): Promise<OwnerOverview[]> {
  const owners = await selectOwners(store)
    // A slug has no character that means something here.
    .where('slug', 'like', `%${part.replaceAll(/[^a-z0-9-]/g, '')}%`)
    .where('slug', '>', after)
    .orderBy('slug')
    .limit(count)
    .execute();
  return withCounts(store, owners);
}

/** One owner as operators see them; null where there is none. */
export async function findOverview(
  { store }: Pick<Registry, 'store'>,
  slug: string,
): Promise<OwnerOverview | null> {
  const owners = await selectOwners(store).where('slug', '=', slug).execute();
  return (await withCounts(store, owners))[0] ?? null;
}

const selectOwners = ({ db }: Store) =>
  db
    .selectFrom('owners')
    .leftJoin('passwords', 'passwords.owner', 'owners.slug')
    .selectAll('owners')
    .select('changed_at as password_at');

type Row = Omit<OwnerOverview, 'accounts' | 'published'>;

async function withCounts({ db }: Store, owners: readonly Row[]): Promise<OwnerOverview[]> {
  if (owners.length === 0) return [];
  const slugs = owners.map(({ slug }) => slug);
  const counts = await db
    .selectFrom('accounts')
    .select(({ fn }) => [
      'owner',
      fn.countAll().as('accounts'),
      fn.sum('published').as('published'),
    ])
    .where('owner', 'in', slugs)
    .groupBy('owner')
    .execute();
  const countOf = new Map(counts.map((one) => [one.owner, one]));
  return owners.map((owner) => ({
    ...owner,
    accounts: Number(countOf.get(owner.slug)?.accounts ?? 0),
    published: Number(countOf.get(owner.slug)?.published ?? 0),
  }));
}
