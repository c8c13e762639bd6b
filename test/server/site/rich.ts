import { partsOf } from '../facts.ts';
import { facts, northId } from '../world.ts';

const side = (trades: number, profit: string) => ({ trades, profit, pips: '1.5' });
const entry = (trades: number, profit: string) => ({
  total: { trades, won: trades - 1, lost: 1, won_percentage: 66.6667, profit, pips: '-12.0' },
  longs: side(trades - 1, '7.00'),
  shorts: side(1, profit),
});

const plain = partsOf(1);
const days = [
  ['2024-01-30', 1, 0],
  ['2024-01-31', -2, -2.9703],
  ['2024-02-01', 10, 0],
] as const;

/** Names that careless programs take for markup, formulas or object keys. */
export const hostileNames = [
  '<script>alert(1)</script>',
  '=HYPERLINK("https://elsewhere.example")',
  '@SUM(1+1)',
  ' =1+1',
  '\u00a0=1+1',
  'a\n=1+1',
  '__proto__',
  '"><img src=x onerror=alert(1)>',
] as const;

/** Makes the parts of an account with data in every section. */
export const richParts = {
  ...plain,
  equity_curve: {
    daily_performance: days.map(([date, twr_percent, drawdown]) => ({
      date,
      cumulative_balance: 1000 + 10 * twr_percent,
      cumulative_equity: 1000 + 10 * twr_percent,
      cumulative_profit: 10 * twr_percent,
      twr_percent,
      twr_equity_percent: null,
      drawdown,
      peak_balance: 1010,
      trades_count: 1,
      win_rate: 100,
    })),
    deposits_withdrawals: [
      { date: '2024-01-30', amount: 1000 },
      { date: '2024-02-01', amount: -25.5 },
    ],
  },
  monthly: {
    ...plain.monthly,
    monthly_performance: [
      { date: '2024-01', monthly_profit: -20, monthly_percent: -2 },
      { date: '2024-02', monthly_profit: 120, monthly_percent: 12.2449 },
    ],
    yearly_performance: [
      { date: '2024', yearly_profit: 100, yearly_percent: 10, max_drawdown_percent: 2 },
    ],
  },
  by_symbol: Object.fromEntries([
    ['EURUSD', entry(3, '-4.25')],
    ...hostileNames.map((name) => [name, entry(2, '1.00')] as const),
  ]),
  by_magic_number: { 0: entry(3, '-4.25'), 777: entry(2, '8.00') },
  advanced: {
    ...plain.advanced,
    total_trades: 5,
    win_rate: 60,
    profit_factor: 1.234567,
    charts: {
      ...plain.advanced.charts,
      trades_by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, won: hour, lost: 1 })),
      trades_by_weekday: Array.from({ length: 7 }, (_, at) => ({ day: at + 1, won: 2, lost: at })),
    },
  },
};

/** Makes the small world with this account in it. */
export const richFacts = { ...facts, [northId]: { parts: richParts } };
