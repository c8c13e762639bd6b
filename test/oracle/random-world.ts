import fc from 'fast-check';
import { instant, instantText } from './instants.ts';
import { type AccountRows, accountRows, randomAccount } from './random-account.ts';
import { decimal, randomTime } from './random-rows.ts';
import { type RegistryEntry, type Row, required, type World } from './world.ts';

/** Time of the run for random worlds: a Wednesday within their trades. */
export const randomAsOf = new Date('2024-04-17T12:00:00Z');

const symbols: readonly Row[] = [
  { symbol: 'US30', pip_size: '1', server: null },
  { symbol: 'US30', pip_size: '10', server: 'Alpha-Live' },
  { symbol: 'EURUSD.m', pip_size: '0.001', server: 'Beta-Live' },
];

const randomRates = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 200 }),
    percent: fc.integer({ min: 50, max: 200 }),
  }),
  { maxLength: 8 },
);

/** Makes the closes of one benchmark, also on weekends. A few are in another currency. */
const randomPrices = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: 220 }),
    close: fc.integer({ min: 80, max: 120 }),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'USD', 'USD', 'USD', 'EUR'),
  }),
  { minLength: 20, maxLength: 200, size: 'max', selector: ({ day }) => day },
);

/** Makes calendar events near the opening of trades. */
const randomNews = fc.array(
  fc.record({
    trade: fc.nat(1000),
    minutes: fc.integer({ min: -90, max: 90 }),
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP', 'All'),
    impact: fc.constantFrom('high', 'high', 'high', 'low'),
  }),
  { maxLength: 20 },
);

const randomTransfers = fc.array(
  fc.record({ at: randomTime, amount: fc.integer({ min: 1, max: 5000 }) }),
  { maxLength: 3 },
);

/** Makes a world of accounts, often with a portfolio of those with known capital. */
export function randomWorld(
  size: fc.ArrayConstraints = { minLength: 1, maxLength: 3 },
): fc.Arbitrary<World> {
  return fc
    .record({
      specs: fc.array(randomAccount, size),
      withSymbols: fc.boolean(),
      portfolio: fc.constantFrom(null, null, 'USD', 'EUR'),
      rates: randomRates,
      prices: fc.option(randomPrices),
      news: fc.option(randomNews, { freq: 1 }),
      transfers: randomTransfers,
    })
    .map(({ specs, withSymbols, portfolio, rates, prices, transfers, news }) => {
      const accounts = specs.map(accountRows);
      const members = accounts.filter((account) => account.capitalKnown && account.decimals === 2);
      const hasPortfolio = portfolio !== null && members.length > 0;
      const moved = hasPortfolio ? transfers.flatMap(transferRows(members)) : [];
      return {
        accounts: accounts.flatMap((account) => account.accounts),
        trades: accounts.flatMap((account) => account.trades),
        positions: accounts.flatMap((account) => account.positions),
        cash_flows: [...accounts.flatMap((account) => account.cash_flows), ...moved],
        equity: accounts.flatMap((account) => account.equity),
        printed_figures: accounts.flatMap((account) => account.printed_figures),
        symbols: withSymbols ? symbols : [],
        fx_rates: hasPortfolio ? rateRows(portfolio, rates) : [],
        prices: (prices ?? []).map(priceRow),
        calendar_events: (news ?? []).flatMap(eventRows(accounts.flatMap(({ trades }) => trades))),
        registry: {
          owners: [{ slug: 'desk', name: 'Desk' }],
          accounts: [
            ...accounts.map((account, at) => ({
              ...account.entry,
              benchmark: benchmarks[at % 4] ?? null,
              ...publishedWithin(account.trades, at),
            })),
            ...(hasPortfolio
              ? [
                  {
                    ...portfolioEntry(portfolio, members),
                    ...publishedWithin(
                      members.flatMap(({ trades }) => trades),
                      3,
                    ),
                  },
                ]
              : []),
          ],
        },
      };
    });
}

