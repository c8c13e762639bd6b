import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const noWin = 'no trade was won';
const noLoss = 'no trade was lost';

const streak = (label: string, is: string, none: string) =>
  composed(
    {
      label,
      group: 'Wins and losses',
      shownAs: 'streak',
      is: `${is}; a result of exactly 0 ends a streak; the earlier at a tie`,
      source: 'MetaTrader',
      seenBy: fromTrades,
    },
    {
      count: figure({ unit: 'count', is: 'trades', nullWhen: none, seenBy: fromTrades }),
      profit: figure({ unit: 'money', is: 'net result', nullWhen: none, seenBy: fromTrades }),
    },
  );

/** Wins and losses one after another. */
export const streaks = {
  max_consecutive_wins: streak('Longest winning streak', 'most wins one after another', noWin),
  max_consecutive_losses: streak('Longest losing streak', 'most losses one after another', noLoss),
  max_consecutive_profit: streak(
    'Dearest winning streak',
    'wins one after another that brought most',
    noWin,
  ),
  max_consecutive_loss: streak(
    'Dearest losing streak',
    'losses one after another that cost most',
    noLoss,
  ),
  avg_consecutive_wins: figure({
    label: 'Average winning streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'mean number of wins one after another',
    nullWhen: noWin,
    source: 'MetaTrader, which rounds it',
    seenBy: fromTrades,
  }),
  avg_consecutive_losses: figure({
    label: 'Average losing streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'mean number of losses one after another',
    nullWhen: noLoss,
    source: 'MetaTrader, which rounds it',
    seenBy: fromTrades,
  }),
  current_streak: composed(
    { is: 'streak that the last closed trade is in', source: 'own', seenBy: fromTrades },
    {
      outcome: figure({
        unit: 'text',
        among: ['won', 'lost'],
        is: 'won or lost',
        nullWhen: 'no trade was closed, or the last one ended at 0',
        seenBy: fromTrades,
      }),
      count: figure({
        unit: 'count',
        is: 'trades',
        nullWhen: 'no trade was closed, or the last one ended at 0',
        seenBy: fromTrades,
      }),
    },
  ),
} as const;
