import Type from 'typebox';
import {
  count,
  instant,
  money,
  nullableCount,
  nullableInstant,
  number,
  percent,
} from '../shared.ts';

const extreme = (description: string) =>
  Type.Object(
    { date: nullableInstant('When it closed'), value: money('Net profit') },
    { description },
  );

const direction = (description: string) =>
  Type.Object(
    {
      count: nullableCount('Trades won'),
      total: nullableCount('Trades'),
      percentage: percent('Share won'),
    },
    { description },
  );

export const recentTrade = Type.Object({
  closed_at: instant('When it closed'),
  duration: Type.Number({ description: 'Seconds from opening to closing' }),
  net_profit: Type.Number({ description: 'Net profit' }),
});

export const advanced = Type.Object(
  {
    profit_factor: number('Gross wins over gross losses; null without a loss'),
    expectancy: Type.Object(
      { currency: money('Mean net profit'), pips: number('Mean pips') },
      { description: 'What a trade brings on average' },
    ),
    win_rate: percent('Share of trades won'),
    ahpr: number('Arithmetic mean return per trade, in percent'),
    ghpr: number('Geometric mean return per trade, in percent; null once a trade lost all'),
    sharpe_ratio: number('Mean net profit over its sample standard deviation'),
    sharpe_ratio_annualized: number(
      'Mean over sample deviation of weekday equity returns, times the root of 252',
    ),
    standard_deviation: number('Sample standard deviation of net profits'),
    z_score: Type.Object(
      { value: number('Z of the runs of wins and losses'), probability: percent('Confidence') },
      { description: 'Dependence between successive trades; negative means streaks' },
    ),
    avg_win: money('Mean net profit of won trades'),
    avg_loss: money('Mean net profit of lost trades, negative'),
    best_trade_profit: extreme('Highest net profit'),
    worst_trade_profit: extreme('Lowest net profit'),
    best_trade_pips: number('Most pips in a trade'),
    worst_trade_pips: number('Fewest pips in a trade'),
    longs_won: direction('Buy trades'),
    shorts_won: direction('Sell trades'),
    total_trades: nullableCount('Closed trades'),
    total_lots: number('Lots closed'),
    total_pips: number('Pips of the trades with a known pip size'),
    total_swap: money('Swap, negative when charged'),
    total_commissions: money('Commission, negative when charged'),
    avg_trade_length_hours: number('Mean time from opening to closing, in hours'),
    autotrading_trades: nullableCount('Trades with a magic number other than 0'),
    manual_trades: nullableCount('All other trades'),
    autotrading_percentage: percent('Share of autotrading trades'),
    charts: Type.Object(
      {
        trades_by_hour: Type.Array(
          Type.Object({ hour: count('Hour, UTC'), won: count('Won'), lost: count('Lost') }),
          { description: 'By hour of closing' },
        ),
        trades_by_weekday: Type.Array(
          Type.Object({ day: count('1 is Monday'), won: count('Won'), lost: count('Lost') }),
          { description: 'By weekday of closing' },
        ),
        recent_trades_duration: Type.Array(recentTrade, {
          description: 'The last 50 closed trades, oldest first',
        }),
      },
      { description: 'Data of the charts' },
    ),
  },
  { description: 'Statistics over all closed trades' },
);
