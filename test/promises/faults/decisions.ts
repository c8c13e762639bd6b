/** Time of the first runs: a Wednesday. */
export const asOf = '2024-06-12T12:00:00Z';

/** Decisions of owners, which change from step to step. */
export interface Decided {
  /** First day of the history that counts, by account. */
  readonly cuts: Readonly<Record<string, string>>;
  readonly members: readonly string[];
}

/** Makes the registry file of the small world. */
export function decisions({ cuts = {}, members = ['a', 'b', 'c'] }: Partial<Decided>): object {
  const shared = { owner: 'desk', published: true, created_at: '2024-01-01T00:00:00Z' };
  return {
    owners: [{ slug: 'desk', name: 'Desk', plan: 'pro' }],
    accounts: [
      ...['a', 'b', 'c', 'd'].map((slug) => ({
        ...shared,
        slug,
        type: 'account',
        account_id: `MT5:${slug}@Desk-Live`,
        name: `Account ${slug}`,
        history_cut_at: cuts[slug] ?? null,
      })),
      { ...shared, slug: 'all', type: 'portfolio', name: 'All', currency: 'USD', members },
    ],
  };
}
