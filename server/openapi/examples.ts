import { attributionOf, type Site } from '../accounts/attribution.ts';
import { tradesAsCsv } from '../accounts/lists/file.ts';
import { snippetsOf } from '../accounts/widget.ts';

/** Returns an example of a 200's body for each operation. */
export function examplesAt(site: Site): Readonly<Record<string, unknown>> {
  const attribution = attributionOf(site, slug, true);
  const account = { ...facts, attribution };
  const { account_url } = attribution;
  return {
    listAccounts: { data: [account], pagination: { ...onePage, limit: 50 } },
    getAccount: { ...facts, restatements, attribution },
    listTrades: { data: [trade], pagination: { ...onePage, limit: 20 }, attribution },
    downloadTrades: tradesAsCsv([trade]),
    listPositions: { data: [position], pagination: { ...onePage, limit: 50 }, attribution },
    getGain: {
      slug,
      currency: facts.currency,
      first_day: '2024-01-02',
      last_day: '2026-02-28',
      from: '2025-01-01',
      to: '2025-03-31',
      return_percent: 2.1034,
      profit: 231.4,
      deposits: 0,
      withdrawals: 0,
      max_drawdown_percent: 1.25,
      trades_count: 18,
      win_rate: 61.1111,
      attribution,
    },
    getStatistics: {
      slug,
      currency: facts.currency,
      total: tradeGroup('all'),
      symbols: 2,
      magic_numbers: 1,
      weekday: [tradeGroup('Tuesday')],
      attribution,
    },
    getWidget: {
      slug,
      name: facts.name,
      account_url,
      ...snippetsOf(facts, defaultOptions, site),
      sizes: [{ size: 'small', width: 320, height: 120 }],
      attribution,
    },
    searchAccounts: { data: [account], pagination: { ...onePage, limit: 50 } },
    getDescription: { openapi: '3.1.0' },
    getCalendar: {
      ...calendar,
      attribution: { required: false, text: attribution.text, url: site.baseUrl },
      docs: `${site.baseUrl}/docs`,
    },
  };
}

const slug = 'north-eurusd';
const defaultOptions = { size: null, theme: null, lang: null } as const;
const tradeGroup = (key: string) => ({
  key,
  trades: 18,
  won: 11,
  lost: 7,
  win_rate: 61.1111,
  net_profit: 231.4,
  average_profit: 12.855556,
});
const onePage = { page: 1, total: 1, has_more: false };

const facts = {
  type: 'account',
  slug,
  name: 'EURUSD swing',
  platform: 'MT5',
  currency: 'USD',
  broker: 'Northwind Markets',
  server: 'Northwind-Live',
  leverage: 100,
  demo: false,
  data_source: 'owner_statement',
  history_cut_at: null,
  published: true,
  verified: { identity: true, track_record: true, lapsed_at: null },
  verified_by: {
    identity: { by: 'operator', at: '2026-01-15T10:00:00Z', how: 'video call with the terminal' },
    track_record: { by: 'operator', at: '2026-01-15T10:00:00Z', how: null },
  },
  reconciled: true,
  reconciliation: null,
  balance: 11240.5,
  equity: 11198.2,
  created_at: '2024-01-02T03:04:05Z',
  updated_at: '2026-02-28T21:00:00Z',
  performance: {
    twr_percent: 12.405,
    absolute_gain_percent: 12.405,
    max_drawdown_percent: 4.2,
    avg_daily_return_percent: 0.08,
    avg_monthly_return_percent: 0.49,
    cagr_percent: 5.5699,
    since: '2024-01-02',
    open_profit: -42.3,
    open_profit_percent: -0.3763,
    deposits: 10000,
    withdrawals: 0,
  },
  owner: { slug: 'north-desk', name: 'North Desk' },
} as const;

/** Section that `include=restatements` adds. */
const restatements = {
  since: '2024-03-01',
  count: 1,
  last_found_at: '2025-06-02T22:00:00Z',
  restatements: [
    {
      found_at: '2025-06-02T22:00:00Z',
      version: 412,
      kind: 'added',
      facts: ['trades'],
      first_day: '2025-05-28',
      days_affected: 1,
      profit_before: 904.2,
      profit_after: 872.9,
      twr_before: 9.042,
      twr_after: 8.729,
    },
  ],
} as const;

const order = {
  ticket: '50123456',
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.5,
  open_price: 1.0812,
  stop_loss: 1.077,
  take_profit: null,
  opened_at: '2026-02-26T08:15:00Z',
  profit: 120,
  commission: -3.5,
  swap: -0.6,
  comment: null,
  magic_number: 7,
} as const;

const position = order;
const trade = {
  ...order,
  close_price: 1.0836,
  closed_at: '2026-02-27T15:40:12Z',
  net_profit: 115.9,
} as const;

const calendar = {
  generated_at: '2026-03-02T12:00:00Z',
  from: '2026-03-02T06:00:00Z',
  to: '2026-03-03T12:00:00Z',
  count: 1,
  events: [
    {
      ts: 1772458200,
      time: '2026-03-02T13:30:00Z',
      currency: 'USD',
      impact: 'high',
      title: 'CPI, yearly',
      forecast: '3.1%',
      previous: '3.0%',
      actual: '',
    },
  ],
} as const;
