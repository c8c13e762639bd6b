import fc from 'fast-check';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { sectionFlags } from '../../../sql/marts/index.ts';
import { type AccountRows, accountRows, randomAccount } from '../../oracle/random-account.ts';
import type { RegistryEntry, Row, World } from '../../oracle/world.ts';
import { pick, type Random, randomFrom, someNames, someOf } from './random.ts';

/** Account or portfolio, and what its owner shows of it. */
export interface Entry extends RegistryEntry {
  readonly name: string;
  readonly published: boolean;
  readonly hide: readonly Hidable[];
  readonly show_trades_on_page?: boolean;
  readonly created_at: string;
  readonly shares?: readonly { readonly name: string; readonly hash: string }[];
  readonly verified?: { readonly identity: boolean; readonly track_record: boolean };
}

export const accountTables = ['accounts', 'trades', 'positions', 'cash_flows', 'equity'] as const;

/** Secret of the share link of a published account. */
export const shareSecret = (slug: string): string => `tr_share_${slug.padEnd(43, '_')}`;

/** One account: its registry entry (null if it is not registered), and its source rows. */
export type Part = { readonly [Table in (typeof accountTables)[number]]: readonly Row[] } & {
  readonly entry: Entry | null;
};

interface Owner {
  readonly slug: string;
  readonly name: string | null;
  readonly plan: 'free' | 'pro' | 'ultra';
}

/** World of accounts that hide different things, stored by account. */
export interface HidingWorld {
  readonly owners: readonly Owner[];
  readonly parts: readonly Part[];
  readonly portfolios: readonly Entry[];
  readonly calendar?: readonly Row[];
  readonly prices?: readonly Row[];
}

/** Sets that accounts hide in turn: each thing alone, and sets that hide much. */
const habits: readonly (readonly Hidable[])[] = [
  ['trades', 'behaviour'],
  ['volume'],
  ['trades', 'advanced', 'excursion'],
  [],
  ['stop_loss', 'comment'],
  ['trades', 'by_symbol', 'by_magic_number', 'advanced', 'behaviour'],
  ['take_profit'],
  ['volume', 'advanced'],
  [...sectionFlags, 'trades'],
  ['equity_curve', 'advanced', 'benchmark', 'exposure'],
  ['comment', 'trades'],
  hidables,
];

const publicOwners = 3;
const ownerNames = ['Northern Desk', null, 'Third Desk', 'Silent Desk'];

/** Makes a world from a seed. The last owner publishes nothing. */
export function hidingWorld(seed: number, accounts = 24): HidingWorld {
  const random = randomFrom(seed);
  const specs = fc.sample(randomAccount, { numRuns: accounts, seed });
  const made = specs.map((spec, number) => {
    const rows = accountRows(spec, number % 8);
    return { rows, part: partOf(rows, number, random) };
  });
  const parts = made.map(({ part }) => part);
  const convertible = made
    .filter(({ rows }) => rows.capitalKnown && rows.decimals === 2)
    .flatMap(({ part }) => part.entry ?? []);
  const owners = ownerNames.map((name, at) => ({
    slug: `owner-${at}`,
    name,
    plan: at === 0 ? ('free' as const) : pick(random, ['free', 'pro', 'ultra'] as const),
  }));
  const portfolios = owners.flatMap(({ slug }, at) => portfoliosOf(slug, at, convertible, random));
  return { owners, parts, portfolios, prices: closes };
}

function partOf(rows: AccountRows, number: number, random: Random): Part {
  const name = String(number).padStart(3, '0');
  const account_id = `Internal-${name}@Hidden-Server`;
  const owner = number % (publicOwners + 1);
  const slug = `account-${name}`;
  const published = owner < publicOwners && random() < 0.75;
  const entry: Entry = {
    ...rows.entry,
    slug,
    account_id,
    owner: `owner-${owner}`,
    name: `Account ${name}`,
    published,
    shares: published ? [{ name: 'x', hash: hashKey(shareSecret(slug)) }] : [],
    benchmark: number % 3 === 0 ? null : 'GOLD',
    hide: random() < 0.2 ? someNames(random, hidables) : (habits[number % habits.length] ?? []),
    show_trades_on_page: number % 2 === 0,
    created_at: '2024-01-01T00:00:00Z',
  };
  const known = new Map<string, string>();
  const numbered = (text: string) => {
    const stableName = known.get(text) ?? `${name}${String(known.size).padStart(4, '0')}`;
    known.set(text, stableName);
    return stableName;
  };
  return {
    entry,
    accounts: rows.accounts.map((row) => ({ ...row, account_id })),
    trades: rows.trades.map((row) => ({ ...row, account_id, ticket: numbered(row.ticket ?? '') })),
    positions: rows.positions.map((row) => ({
      ...row,
      account_id,
      ticket: numbered(row.ticket ?? ''),
    })),
    cash_flows: rows.cash_flows.map((row) => ({ ...row, account_id, id: `${name}-${row.id}` })),
    equity: rows.equity.map((row) => ({ ...row, account_id })),
  };
}

function portfoliosOf(
  owner: string,
  number: number,
  accounts: readonly Entry[],
  random: Random,
): Entry[] {
  const ownAccounts = accounts.filter((account) => account.owner === owner);
  const open = ownAccounts.filter(
    ({ hide }) => !hide.includes('trades') && !hide.includes('advanced'),
  );
  const chosen = [ownAccounts, open, someOf(random, ownAccounts)].map((members) =>
    members.map(({ slug }) => slug),
  );
  return chosen.flatMap((members, at): Entry[] => {
    if (members.length === 0) return [];
    return [
      {
        slug: `portfolio-${number}-${at}`,
        type: 'portfolio',
        owner,
        name: `Portfolio ${number}-${at}`,
        currency: 'USD',
        benchmark: 'GOLD',
        members,
        published: number < publicOwners && (at < 2 || random() < 0.5),
        hide: at === 0 ? [] : pick(random, [[], ['volume'], ['comment'], ['trades']]),
        created_at: '2024-01-02T00:00:00Z',
      },
    ];
  });
}

/** Makes closes of the benchmark that most accounts have, also on weekends. */
const closes: readonly Row[] = Array.from({ length: 240 }, (_, day) => ({
  symbol: 'GOLD',
  date: new Date(Date.UTC(2023, 9, 20 + day)).toISOString().slice(0, 10),
  close: String(100 + ((day * 37) % 23)),
  currency: 'USD',
}));

const rates = ['EUR', 'JPY'].map((base) => ({
  date: '2023-10-01',
  base,
  quote: 'USD',
  rate: base === 'EUR' ? '1.0870' : '0.0067',
}));

/** Makes the tables and the registry file of a world. */
export function tablesOf({
  owners,
  parts,
  portfolios,
  calendar = [],
  prices = [],
}: HidingWorld): World {
  const registered = parts.flatMap(({ entry }) => entry ?? []);
  return {
    accounts: parts.flatMap(({ accounts }) => accounts),
    trades: parts.flatMap(({ trades }) => trades),
    positions: parts.flatMap(({ positions }) => positions),
    cash_flows: parts.flatMap(({ cash_flows }) => cash_flows),
    equity: parts.flatMap(({ equity }) => equity),
    printed_figures: [],
    calendar_events: calendar,
    symbols: [],
    fx_rates: rates,
    prices: [...prices],
    registry: { owners: [...owners], accounts: [...registered, ...portfolios] },
  };
}
