import { platforms } from '../../sql/raw/accounts.ts';

/** Returns the `account_id` of a generated account. */
export const benchAccountId = (index: number): string =>
  `${platforms[index % 4]}:${1000000 + index}@Bench-Live`;

/** Makes a registry of a hundred owners that publishes all generated accounts. */
export function benchRegistry(accounts: number) {
  const owners = Array.from({ length: Math.min(100, accounts) }, (_, index) => ({
    slug: `owner-${index}`,
    name: `Owner ${index}`,
    plan: 'ultra',
    plan_until: null,
  }));
  return {
    owners,
    accounts: Array.from({ length: accounts }, (_, index) => ({
      slug: `bench-${index}`,
      type: 'account',
      account_id: benchAccountId(index),
      owner: `owner-${index % owners.length}`,
      name: `Bench ${index}`,
      published: true,
      verified: { identity: true, track_record: true },
      history_cut_at: null,
      hide: [],
    })),
  };
}
