import type { Cause } from '../../causes.ts';
import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const streak = (label: string, is: string, nullWhen: Cause) =>
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
  max_consecutive_wins: streak('Longest winning streak', 'most wins in a row', 'no_win'),
  max_consecutive_losses: streak('Longest losing streak', 'most losses in a row', 'no_loss'),
  max_consecutive_profit: streak(
    'Most profitable streak',
    'winning streak with the highest total net profit',
    'no_win',
  ),
  max_consecutive_loss: streak(
    'Costliest losing streak',
    'losing streak with the largest total loss',
    'no_loss',
  ),
  avg_consecutive_wins: figure({
    label: 'Average winning streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'average number of wins in a row',
    nullWhen: 'no_win',
    source: 'MetaTrader, which rounds it',
    seenBy: fromTrades,
  }),
  avg_consecutive_losses: figure({
    label: 'Average losing streak',
    group: 'Wins and losses',
    unit: 'ratio',
    is: 'average number of losses in a row',
    nullWhen: 'no_loss',
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
        nullWhen: 'no_streak',
        seenBy: fromTrades,
      }),
      count: figure({
        unit: 'count',
        is: 'number of trades',
        nullWhen: 'no_streak',
        seenBy: fromTrades,
      }),
    },
  ),
} as const;
