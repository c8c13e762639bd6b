import type { RegistryAccount } from './schema.ts';
import type { Hidable } from './words.ts';

/** What a reader can still work out although it is hidden, as long as all of `shown` is shown. */
export interface Leak {
  readonly hidden: Hidable;
  readonly shown: readonly Hidable[];
  readonly derivable: string;
}

export const leaks: readonly Leak[] = [
  { hidden: 'volume', shown: ['trades'], derivable: 'lots of a trade, from its profit and prices' },
  {
    hidden: 'volume',
    shown: ['by_symbol'],
    derivable: 'mean lots of an instrument, from its profit and pips',
  },
  {
    hidden: 'volume',
    shown: ['by_magic_number'],
    derivable: 'mean lots of a magic number, from its profit and pips',
  },
  {
    hidden: 'volume',
    shown: ['advanced'],
    derivable: 'mean lots, from the expectancy in currency and in pips',
  },
  {
    hidden: 'stop_loss',
    shown: ['trades'],
    derivable: 'the stop of a trade that ended at it, from its closing price',
  },
  {
    hidden: 'take_profit',
    shown: ['trades'],
    derivable: 'the target of a trade that ended at it, from its closing price',
  },
  {
    hidden: 'stop_loss',
    shown: ['trades', 'comment'],
    derivable: 'trades that ended at their stop, from the mark [sl] in comments',
  },
  {
    hidden: 'take_profit',
    shown: ['trades', 'comment'],
    derivable: 'trades that ended at their target, from the mark [tp] in comments',
  },
  {
    hidden: 'trades',
    shown: ['twr'],
    derivable: 'the result of every trade, from the steps of the return and the balance',
  },
  {
    hidden: 'trades',
    shown: ['equity_curve'],
    derivable: 'results by day, a single trade where a day has one',
  },
  {
    hidden: 'trades',
    shown: ['monthly'],
    derivable: 'results by month, and those of today and this week',
  },
  {
    hidden: 'trades',
    shown: ['by_symbol'],
    derivable: 'instruments traded and their results, a single trade where there is one',
  },
  {
    hidden: 'trades',
    shown: ['by_magic_number'],
    derivable: 'results by magic number, a single trade where there is one',
  },
  {
    hidden: 'trades',
    shown: ['advanced'],
    derivable: 'number and lots of trades, the best and the worst result, hours of closing',
  },
  {
    hidden: 'equity_curve',
    shown: ['trades'],
    derivable: 'the curve, from closing times and results',
  },
  { hidden: 'equity_curve', shown: ['twr'], derivable: 'the curve without its dates' },
  { hidden: 'equity_curve', shown: ['monthly'], derivable: 'the curve by month' },
  {
    hidden: 'equity_curve',
    shown: ['advanced'],
    derivable:
      'the return on equity, its deepest fall and its deviation; results of the best and worst day',
  },
  {
    hidden: 'twr',
    shown: ['trades'],
    derivable: 'the return after every trade, from results and the balance',
  },
  { hidden: 'twr', shown: ['equity_curve'], derivable: 'the return at the end of every day' },
  {
    hidden: 'twr',
    shown: ['advanced'],
    derivable: 'the returns of the best and the worst day, week and month',
  },
  {
    hidden: 'monthly',
    shown: ['trades'],
    derivable: 'results by month, from closing times and results',
  },
  { hidden: 'monthly', shown: ['equity_curve'], derivable: 'results by month, from those by day' },
  {
    hidden: 'monthly',
    shown: ['advanced'],
    derivable: 'the results of the best and the worst month',
  },
  {
    hidden: 'by_symbol',
    shown: ['trades'],
    derivable: 'the breakdown, from instruments and results',
  },
  {
    hidden: 'by_symbol',
    shown: ['by_magic_number'],
    derivable:
      'instruments, by the pip value of each magic number; results of one that a magic number trades alone',
  },
  {
    hidden: 'by_magic_number',
    shown: ['trades'],
    derivable: 'the breakdown, from magic numbers and results',
  },
  { hidden: 'advanced', shown: ['trades'], derivable: 'nearly every statistic, from the trades' },
  {
    hidden: 'advanced',
    shown: ['by_symbol'],
    derivable: 'number of trades, wins, losses and pips, from the breakdown',
  },
  {
    hidden: 'advanced',
    shown: ['by_magic_number'],
    derivable: 'number of trades, wins, losses and pips, from the breakdown',
  },
  {
    hidden: 'advanced',
    shown: ['equity_curve'],
    derivable: 'number of trades and win rate, from the days',
  },
  {
    hidden: 'advanced',
    shown: ['monthly'],
    derivable: "number of trades and win rate of the year's periods",
  },
  {
    hidden: 'advanced',
    shown: ['twr'],
    derivable: 'number of trades, mean returns and runs of wins, from the steps of the return',
  },
  {
    hidden: 'volume',
    shown: ['distribution'],
    derivable: 'lots of the trades with the most and the fewest pips, from the result of their bin',
  },
  {
    hidden: 'trades',
    shown: ['drawdowns'],
    derivable: 'when and how deep it fell below its peak, a single trade where that is one',
  },
  {
    hidden: 'trades',
    shown: ['distribution'],
    derivable: 'number of trades and their results in bins, a single one where a bin has one',
  },
  {
    hidden: 'trades',
    shown: ['rolling'],
    derivable: 'returns of 30 days, a single trade where there is one',
  },
  {
    hidden: 'equity_curve',
    shown: ['drawdowns'],
    derivable: 'when and how deep it fell below its peak',
  },
  {
    hidden: 'equity_curve',
    shown: ['rolling'],
    derivable: 'returns of 30, 90 and 365 days by month',
  },
  {
    hidden: 'twr',
    shown: ['drawdowns'],
    derivable: 'how deep it fell below its peak',
  },
  {
    hidden: 'twr',
    shown: ['rolling'],
    derivable: 'returns of 30, 90 and 365 days by month',
  },
  {
    hidden: 'monthly',
    shown: ['rolling'],
    derivable: 'returns of the last 30 days of every month',
  },
  {
    hidden: 'advanced',
    shown: ['distribution'],
    derivable: 'number of trades, the best and the worst result',
  },
  {
    hidden: 'drawdowns',
    shown: ['trades'],
    derivable: 'every drawdown, from closing times and results',
  },
  {
    hidden: 'drawdowns',
    shown: ['equity_curve'],
    derivable: 'every drawdown, from the return at the end of every day',
  },
  {
    hidden: 'drawdowns',
    shown: ['twr'],
    derivable: 'every drawdown without its dates, from the return after every trade',
  },
  {
    hidden: 'distribution',
    shown: ['trades'],
    derivable: 'the histograms, from results, prices and times',
  },
  {
    hidden: 'distribution',
    shown: ['advanced'],
    derivable: 'number of trades, the best and the worst result',
  },
  {
    hidden: 'distribution',
    shown: ['twr'],
    derivable: 'results in bins, from the steps of the return and the balance',
  },
  {
    hidden: 'rolling',
    shown: ['trades'],
    derivable: 'the returns of any days, from closing times and results',
  },
  {
    hidden: 'rolling',
    shown: ['equity_curve'],
    derivable: 'the returns of any days, from the return at the end of every day',
  },
  {
    hidden: 'rolling',
    shown: ['monthly'],
    derivable: 'the returns of months',
  },
  {
    hidden: 'exposure',
    shown: ['trades'],
    derivable: 'what was open at once, from the times of trades and positions',
  },
  {
    hidden: 'by_symbol',
    shown: ['advanced'],
    derivable: 'the share of the instrument that won most in all that won',
  },
  {
    hidden: 'trades',
    shown: ['news'],
    derivable: 'number of trades and their results near news, a single one where there is one',
  },
  {
    hidden: 'advanced',
    shown: ['news'],
    derivable: 'number of trades and their net result',
  },
  {
    hidden: 'news',
    shown: ['trades'],
    derivable: 'which trades were open near news, from their times and any calendar',
  },
  {
    hidden: 'monthly',
    shown: ['drawdowns'],
    derivable: 'the loss of a month that held nothing but one fall',
  },
  {
    hidden: 'advanced',
    shown: ['drawdowns'],
    derivable: 'the deepest fall in money, and the worst day where that is a fall of one day',
  },
  {
    hidden: 'equity_curve',
    shown: ['news'],
    derivable: 'the result of a day, where a single trade is near news',
  },
  {
    hidden: 'by_symbol',
    shown: ['news'],
    derivable:
      'currencies traded, from the number of events about them; results of instruments of unknown currencies',
  },
  {
    hidden: 'advanced',
    shown: ['rolling'],
    derivable:
      'the Sharpe ratio, where reports on equity reach back no further than 90 or 365 days',
  },
  {
    hidden: 'twr',
    shown: ['monthly'],
    derivable: 'the return at the end of every month',
  },
  {
    hidden: 'monthly',
    shown: ['twr'],
    derivable: 'returns up to the end of a month, among those after every trade',
  },
  {
    hidden: 'rolling',
    shown: ['twr'],
    derivable: 'returns up to the end of a month, among those after every trade',
  },
  {
    hidden: 'rolling',
    shown: ['advanced'],
    derivable: 'the Sharpe ratio of 90 or 365 days, where reports on equity reach back no further',
  },
  {
    hidden: 'rolling',
    shown: ['drawdowns'],
    derivable: 'the deepest falls of the last 30, 90 and 365 days',
  },
  {
    hidden: 'drawdowns',
    shown: ['monthly'],
    derivable: 'falls of whole months',
  },
  {
    hidden: 'drawdowns',
    shown: ['advanced'],
    derivable: 'the deepest fall in money, and of the worst day, week and month',
  },
  {
    hidden: 'drawdowns',
    shown: ['rolling'],
    derivable: 'the deepest fall of the last 30, 90 and 365 days by month',
  },
];

