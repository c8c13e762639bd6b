import type { RegistryAccount } from './schema.ts';
import { type Hidable, hidables } from './words.ts';

/**
 * Figure that readers can still work out although it is hidden, as long as all of `shown` is shown.
 */
export interface Leak {
  readonly hidden: Hidable;
  readonly shown: readonly Hidable[];
  readonly derivable: string;
}

/** Derivable figures, by the hidden flag and by the flags that must all be shown (separated by blanks). */
const derivable: Partial<Record<Hidable, Readonly<Record<string, string>>>> = {
  volume: {
    trades: 'lots of a trade, from its profit and prices',
    by_symbol: 'mean lots of an instrument, from its profit and pips',
    by_magic_number: 'mean lots of a magic number, from its profit and pips',
    advanced: 'mean lots, from the expectancy in currency and in pips',
    distribution:
      'lots of the trades with the most and the fewest pips, from the result of their bin',
  },
  stop_loss: {
    trades: 'the stop of a trade that ended at it, from its closing price',
    'trades comment': 'trades that ended at their stop, from the mark [sl] in comments',
  },
  take_profit: {
    trades: 'the target of a trade that ended at it, from its closing price',
    'trades comment': 'trades that ended at their target, from the mark [tp] in comments',
  },
  trades: {
    twr: 'the result of every trade, from the steps of the return and the balance',
    equity_curve: 'results by day, a single trade where a day has one',
    monthly: 'results by month, and those of today and this week',
    by_symbol: 'instruments traded and their results, a single trade where there is one',
    by_magic_number: 'results by magic number, a single trade where there is one',
    advanced:
      'number and lots of trades, the best and the worst result, results by hour of the week',
    drawdowns: 'when and how deep it fell below its peak, a single trade where that is one',
    distribution: 'number of trades and their results in bins, a single one where a bin has one',
    rolling: 'returns of 30 days, a single trade where there is one',
    news: 'number of trades and their results near news, a single one where there is one',
    excursion: 'the profit of a trade that won, where it alone has excursions',
    provenance: 'number of trades',
  },
  equity_curve: {
    trades: 'the curve, from closing times and results',
    twr: 'the curve without its dates',
    monthly: 'the curve by month',
    advanced:
      'the return on equity, its deepest fall and its deviation; results of the best and worst day',
    drawdowns: 'when and how deep it fell below its peak',
    rolling: 'returns of 30, 90 and 365 days by month',
    news: 'the result of a day, where a single trade is near news',
    provenance: 'number of deposits and withdrawals',
    benchmark: 'the return on equity over the weekdays compared',
  },
  twr: {
    trades: 'the return after every trade, from results and the balance',
    equity_curve: 'the return at the end of every day',
    advanced: 'the returns of the best and the worst day, week and month',
    drawdowns: 'how deep it fell below its peak',
    rolling: 'returns of 30, 90 and 365 days by month',
    monthly: 'the return at the end of every month',
  },
  monthly: {
    trades: 'results by month, from closing times and results',
    equity_curve: 'results by month, from those by day',
    advanced: 'the results of the best and the worst month',
    rolling: 'returns of the last 30 days of every month',
    drawdowns: 'the loss of a month that held nothing but one fall',
    twr: 'returns up to the end of a month, among those after every trade',
  },
  by_symbol: {
    trades: 'the breakdown, from instruments and results',
    by_magic_number:
      'instruments, by the pip value of each magic number; results of one that a magic number trades alone',
    advanced: 'the share of the instrument that won most in all that won',
    news: 'currencies traded, from the number of events about them; results of instruments of unknown currencies',
  },
  by_magic_number: {
    trades: 'the breakdown, from magic numbers and results',
  },
  advanced: {
    trades: 'nearly every statistic, from the trades',
    by_symbol: 'number of trades, wins, losses and pips, from the breakdown',
    by_magic_number: 'number of trades, wins, losses and pips, from the breakdown',
    equity_curve: 'number of trades and win rate, from the days',
    monthly: "number of trades and win rate of the year's periods",
    twr: 'number of trades, mean returns and runs of wins, from the steps of the return',
    distribution: 'number of trades, the best and the worst result',
    news: 'number of trades and their net result',
    provenance: 'number of trades',
    drawdowns: 'the deepest fall in money, and the worst day where that is a fall of one day',
    rolling: 'the Sharpe ratio, where reports on equity reach back no further than 90 or 365 days',
    benchmark: 'the return on equity, and its volatility from beta, correlation and the benchmark',
  },
  drawdowns: {
    trades: 'every drawdown, from closing times and results',
    equity_curve: 'every drawdown, from the return at the end of every day',
    twr: 'every drawdown without its dates, from the return after every trade',
    monthly: 'falls of whole months',
    advanced: 'the deepest fall in money, and of the worst day, week and month',
    rolling: 'the deepest fall of the last 30, 90 and 365 days by month',
  },
  distribution: {
    trades: 'the histograms, from results, prices and times',
    advanced: 'number of trades, the best and the worst result',
    provenance: 'number of trades',
    twr: 'results in bins, from the steps of the return and the balance',
  },
  rolling: {
    trades: 'the returns of any days, from closing times and results',
    equity_curve: 'the returns of any days, from the return at the end of every day',
    monthly: 'the returns of months',
    twr: 'returns up to the end of a month, among those after every trade',
    advanced: 'the Sharpe ratio of 90 or 365 days, where reports on equity reach back no further',
    drawdowns: 'the deepest falls of the last 30, 90 and 365 days',
  },
  exposure: {
    trades: 'what was open at once, from the times of trades and positions',
  },
  benchmark: {
    equity_curve: 'the return over the weekdays compared, from the return by day',
    advanced: 'the return over the weekdays compared, where equity is reported to the end',
  },
  news: {
    trades: 'which trades were open near news, from their times and any calendar',
  },
};

