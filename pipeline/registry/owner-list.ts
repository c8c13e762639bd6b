import { planAt } from './plans.ts';
import type { Registry } from './registry.ts';
import type { Plan } from './words.ts';

/** Owner as operators see it in a list. */
export interface ListedOwner {
  readonly slug: string;
  /** Name that visitors see; null if unset. */
  readonly name: string | null;
  readonly plan: Plan;
  readonly role: string;
  /** Number of accounts and portfolios. */
  readonly accounts: number;
  readonly published: number;
  /** True if the owner has a password or a passkey. */
  readonly signs_in: boolean;
}

/** Lists all owners by slug. */
export async function listOwners({ store, clock }: Registry): Promise<ListedOwner[]> {
  const now = clock();
  return store.read(async (db) => {
    const counted = await db
      .selectFrom('accounts')
      .select(['owner', (eb) => eb.fn.countAll<number>().as('accounts')])
      .select((eb) => eb.fn.sum<number>('published').as('published'))
      .groupBy('owner')
      .execute();
    const countsOf = new Map(counted.map((row) => [row.owner, row]));
    const passwords = await db.selectFrom('passwords').select('owner').execute();
    const passkeys = await db.selectFrom('passkeys').select('owner').execute();
    const signing = new Set([...passwords, ...passkeys].map(({ owner }) => owner));
    const owners = await db.selectFrom('owners').selectAll().orderBy('slug').execute();
    return owners.map((row) => {
      const { accounts = 0, published = 0 } = countsOf.get(row.slug) ?? {};
      return {
        slug: row.slug,
        name: row.name,
        plan: planAt(row, now),
        role: row.role,
        accounts: Number(accounts),
        published: Number(published),
        signs_in: signing.has(row.slug),
      };
    });
  });
}
