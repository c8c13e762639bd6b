import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';
import { noData, noPips, noTrades } from './unknown.ts';

const noWinOrLoss = 'no trade was won, or none was lost';

const bestOrWorst = (label: string, is: string) =>
  composed(
    { label, group: 'Wins and losses', shownAs: 'best or worst', is, seenBy: fromTrades },
    {
      date: figure({
        unit: 'instant',
        is: 'when it closed',
        nullWhen: noTrades,
        seenBy: 'hidden by trades',
      }),
      value: figure({ unit: 'money', is: 'net profit', nullWhen: noTrades, seenBy: fromTrades }),
    },
  );

const direction = (label: string, trades: string, one: string) =>
  composed(
    { label, group: 'Longs and shorts', shownAs: 'won of all', is: trades, seenBy: fromTrades },
    {
      count: figure({ unit: 'count', is: 'trades won', nullWhen: noData, seenBy: fromTrades }),
      total: figure({ unit: 'count', is: 'trades', nullWhen: noData, seenBy: fromTrades }),
      percentage: figure({
        unit: 'share',
        is: 'share won',
        nullWhen: `there was no ${one}`,
        seenBy: fromTrades,
      }),
    },
  );

/** Trades won and lost: how much, how often, how long, and how sure that is. */
export const winsAndLosses = {
  avg_win: figure({
    label: 'Average win',
    group: 'Wins and losses',
    unit: 'mean',
    is: 'mean net profit of won trades',
    nullWhen: 'no trade was won',
    seenBy: fromTrades,
  }),
  avg_loss: figure({
    label: 'Average loss',
    group: 'Wins and losses',
    unit: 'mean',
    is: 'mean net profit of lost trades, negative',
    nullWhen: 'no trade was lost',
    seenBy: fromTrades,
  }),
  best_trade_profit: bestOrWorst('Best trade', 'highest net profit'),
  worst_trade_profit: bestOrWorst('Worst trade', 'lowest net profit'),
  best_trade_pips: figure({
    label: 'Best trade in pips',
    group: 'Wins and losses',
    unit: 'pips',
    is: 'most pips in a trade',
    nullWhen: noPips,
    seenBy: fromTrades,
  }),
  worst_trade_pips: figure({
    label: 'Worst trade in pips',
    group: 'Wins and losses',
    unit: 'pips',
    is: 'fewest pips in a trade',
    nullWhen: noPips,
    seenBy: fromTrades,
  }),
  longs_won: direction('Longs won', 'buy trades', 'buy'),
  shorts_won: direction('Shorts won', 'sell trades', 'sell'),
  payoff_ratio: figure({
    label: 'Payoff ratio',
    group: 'Edge',
    unit: 'ratio',
    is: 'average win / average loss, without its sign',
    nullWhen: noWinOrLoss,
    source: 'standard',
    seenBy: fromTrades,
  }),
  breakeven_win_rate: figure({
    label: 'Break-even win rate',
    group: 'Edge',
    unit: 'share',
    is: '100 / (1 + `payoff_ratio`): share of won trades, of those won and lost, at which nothing is gained or lost',
    nullWhen: noWinOrLoss,
    source: 'standard',
    seenBy: fromTrades,
  }),
  kelly_percent: figure({
    label: 'Kelly',
    group: 'Edge',
    unit: 'percent',
    is: '100 × (W − (1 − W) / `payoff_ratio`), W = won / (won + lost): share of the capital to stake, negative where there is no edge',
    nullWhen: noWinOrLoss,
    source: 'Kelly 1956, Thorp 2006',
    seenBy: fromTrades,
  }),
  win_rate_low: figure({
    label: 'Win rate, at least',
    group: 'Doubt',
    unit: 'share',
    is: 'lower end of the 95 % interval of `win_rate`',
    nullWhen: noTrades,
    source: 'Wilson 1927, without correction for continuity',
    seenBy: fromTrades,
  }),
  win_rate_high: figure({
    label: 'Win rate, at most',
    group: 'Doubt',
    unit: 'share',
    is: 'upper end of the 95 % interval of `win_rate`',
    nullWhen: noTrades,
    source: 'Wilson 1927, without correction for continuity',
    seenBy: fromTrades,
  }),
  expectancy_low: figure({
    label: 'Expectancy, at least',
    group: 'Doubt',
    unit: 'mean',
    is: 'lower end of the 95 % interval of `expectancy.currency`: mean − t × s / √n, t of n − 1 degrees of freedom',
    nullWhen: 'there are fewer than two trades',
    source: 'Student 1908; as if results were independent of each other',
    seenBy: fromTrades,
  }),
  expectancy_high: figure({
    label: 'Expectancy, at most',
    group: 'Doubt',
    unit: 'mean',
    is: 'upper end of the 95 % interval of `expectancy.currency`: mean + t × s / √n, t of n − 1 degrees of freedom',
    nullWhen: 'there are fewer than two trades',
    source: 'Student 1908; as if results were independent of each other',
    seenBy: fromTrades,
  }),
  median_trade: figure({
    label: 'Median trade',
    group: 'Wins and losses',
    unit: 'mean',
    is: 'median net result, of an even number the mean of the two in the middle',
    nullWhen: noTrades,
    source: 'own',
    seenBy: fromTrades,
  }),
  best_trade_share_percent: figure({
    label: 'Share of the best trade',
    group: 'Wins and losses',
    unit: 'share',
    is: 'best net result / gross wins × 100',
    nullWhen: 'no trade was won',
    source: 'own',
    seenBy: fromTrades,
  }),
  trades_per_week: figure({
    label: 'Trades a week',
    group: 'Totals',
    unit: 'ratio',
    is: 'closed trades / weeks of 168 hours from the first opening to the last closing',
    nullWhen: 'no trade was closed, or no time passed',
    source: 'own',
    seenBy: 'hidden by trades',
  }),
  avg_win_length_hours: figure({
    label: 'Average length of wins',
    group: 'Wins and losses',
    unit: 'hours',
    is: 'mean time from opening to closing of won trades',
    nullWhen: 'no trade was won',
    source: 'standard',
    seenBy: 'hidden by trades',
  }),
  avg_loss_length_hours: figure({
    label: 'Average length of losses',
    group: 'Wins and losses',
    unit: 'hours',
    is: 'mean time from opening to closing of lost trades',
    nullWhen: 'no trade was lost',
    source: 'standard',
    seenBy: 'hidden by trades',
  }),
} as const;
