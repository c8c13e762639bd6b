import type { Words } from '../language/words.ts';

/**
 * Trade, deposit or other booking of an example. `costly` is a trade with profit, commission and
 * swap.
 */
export type ExampleBooking =
  | readonly [kind: 'deposit' | 'withdrawal' | 'credit' | 'trade', amount: number]
  | readonly [kind: 'costly', amount: number, commission: number, swap: number]
  | readonly [kind: 'opened' | 'month']
  | readonly [kind: 'weekdays', returns: readonly number[], times: number];

/** Example bookings with the result here and in other programs. */
export interface ConventionDifference {
  readonly name: keyof Words['numbers']['differences'];
  /** Name of the figure in the API. */
  readonly figure: string;
  readonly bookings: readonly ExampleBooking[];
  /** Published value; null if it is unknown. */
  readonly here: number | null;
  /** Values by the program that computes them. `otherwise` stands for several other programs. */
  readonly elsewhere: Readonly<Record<string, number | null>>;
}

const fives = [10, -5, 20, -10, 15].map((net) => ['trade', net] as const);
const tenDays = [2, 0, 0, 3, -3, 0, 0, 1, 0, 0];
const twoLosses = [1, 1, 1, 1, -4, 1, 1, 1, 1, -3.2];

/** Differences from other programs, each with as few bookings as possible. */
export const differences: readonly ConventionDifference[] = [
  {
    name: 'growth',
    figure: 'twr_percent',
    bookings: [
      ['deposit', 1000],
      ['trade', 100],
      ['deposit', 900],
      ['trade', -200],
    ],
    here: -1,
    elsewhere: { otherwise: 80 },
  },
  {
    name: 'opening',
    figure: 'twr_percent',
    bookings: [['deposit', 1000], ['opened'], ['deposit', 2000], ['trade', 50]],
    here: 1.6667,
    elsewhere: { Myfxbook: 5, 'FX Blue': 1.6667 },
  },
  {
    name: 'overlap',
    figure: 'twr_percent',
    bookings: [
      ['deposit', 1000],
      ['trade', 20],
      ['trade', 35],
      ['opened'],
      ['opened'],
      ['trade', -40],
      ['trade', 10],
    ],
    here: 2.5,
    elsewhere: { Myfxbook: 2.4621 },
  },
  {
    name: 'withdrawn',
    figure: 'max_drawdown_percent',
    bookings: [
      ['deposit', 1000],
      ['withdrawal', 600],
      ['trade', -40],
    ],
    here: 10,
    elsewhere: { otherwise: 64 },
  },
  {
    name: 'paidIn',
    figure: 'max_drawdown_percent',
    bookings: [
      ['deposit', 100],
      ['trade', -10],
      ['deposit', 900],
      ['trade', -180],
    ],
    here: 26.3636,
    elsewhere: { MetaTrader: 190 },
  },
  {
    name: 'firstLoss',
    figure: 'max_drawdown_percent',
    bookings: [
      ['deposit', 1000],
      ['trade', -100],
      ['trade', -150],
    ],
    here: 25,
    elsewhere: { pyfolio: 16.6667 },
  },
  {
    name: 'credit',
    figure: 'twr_percent',
    bookings: [
      ['deposit', 1000],
      ['credit', 500],
      ['trade', 100],
    ],
    here: 10,
    elsewhere: { otherwise: 6.6667 },
  },
  {
    name: 'net',
    figure: 'profit_factor',
    bookings: [
      ['deposit', 1000],
      ['costly', 10, -7, 0],
      ['costly', -5, -7, 0],
      ['costly', 6, -7, 0.5],
    ],
    here: 0.24,
    elsewhere: { otherwise: 3.2 },
  },
  {
    name: 'zero',
    figure: 'win_rate',
    bookings: [
      ['deposit', 1000],
      ['trade', 10],
      ['trade', 0],
      ['trade', -5],
    ],
    here: 33.3333,
    elsewhere: { MetaTrader: 66.6667, quantstats: 50 },
  },
  {
    name: 'noLoss',
    figure: 'profit_factor',
    bookings: [
      ['deposit', 1000],
      ['trade', 5],
      ['trade', 7],
    ],
    here: null,
    elsewhere: { MetaStats: Infinity },
  },
  {
    name: 'deviation',
    figure: 'standard_deviation',
    bookings: [['deposit', 1000], ...fives],
    here: 12.942179,
    elsewhere: { quantstats: 12.942179, Myfxbook: 11.575837 },
  },
  {
    name: 'sharpe',
    figure: 'sharpe_ratio',
    bookings: [['deposit', 1000], ...fives],
    here: 0.4636,
    elsewhere: { 'MetaTrader 5': 0.523957 },
  },
  {
    name: 'quiet',
    figure: 'sharpe_ratio_annualized',
    bookings: [['weekdays', tenDays, 3]],
    here: 3.149661,
    elsewhere: { quantstats: 5.004817 },
  },
  {
    name: 'risk',
    figure: 'value_at_risk_95_percent',
    bookings: [['weekdays', tenDays, 3]],
    here: -3,
    elsewhere: { quantstats: -2.1871 },
  },
  {
    name: 'shortfall',
    figure: 'expected_shortfall_95_percent',
    bookings: [['weekdays', twoLosses, 3]],
    here: -4,
    elsewhere: { quantstats: -3.6 },
  },
  {
    name: 'probability',
    figure: 'probabilistic_sharpe_ratio',
    bookings: [['weekdays', tenDays, 3]],
    here: 84.6511,
    elsewhere: { quantstats: 84.9009 },
  },
  {
    name: 'ulcer',
    figure: 'ulcer_index',
    bookings: [['deposit', 1000], ['trade', -100], ['month'], ['trade', 50]],
    here: 9.885711,
    elsewhere: { quantstats: 10.038987 },
  },
  {
    name: 'annual',
    figure: 'cagr_percent',
    bookings: [
      ['deposit', 1000],
      ['trade', 100],
    ],
    here: 21.2073,
    elsewhere: { quantstats: 20.2924 },
  },
  {
    name: 'geometric',
    figure: 'ghpr',
    bookings: [
      ['deposit', 1000],
      ['trade', 100],
      ['deposit', 1900],
      ['trade', -300],
    ],
    here: -0.501256,
    elsewhere: { MetaQuotes: 64.316768 },
  },
  {
    name: 'month',
    figure: 'avg_monthly_return_percent',
    bookings: [
      ['deposit', 1000],
      ['trade', 100],
      ['month'],
      ['trade', 55],
      ['month'],
      ['trade', -231],
    ],
    here: -1.6667,
    elsewhere: { Myfxbook: -2.6004, MetaStats: -2.6004 },
  },
  {
    name: 'score',
    figure: 'z_score.value',
    bookings: [
      ['deposit', 1000],
      ...[1, 1, -1, 1, -1, -1, 1, 1, 1, -1].map((net) => ['trade', net] as const),
    ],
    here: 0.491708,
    elsewhere: { MetaStats: null },
  },
  {
    name: 'line',
    figure: 'lr_correlation',
    bookings: [['deposit', 1000], ...fives],
    here: 0.762493,
    elsewhere: { 'MetaTrader 5': 0.85372 },
  },
];
