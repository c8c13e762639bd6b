import Type from 'typebox';
import {
  count,
  fromTrades,
  instant,
  known,
  money,
  nullableCount,
  nullableInstant,
  number,
  percent,
  words,
} from '../shared.ts';

const extreme = (description: string) =>
  Type.Object(
    {
      date: nullableInstant(
        'When it closed; null without trades or where hidden',
        'hidden by trades',
      ),
      value: money('Net profit; null without trades', fromTrades),
    },
    words(description, fromTrades),
  );

const direction = (description: string) =>
  Type.Object(
    {
      count: nullableCount('Trades won', fromTrades),
      total: nullableCount('Trades', fromTrades),
      percentage: percent('Share won', fromTrades),
    },
    words(description, fromTrades),
  );

export const recentTrade = Type.Object({
  closed_at: instant('When it closed', fromTrades),
  duration: known('Seconds from opening to closing', fromTrades),
  net_profit: known('Net profit', fromTrades),
});

const outcomes = { won: count('Won', fromTrades), lost: count('Lost', fromTrades) };

export const advanced = Type.Object(
  {
    profit_factor: number('Gross wins over gross losses; null without a loss', fromTrades),
    expectancy: Type.Object(
      {
        currency: money('Mean net profit', fromTrades),
        pips: number('Mean pips of the trades with a known pip size', fromTrades),
      },
      words('What a trade brings on average', fromTrades),
    ),
    win_rate: percent('Share of trades won', fromTrades),
    ahpr: number('Arithmetic mean return per trade, in percent', fromTrades),
    ghpr: number(
      'Geometric mean return per trade, in percent; null once a trade lost all',
      fromTrades,
    ),
    sharpe_ratio: number(
      'Mean net profit over its sample standard deviation; null below two trades',
      fromTrades,
    ),
    sharpe_ratio_annualized: number(
      'Mean over sample deviation of weekday equity returns, times the root of 252; null below 30 weekdays, and where fewer than 30 of them and fewer than half have a report',
      fromTrades,
    ),
    standard_deviation: number(
      'Sample standard deviation of net profits; null below two trades',
      fromTrades,
    ),
    z_score: Type.Object(
      {
        value: number('Z of the runs of wins and losses', fromTrades),
        probability: percent('Confidence', fromTrades),
      },
      words('Dependence between successive trades; negative means streaks', fromTrades),
    ),
    avg_win: money('Mean net profit of won trades', fromTrades),
    avg_loss: money('Mean net profit of lost trades, negative', fromTrades),
    best_trade_profit: extreme('Highest net profit'),
    worst_trade_profit: extreme('Lowest net profit'),
    best_trade_pips: number('Most pips in a trade', fromTrades),
    worst_trade_pips: number('Fewest pips in a trade', fromTrades),
    longs_won: direction('Buy trades'),
    shorts_won: direction('Sell trades'),
    total_trades: nullableCount('Closed trades', fromTrades),
    total_lots: number('Lots closed; null where hidden', 'hidden by volume'),
    total_pips: number(
      'Pips of the trades with a known pip size; 0 without trades, null where none has one',
      fromTrades,
    ),
    total_swap: money('Swap, negative when charged', fromTrades),
    total_commissions: money('Commission, negative when charged', fromTrades),
    avg_trade_length_hours: number('Mean time from opening to closing, in hours', fromTrades),
    autotrading_trades: nullableCount('Trades with a magic number other than 0', fromTrades),
    manual_trades: nullableCount('All other trades', fromTrades),
    autotrading_percentage: percent('Share of autotrading trades', fromTrades),
    charts: Type.Object(
      {
        trades_by_hour: Type.Array(
          Type.Object({ hour: count('Hour, UTC', 'public'), ...outcomes }),
          words('By hour of closing, always 24', fromTrades),
        ),
        trades_by_weekday: Type.Array(
          Type.Object({ day: count('1 is Monday', 'public'), ...outcomes }),
          words('By weekday of closing, always 7', fromTrades),
        ),
        recent_trades_duration: Type.Array(
          recentTrade,
          words('The last 50 closed trades, oldest first; empty where hidden', 'hidden by trades'),
        ),
      },
      words('Data of the charts', fromTrades),
    ),
  },
  {
    title: 'Advanced',
    ...words('Statistics over all closed trades', 'hidden by advanced'),
  },
);