/** Register of leaks, in the order of the flags above. */
export const leaks: readonly Leak[] = hidables.flatMap((hidden) =>
  Object.entries(derivable[hidden] ?? {}).map(([shown, words]) => ({
    hidden,
    shown: shown.split(' ').flatMap((name) => hidables.filter((flag) => flag === name)),
    derivable: words,
  })),
);

/** Flags whose values no other section reveals. */
export const underivable: readonly Hidable[] = ['provenance', 'excursion', 'comment'];

/** Rows of the register that no flag closes. They hold for every published account. */
const alwaysOpen = [
  [
    '`trades`',
    'the account itself',
    'the open result (of a single position too), and results between two readings, from balance, equity and `updated_at`',
  ],
  [
    '`trades`, `equity_curve`, `twr`',
    'the account itself',
    'days whose results, flows or capital were restated, with profit and return before and after, from `restatements`',
  ],
  [
    '`trades`',
    'any section that is made of their instruments, prices, times, magic numbers, costs or lots',
    'days on which one of these was restated, from `restatements`, but not which',
  ],
  [
    '`equity_curve`',
    '`advanced`, `rolling` or `benchmark`',
    'days whose equity was restated, from `restatements`',
  ],
  [
    'a private account',
    'a published portfolio it is a member of',
    "its part in every figure, from the portfolio's less those of the other members",
  ],
] as const;

/**
 * Returns a warning for each private member that a portfolio reveals. Empty for a private
 * portfolio.
 */
export function membersRevealedBy(
  portfolio: Pick<RegistryAccount, 'published' | 'members'>,
  isPublished: (slug: string) => boolean,
): string[] {
  if (!portfolio.published) return [];
  return portfolio.members
    .filter((slug) => !isPublished(slug))
    .map(
      (slug) => `${slug} is private, but its part in every figure shows, less the other members`,
    );
}

/** Returns the leaks that a list of hidden flags leaves open, in the order of the register. */
export function leaksOf(hide: readonly Hidable[]): Leak[] {
  return leaks.filter(
    ({ hidden, shown }) => hide.includes(hidden) && !shown.some((part) => hide.includes(part)),
  );
}

/** Formats the register for the docs, one Markdown row for each leak. Leaks without a flag are last. */
export function leaksTable(): string {
  const rows = leaks.map(
    ({ hidden, shown, derivable }) =>
      `| \`${hidden}\` | ${shown.map((part) => `\`${part}\``).join(', ')} | ${derivable} |`,
  );
  const openRows = alwaysOpen.map((cells) => `| ${cells.join(' | ')} |`);
  return ['| hidden | shown | still derivable |', '|---|---|---|', ...rows, ...openRows].join('\n');
}
