import { hidables } from '../../../pipeline/registry/words.ts';
import { pick, type Random, someOf } from '../../promises/privacy/random.ts';

const owners = ['one', 'two', 'three'];
const accounts = ['a', 'b', 'c', 'd', 'e'];
const portfolios = ['all', 'some'];
const days = [null, '2023-01-01', '2024-01-01', '2025-01-01'];

/**
 * Makes a random registry file: some entries, each with some of its keys, sometimes an invalid one.
 */
export function randomFile(random: Random) {
  const isNew = random() < 0.2;
  const chance = (share: number) => random() < share;
  const maybe = (share: number, said: () => object) => (chance(share) ? said() : {});
  const mark = () => pick(random, [true, true, false, { by: 'Auditor' }, { how: 'a call' }]);
  const shared = () => ({
    ...maybe(0.3, () => ({ published: chance(0.6) })),
    ...maybe(0.3, () => ({ hide: someOf(random, hidables) })),
    ...maybe(0.2, () => ({
      verified: {
        ...maybe(0.5, () => ({ identity: mark() })),
        ...maybe(0.5, () => ({ track_record: mark() })),
      },
    })),
    ...maybe(0.1, () => ({ name: pick(random, ['Swing', 'Grid', 'News']) })),
  });
  const whole = (type: string, slug: string) => ({
    slug,
    type,
    owner: pick(random, owners),
    name: slug,
  });
  const account = (slug: string) => ({
    slug,
    ...(isNew ? { ...whole('account', slug), account_id: `MT5:${slug}@Live` } : {}),
    ...maybe(0.1, () => ({ owner: pick(random, owners) })),
    ...maybe(0.15, () => ({ history_cut_at: pick(random, days) })),
    ...maybe(0.02, () => ({ account_id: `MT5:${pick(random, accounts)}@Live` })),
    ...shared(),
  });
  const portfolio = (slug: string) => ({
    slug,
    ...(isNew ? { ...whole('portfolio', slug), currency: 'EUR', members: ['a'] } : {}),
    ...maybe(0.5, () => ({ members: [...new Set(someOf(random, accounts))] })),
    ...shared(),
  });
  const some = (slugs: readonly string[]) => slugs.filter(() => chance(0.35));
  return {
    owners: owners
      .filter(() => isNew || chance(0.2))
      .map((slug) => ({
        slug,
        ...maybe(0.4, () => ({ name: pick(random, [null, 'Desk']) })),
        ...maybe(0.4, () => ({ plan: pick(random, ['free', 'pro']) })),
      })),
    accounts: [...some(accounts).map(account), ...some(portfolios).map(portfolio)],
  };
}

/**
 * Makes a file that creates every owner and account. All accounts have one owner and are private.
 */
export const firstFile = {
  owners: owners.map((slug) => ({ slug })),
  accounts: [
    ...accounts.map((slug) => ({
      slug,
      type: 'account',
      owner: 'one',
      name: slug,
      account_id: `MT5:${slug}@Live`,
    })),
    ...portfolios.map((slug) => ({
      slug,
      type: 'portfolio',
      owner: 'one',
      name: slug,
      currency: 'EUR',
      members: ['a', 'b'],
    })),
  ],
};