/**
 * Says when strangers could read an account: never, before its first trade, or amid its trades.
 * The last have gaps, and some have members that changed later.
 */
function publishedWithin(
  trades: readonly Row[],
  number: number,
): Pick<RegistryEntry, 'publication'> {
  const closings = trades.map((row) => instant(required(row, 'closed_at'))).sort((a, b) => a - b);
  const at = (share: number): string | undefined => {
    const closed = closings[Math.floor(share * (closings.length - 1))];
    return closed === undefined ? undefined : instantText(closed);
  };
  const [first, early, middle, late] = [at(0), at(0.4), at(0.6), at(0.8)];
  if (!first || !early || !middle || !late || number % 4 === 0) return {};
  if (number % 4 === 1) {
    const published_at = instantText(instant(first) - 3 * 86_400_000);
    return { publication: { published_at, gaps: [], members_changed_at: null } };
  }
  const gaps = [{ from: middle, to: number % 4 === 2 ? late : null }];
  return {
    publication: {
      published_at: early,
      gaps,
      members_changed_at: number % 4 === 3 ? middle : null,
    },
  };
}

/** Gives accounts a benchmark in turn. One of the benchmarks has no prices. */
const benchmarks = ['GOLD', null, 'GOLD', 'unknown'] as const;

interface Price {
  readonly day: number;
  readonly close: number;
  readonly currency: string;
}

const priceRow = ({ day, close, currency }: Price): Row => ({
  symbol: 'GOLD',
  date: instantText(Date.UTC(2023, 9, 20) + day * 86_400_000).slice(0, 10),
  close: String(close),
  currency,
});

function portfolioEntry(currency: string, members: readonly AccountRows[]): RegistryEntry {
  return {
    slug: 'random-all',
    type: 'portfolio',
    owner: 'desk',
    currency,
    benchmark: 'GOLD',
    members: members.map((member) => member.entry.slug),
    created_at: '2024-01-01T00:00:00Z',
  };
}

interface News {
  readonly trade: number;
  readonly minutes: number;
  readonly currency: string;
  readonly impact: string;
}

const eventRows =
  (trades: readonly Row[]) =>
  ({ trade, minutes, currency, impact }: News, index: number): Row[] => {
    const near = trades[trade % Math.max(1, trades.length)];
    if (near === undefined) return [];
    const time = instantText(instant(required(near, 'opened_at')) + minutes * 60_000);
    return [{ time, currency, impact, title: `Event ${index}` }];
  };

/** Makes transfers from the first member to the second within a minute, in either currency. */
function transferRows(members: readonly AccountRows[]) {
  return ({ at, amount }: { at: number; amount: number }, index: number): Row[] => {
    const [from, to] = members.map((member) => member.accounts[0]);
    if (!from?.account_id || !to?.account_id || from.currency !== to.currency) return [];
    const row = (account_id: string, seconds: number, units: number): Row => ({
      account_id,
      id: `transfer-${index}`,
      at: instantText(at - (at % 60_000) + seconds * 1000),
      amount: decimal(units, 2),
      kind: 'flow',
    });
    return [row(from.account_id, 31, -amount), row(to.account_id, 47, amount)];
  };
}

const middleRates = [
  { base: 'USD', quote: 'EUR', rate: 9200 },
  { base: 'JPY', quote: 'EUR', rate: 62 },
  { base: 'EUR', quote: 'USD', rate: 10_870 },
  { base: 'JPY', quote: 'USD', rate: 67 },
];

function rateRows(quote: string, days: readonly { day: number; percent: number }[]): Row[] {
  const dated = new Map([
    [0, 100],
    ...days.map(({ day, percent }): [number, number] => [day, percent]),
  ]);
  return middleRates
    .filter((pair) => pair.quote === quote)
    .flatMap(({ base, rate }) =>
      [...dated].map(([day, percent]) => ({
        date: new Date(Date.UTC(2023, 9, 1 + day)).toISOString().slice(0, 10),
        base,
        quote,
        rate: decimal(Math.round((rate * percent) / 100), 4),
      })),
    );
}