/** What nothing that is shown tells of. */
export const underivable: readonly Hidable[] = ['comment'];

/** What no flag closes: rows of the register that are true of everything published. */
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
    '`advanced` or `rolling`',
    'days whose equity was restated, from `restatements`',
  ],
  [
    'a private account',
    'a published portfolio it is a member of',
    "its part in every figure, from the portfolio's less those of the other members",
  ],
] as const;

/** What a portfolio tells of its members that are private; empty where it is private itself. */
export function membersToldBy(
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

/** The leaks that a list of hidden things leaves open, in the order of the register. */
export function leaksOf(hide: readonly Hidable[]): Leak[] {
  return leaks.filter(
    ({ hidden, shown }) => hide.includes(hidden) && !shown.some((part) => hide.includes(part)),
  );
}

/** The register as it stands in the docs, one Markdown row per leak, those last that no flag closes. */
export function leaksTable(): string {
  const rows = leaks.map(
    ({ hidden, shown, derivable }) =>
      `| \`${hidden}\` | ${shown.map((part) => `\`${part}\``).join(', ')} | ${derivable} |`,
  );
  const others = alwaysOpen.map((cells) => `| ${cells.join(' | ')} |`);
  return ['| hidden | shown | still derivable |', '|---|---|---|', ...rows, ...others].join('\n');
}
