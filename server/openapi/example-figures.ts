// Figures of the demo on one day, for the examples of the API.

export const slug = 'north-eurusd';
export const defaultOptions = { size: null, theme: null, lang: null } as const;
export const allTrades = {
  key: 'all',
  trades: 419,
  won: 220,
  lost: 199,
  win_rate: 52.506,
  net_profit: 11042.51,
  average_profit: 26.354439,
} as const;
export const tuesdays = {
  key: 'Tuesday',
  trades: 71,
  won: 39,
  lost: 32,
  win_rate: 54.9296,
  net_profit: 3697.04,
  average_profit: 52.070986,
} as const;
export const onePage = { page: 1, total: 1, has_more: false };

const confirmedAt = '2026-08-29T00:00:00Z';

export const exampleAccount = {
  type: 'account',
  slug,
  name: 'EURUSD swing',
  platform: 'MT5',
  currency: 'USD',
  broker: 'Northwind Markets',
  server: 'Northwind-Live03',
  leverage: 100,
  demo: false,
  data_source: 'operator_file',
  history_cut_at: null,
  published: true,
  verified: {
    identity: true,
    track_record: true,
    covered_until: null,
    lapsed_at: null,
    reason: null,
  },
  verified_by: {
    identity: { by: 'operator', at: confirmedAt, how: 'video call with the terminal open' },
    track_record: { by: 'operator', at: confirmedAt, how: null },
  },
  reconciled: true,
  reconciliation: null,
  balance: 24428.27,
  equity: 24437.16,
  unknown_capital: null,
  published_at: '2025-09-01T06:00:12Z',
  created_at: '2023-12-13T07:33:56Z',
  updated_at: '2026-11-27T01:02:37Z',
  performance: {
    twr_percent: 55.5768,
    absolute_gain_percent: 44.17,
    max_drawdown_percent: 9.2008,
    avg_daily_return_percent: 0.1257,
    avg_monthly_return_percent: 1.2806,
    cagr_percent: 16.122,
    since: '2023-12-13',
    open_profit: 8.89,
    open_profit_percent: 0.0364,
    deposits: 25000,
    withdrawals: 11614.24,
  },
  owner: { slug: 'north-desk', name: 'North Desk' },
} as const;

export const examplePortfolio = {
  ...exampleAccount,
  type: 'portfolio',
  slug: 'north-all',
  name: 'Everything at North Desk',
  platform: null,
  currency: 'EUR',
  broker: null,
  server: null,
  leverage: null,
  verified: {
    identity: false,
    track_record: false,
    covered_until: null,
    lapsed_at: null,
    reason: null,
  },
  verified_by: { identity: null, track_record: null },
  balance: 99433.22,
  equity: 99154.87,
  published_at: '2026-01-31T06:00:12Z',
  created_at: '2026-01-31T00:00:00Z',
  updated_at: '2026-11-27T01:02:48Z',
  performance: {
    twr_percent: 56.9757,
    absolute_gain_percent: 46.6332,
    max_drawdown_percent: 3.6364,
    avg_daily_return_percent: 0.0654,
    avg_monthly_return_percent: 1.2686,
    cagr_percent: 16.4741,
    since: '2023-12-13',
    open_profit: -278.35,
    open_profit_percent: -0.2799,
    deposits: 72690.28,
    withdrawals: 7154.87,
  },
  contributions: {
    members: [
      {
        member: 'north-eurusd',
        weight_percent: 23.1011,
        net_profit: 10353.25,
        return_percent: 19.0829,
        drawdown_percent: 3.184,
      },
      {
        member: 'north-gold',
        weight_percent: 37.5672,
        net_profit: 14721.82,
        return_percent: 23.8365,
        drawdown_percent: 0.4524,
      },
    ],
  },
} as const;

/** Member that `include=restatements` adds. */
export const restatements = {
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

/** Member that `include=explain` adds; with `figures=cagr_percent` it has this figure only. */
export const explain = {
  'performance.cagr_percent': {
    definition: 'Return per year that, compounded, gives the total return, in percent',
    source: 'compound annual growth rate',
    sql: 'sql/marts/summary.sql',
    rows: 419,
    null_reason: null,
  },
} as const;

export const position = {
  ticket: '20083439',
  symbol: 'EURUSD',
  side: 'sell',
  volume: 0.52,
  open_price: 1.03505,
  stop_loss: 1.03853,
  take_profit: 1.0294,
  opened_at: '2026-11-26T20:45:03Z',
  profit: 126.88,
  commission: -3.64,
  swap: 1.61,
  comment: 'SwingPro 2.4',
  magic_number: 20110,
} as const;

export const trade = {
  ticket: '20083256',
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.54,
  open_price: 1.0307,
  close_price: 1.03633,
  stop_loss: 1.02724,
  take_profit: 1.03633,
  opened_at: '2026-11-24T16:35:25Z',
  closed_at: '2026-11-25T16:13:18Z',
  profit: 304.02,
  commission: -3.78,
  swap: -3.89,
  net_profit: 296.35,
  comment: 'SwingPro 2.4',
  magic_number: 20110,
} as const;

export const calendar = {
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
