import fc from 'fast-check';
import { dayOf, instantText } from './instants.ts';
import {
  decimal,
  positionRow,
  randomBookings,
  randomDeals,
  randomOpenDeals,
  randomReports,
  randomTime,
  tradeRow,
} from './random-rows.ts';
import type { RegistryEntry, Row } from './world.ts';

const { constantFrom } = fc;

const specOf = (scale: number) =>
  fc.record({
    scale: fc.constant(scale),
    platform: constantFrom('MT4', 'MT5', 'cTrader', 'TradeLocker'),
    currency: constantFrom('USD', 'USD', 'USD', 'EUR', 'JPY', 'BTC'),
    broker: constantFrom(null, 'Acme'),
    server: constantFrom(null, 'Alpha-Live', 'Beta-Live'),
    leverage: constantFrom(null, '30', '500'),
    demo: constantFrom(null, 'true', 'false'),
    inSource: constantFrom(true, true, true, true, true, true, true, true, false),
    opening: constantFrom(null, null, 0, scale),
    reported: constantFrom(null, 'wrong', 'present', 'as of the report', 'rounded'),
    reportsEarly: constantFrom(false, false, true),
    contradicted: constantFrom(null, null, null, 'Closed Trade P/L, Deposit/Withdrawal'),
    fundedFirst: fc.boolean(),
    cutAt: fc.option(randomTime, { freq: 4 }),
    deals: randomDeals,
    stopsKnown: constantFrom(null, null, null, 'true', 'false'),
    openDeals: randomOpenDeals,
    secondReport: fc.boolean(),
    flows: randomBookings(6, scale),
    adjustments: randomBookings(4, 2000),
    credits: randomBookings(2, scale),
    hasReports: fc.boolean(),
    reports: randomReports,
    daysLate: constantFrom(0, 0, 0, 60, 130, 1000),
    reportsLate: constantFrom(0, 0, 0, 100),
  });

export const randomAccount = constantFrom(3000, 100_000, 10_000_000).chain(specOf);

export type AccountSpec = typeof randomAccount extends fc.Arbitrary<infer Value> ? Value : never;

export type AccountRows = {
  readonly entry: RegistryEntry;
  readonly decimals: number;
  readonly capitalKnown: boolean;
  readonly accounts: readonly Row[];
  readonly trades: readonly Row[];
  readonly positions: readonly Row[];
  readonly cash_flows: readonly Row[];
  readonly equity: readonly Row[];
  readonly printed_figures: readonly Row[];
};

const firstDay = Date.parse('2023-10-30T08:00:00Z');
const reportTimes = [Date.parse('2024-05-20T12:00:00Z'), Date.parse('2024-05-21T12:00:00Z')];

/** Says of some accounts whether their source has a place for stops; the others leave it out. */
const placeOfStops = ({ leverage, broker }: AccountSpec): string | null => {
  if (leverage === '30') return 'false';
  return broker === null ? 'true' : null;
};

/** Returns the remaining events if an account begins some days after the world. */
const late = <Event extends { at: number }>(events: readonly Event[], days: number): Event[] =>
  events.filter((event) => event.at >= firstDay + days * 86_400_000);

interface Booked {
  readonly at: number;
  readonly amount: number;
  readonly kind: string;
}

/** Makes a printed balance, right or wrong. */
function printed(
  { reported, scale, opening, deals, daysLate }: AccountSpec,
  booked: readonly Booked[],
  updatedAt: number,
  decimals: number,
): string | null {
  if (reported === null) return null;
  const until = reported === 'as of the report' ? updatedAt : Number.POSITIVE_INFINITY;
  const trades = late(deals, daysLate).map(({ at, milliseconds, profit, commission, swap }) => ({
    at: at + milliseconds,
    amount: profit + (commission ?? 0) + (swap ?? 0),
  }));
  const amounts = [...trades, ...booked.filter(({ kind }) => kind !== 'credit')]
    .filter(({ at }) => at <= until)
    .map(({ amount }) => amount);
  const balance = amounts.reduce((sum, amount) => sum + amount, opening ?? 0);
  if (reported === 'wrong') return decimal(scale + 1, decimals);
  if (reported !== 'rounded') return decimal(balance, decimals);
  return decimal(Math.round(balance / 10 ** (decimals / 2)), decimals / 2);
}

/**
 * Makes the source rows and the registry entry of one account. Tickets and ids are unique in the
 * world.
 */
