import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const noWin = 'no trade was won';
const noLoss = 'no trade was lost';

const streak = (label: string, is: string, nullWhen: string) =>
  composed(
    {
      label,
      group: 'Wins and losses',
      shownAs: 'streak',
      is,
      formula: 'a trade that ends at exactly 0 ends a streak; on a tie the earlier streak',
      source: 'MetaTrader',
      seenBy: fromTrades,
    },
    {
      count: figure({ unit: 'count', is: 'number of trades', nullWhen, seenBy: fromTrades }),
      profit: figure({ unit: 'money', is: 'net profit', nullWhen, seenBy: fromTrades }),
    },
  );

/** Streaks: wins in a row and losses in a row. */
export const streaks = {
  max_consecutive_wins: streak('Longest winning streak', 'most wins in a row', noWin),
  max_consecutive_losses: streak('Longest losing streak', 'most losses in a row', noLoss),
  max_consecutive_profit: streak(
    'Most profitable streak',
    'winning streak with the highest total net profit',
    noWin,
  ),
  max_consecutive_loss: streak(
    'Costliest losing streak',
    'losing streak with the largest total loss',
    noLoss,
  ),
  avg_consecutive_wins: figure({
    label: 'Average winning streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'average number of wins in a row',
    nullWhen: noWin,
    source: 'MetaTrader, which rounds it',
    seenBy: fromTrades,
  }),
  avg_consecutive_losses: figure({
    label: 'Average losing streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'average number of losses in a row',
    nullWhen: noLoss,
    source: 'MetaTrader, which rounds it',
    seenBy: fromTrades,
  }),
  current_streak: composed(
    {
      is: 'streak that the last closed trade belongs to',
      source: 'our own definition',
      seenBy: fromTrades,
    },
    {
      outcome: figure({
        unit: 'text',
        among: ['won', 'lost'],
        is: '`won` or `lost`',
        nullWhen: 'no trade was closed, or the last one ended at 0',
        seenBy: fromTrades,
      }),
      count: figure({
        unit: 'count',
        is: 'number of trades',
        nullWhen: 'no trade was closed, or the last one ended at 0',
        seenBy: fromTrades,
      }),
    },
  ),
} as const;
