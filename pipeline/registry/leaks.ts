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

/**
 * Derivable figures, by the hidden flag and by the flags that must all be shown (separated by
 * blanks).
 */
const derivable: Partial<Record<Hidable, Readonly<Record<string, string>>>> = {
  volume: {
    trades: 'lots of a trade, from its profit and prices',
    by_symbol: 'average lots of an instrument, from its profit and pips',
    by_magic_number: 'average lots of a magic number, from its profit and pips',
    advanced: 'average lots, from the expectancy in currency and in pips',
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
    equity_curve: 'results by day; of single trades, on days with one trade',
    monthly: 'results by month, of today and of this week',
    by_symbol: 'instruments traded and their results; of a single trade, if an instrument has one',
    by_magic_number: 'results by magic number; of a single trade, if a magic number has one',
    advanced:
      'number and lots of trades, the best and the worst result, results by hour of the week',
    drawdowns:
      'when and how deep it fell below its peak; the loss of a trade that was a drawdown by itself',
    distribution: 'number of trades and their results in bins; of a single trade, if a bin has one',
    rolling: 'returns of 30 days; of a single trade, if they have one',
    news: 'number of trades and their results near news; of a single trade, if only one was near',
    excursion: 'the profit of a winning trade, if no other trade has excursions',
    contributions: 'the result of an account; of a single trade, if an account has one',
    provenance: 'number of trades',
  },
  equity_curve: {
    trades: 'the curve, from closing times and results',
    twr: 'the curve without its dates',
    monthly: 'the curve by month',
    advanced:
      'the return by equity, its deepest fall and its volatility; results of the best and worst day',
    drawdowns: 'when and how deep it fell below its peak',
    rolling: 'returns of 30, 90 and 365 days by month',
    news: 'the result of a day, if only one trade was near news',
    provenance: 'number of deposits and withdrawals',
    benchmark: 'the return by equity over the compared weekdays',
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
    equity_curve: 'results by month, from results by day',
    advanced: 'the results of the best and the worst month',
    rolling: 'returns of the last 30 days of every month',
    drawdowns: 'the loss of a month that consists of one drawdown',
    twr: 'returns up to the end of a month, from the returns after every trade',
  },
  by_symbol: {
    trades: 'the breakdown, from instruments and results',
    by_magic_number:
      'instruments, from the pip value of each magic number; results of an instrument, if a magic number trades only that',
    advanced: 'how much of the profit came from the best instrument',
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
    monthly: 'number of trades and win rate of today, this week, this month and this year',
    twr: 'number of trades, average returns and winning streaks, from the steps of the return',
    distribution: 'number of trades, the best and the worst result',
    news: 'number of trades and their net result',
    provenance: 'number of trades',
    drawdowns: 'the deepest fall in money; the worst day, if it was a drawdown by itself',
    rolling: 'the Sharpe ratio, if equity reports began at most 90 or 365 days ago',
    benchmark: 'the return by equity; its volatility, from beta, correlation and the benchmark',
  },
  drawdowns: {
    trades: 'every drawdown, from closing times and results',
    equity_curve: 'every drawdown, from the return at the end of every day',
    twr: 'every drawdown without its dates, from the return after every trade',
    monthly: 'falls of whole months, and the deepest one of each year',
    advanced: 'the deepest fall in money, and the falls of the worst day, week and month',
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
    twr: 'returns up to the end of a month, from the returns after every trade',
    advanced: 'the Sharpe ratio of 90 or 365 days, if equity reports began at most that long ago',
    drawdowns: 'the deepest falls of the last 30, 90 and 365 days',
  },
  exposure: {
    trades: 'what was open at once, from the times of trades and positions',
  },
  benchmark: {
    equity_curve: 'the return over the compared weekdays, from the return by day',
    advanced: 'the return over the compared weekdays, if equity was reported to the end',
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
export const underivable: readonly Hidable[] = [
  'provenance',
  'excursion',
  'contributions',
  'comment',
];

/** Rows of the register that no flag closes. They hold for every published account. */
const alwaysOpen = [
  [
    '`trades`',
    'the account itself',
    'the floating profit (also of a single position), and results between two visits, from balance, equity and `updated_at`',
  ],
  [
    '`trades`, `equity_curve`, `twr`',
    'the account itself',
    'days whose results, deposits or capital changed later, with profit and return before and after, from `restatements`',
  ],
  [
    '`trades`',
    'any section that uses instruments, prices, times, magic numbers, costs or lots',
    'days on which one of these changed later, but not which one, from `restatements`',
  ],
  [
    '`equity_curve`',
    '`advanced`, `rolling`, `benchmark` or `exposure`',
    'days whose equity changed later, from `restatements`',
  ],
  [
    'a private account',
    'a public portfolio that contains it',
    "its figures: the portfolio's, minus those of the other members",
  ],
  [
    '`contributions`',
    'the accounts of the portfolio',
    'weights and results, from the balances and deposits of the accounts',
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
    .map((slug) => `${slug} is private, but visitors can work out its figures from the portfolio`);
}

/** Returns the leaks that a list of hidden flags leaves open, in the order of the register. */
export function leaksOf(hide: readonly Hidable[]): Leak[] {
  return leaks.filter(
    ({ hidden, shown }) => hide.includes(hidden) && !shown.some((part) => hide.includes(part)),
  );
}

/**
 * Formats the register for the docs, one Markdown row for each leak. Leaks without a flag are last.
 */
export function leaksTable(): string {
  const rows = leaks.map(
    ({ hidden, shown, derivable }) =>
      `| \`${hidden}\` | ${shown.map((part) => `\`${part}\``).join(', ')} | ${derivable} |`,
  );
  const openRows = alwaysOpen.map((cells) => `| ${cells.join(' | ')} |`);
  return ['| hidden | shown | still derivable |', '|---|---|---|', ...rows, ...openRows].join('\n');
}