export function accountRows(spec: AccountSpec, number: number): AccountRows {
  const slug = `random-${number}`;
  const account_id = `${spec.platform}:${number}@Random`;
  const decimals = spec.currency === 'BTC' ? 8 : 2;
  const money = (units: number) => decimal(units, decimals);
  const entry: RegistryEntry = {
    slug,
    type: 'account',
    account_id,
    owner: 'desk',
    history_cut_at: spec.cutAt === null ? null : dayOf(spec.cutAt),
  };
  const empty = {
    accounts: [],
    trades: [],
    positions: [],
    cash_flows: [],
    equity: [],
    printed_figures: [],
  };
  if (!spec.inSource) return { entry, decimals, capitalKnown: false, ...empty };

  const booked: Booked[] = [];
  const booking = (kind: string) => (flow: { at: number; amount: number }) => {
    const id = `${number}-${booked.push({ ...flow, kind })}`;
    return { account_id, id, at: instantText(flow.at), amount: money(flow.amount), kind };
  };
  // One of nine accounts has a source that does not list its deposits.
  const isUnlisted = spec.leverage === '500' && spec.demo === 'false';
  const { daysLate } = spec;
  const isIdle = daysLate > 200;
  const fundedAt = firstDay + daysLate * 86_400_000;
  const funding = spec.fundedFirst && !isIdle ? [{ at: fundedAt, amount: spec.scale }] : [];
  const flows = [...funding, ...late(spec.flows, daysLate)].map(booking('flow'));
  const reports = new Map<number, string>();
  for (const { at, percent } of spec.hasReports ? late(spec.reports, spec.reportsLate) : []) {
    reports.set(at, money(Math.round((spec.scale * percent) / 100)));
  }
  const adjustments = late(spec.adjustments, daysLate).map(booking('adjustment'));
  const credits = spec.credits.map(booking('credit'));
  const updatedAt = Date.parse(`2024-0${spec.reportsEarly ? 2 : 5}-2${number + 1}T08:00:00Z`);
  return {
    entry,
    decimals,
    capitalKnown: !isUnlisted && (spec.opening !== null || flows.length > 0),
    accounts: [
      {
        account_id,
        platform: spec.platform,
        currency: spec.currency,
        broker: spec.broker,
        server: spec.server,
        leverage: spec.leverage,
        demo: spec.demo,
        created_at: `2023-10-0${number + 1}T08:00:00Z`,
        updated_at: instantText(updatedAt),
        opening_balance: spec.opening === null ? null : money(spec.opening),
        reported_balance: printed(spec, booked, updatedAt, decimals),
        contradicted: spec.contradicted,
        deposits_unknown: isUnlisted ? 'true' : null,
      },
    ],
    trades: late(spec.deals, daysLate).map((deal, index) => ({
      ...tradeRow(deal, account_id, `${index}${number}`, decimals),
      stops_known: placeOfStops(spec),
    })),
    positions: spec.openDeals.map((deal, index) => {
      const reportedAt = reportTimes[spec.secondReport ? index % 2 : 0] ?? 0;
      return positionRow(deal, account_id, `9${index}${number}`, decimals, reportedAt);
    }),
    cash_flows: [...flows, ...adjustments, ...credits],
    equity: [...reports].map(([at, equity]) => ({
      account_id,
      at: instantText(at),
      balance: money(spec.scale),
      equity,
      margin: at % 3 === 0 ? null : money(Math.round(spec.scale / (2 + (at % 7)))),
    })),
    printed_figures: spec.hasReports ? printedRows(spec, account_id, updatedAt, decimals) : [],
  };
}

/**
 * Makes printed figures of all trades closed up to a time, or since a day. Some are slightly wrong.
 */
function printedRows(
  { deals, daysLate, secondReport, contradicted, leverage }: AccountSpec,
  account_id: string,
  printedAt: number,
  decimals: number,
): Row[] {
  const coveredFrom = secondReport ? firstDay + 60 * 86_400_000 : Number.NEGATIVE_INFINITY;
  const nets = late(deals, daysLate)
    .filter(({ at, milliseconds }) => {
      return at + milliseconds <= printedAt && at + milliseconds >= coveredFrom;
    })
    .map(({ profit, commission, swap }) => profit + (commission ?? 0) + (swap ?? 0));
  const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
  const off = contradicted !== null || leverage === null ? 1 : 0;
  const figures: [figure: string, units: number][] = [
    ['net_profit', sum(nets)],
    ['gross_profit', sum(nets.filter((net) => net > 0)) + off],
    ['gross_loss', -sum(nets.filter((net) => net < 0))],
  ];
  return figures.map(([figure, units]) => ({
    account_id,
    statement: 'random',
    figure,
    value: decimal(units, decimals),
    decimals: String(decimals),
    printed_at: instantText(printedAt),
    covered_from: secondReport ? instantText(coveredFrom) : null,
  }));
}
