import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noTrades = 'no trade was closed';
const noData = 'the account has never sent data';
const noPips = 'no trade has a known pip size';
const metaQuotes = 'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492';

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

const outcomes = {
  won: figure({ unit: 'count', is: 'won', seenBy: fromTrades }),
  lost: figure({ unit: 'count', is: 'lost', seenBy: fromTrades }),
};

export const advanced = Type.Object(
  {
    profit_factor: figure({
      label: 'Profit factor',
      group: 'Edge',
      unit: 'ratio',
      is: 'gross wins / gross losses',
      nullWhen: 'no trade was lost',
      source: 'as MetaTrader prints it',
      seenBy: fromTrades,
    }),
    expectancy: composed(
      { is: 'what a trade brings on average', seenBy: fromTrades },
      {
        currency: figure({
          label: 'Expectancy',
          group: 'Edge',
          unit: 'mean',
          is: 'mean net result',
          nullWhen: noTrades,
          seenBy: fromTrades,
        }),
        pips: figure({
          label: 'Expectancy in pips',
          group: 'Edge',
          unit: 'pips',
          is: 'mean pips of the trades whose pip size is known',
          nullWhen: noPips,
          seenBy: fromTrades,
        }),
      },
    ),
    win_rate: figure({
      label: 'Trades won',
      group: 'Edge',
      unit: 'share',
      is: 'won / all trades × 100; a result of exactly 0 is neither won nor lost',
      nullWhen: noTrades,
      source: 'MetaTrader counts 0 as won',
      seenBy: fromTrades,
    }),
    ahpr: figure({
      label: 'Average return per trade',
      group: 'Edge',
      unit: 'percentPerTrade',
      is: 'arithmetic mean of the returns per trade',
      nullWhen: 'no trade was closed with capital above 0 before it',
      source: `${metaQuotes}; over returns, so that flows do not count`,
      seenBy: fromTrades,
    }),
    ghpr: figure({
      label: 'Geometric mean per trade',
      group: 'Edge',
      unit: 'percentPerTrade',
      is: 'geometric mean of the returns per trade',
      nullWhen: 'no trade was closed with capital above 0 before it, and once a trade lost all',
      source: `${metaQuotes}; over returns, so that flows do not count`,
      seenBy: fromTrades,
    }),
    sharpe_ratio: figure({
      label: 'Sharpe ratio per trade',
      group: 'Risk',
      unit: 'ratioPerTrade',
      is: 'mean / sample deviation (n − 1) of net results per trade',
      nullWhen: 'there are fewer than two trades, or all have the same result',
      source: 'Sharpe, risk-free rate 0',
      seenBy: fromTrades,
    }),
    sharpe_ratio_annualized: figure({
      label: 'Sharpe ratio, annualised',
      group: 'Risk',
      unit: 'ratio',
      is: 'mean / sample deviation × √252 of one equity return per weekday, quiet days as 0, weekends on Monday',
      nullWhen:
        'there are fewer than 30 weekdays or no deviation, and where fewer than 30 weekdays and fewer than half of them have a report',
      source: 'Sharpe, risk-free rate 0',
      seenBy: fromTrades,
    }),
    standard_deviation: figure({
      label: 'Standard deviation',
      group: 'Risk',
      unit: 'deviation',
      is: 'sample deviation (n − 1) of net results per trade',
      nullWhen: 'there are fewer than two trades, or all have the same result',
      seenBy: fromTrades,
    }),
    z_score: composed(
      {
        is: 'dependence between successive trades, negative where wins and losses come in streaks',
        source: metaQuotes,
        seenBy: fromTrades,
      },
      {
        value: figure({
          label: 'Z-score',
          group: 'Risk',
          unit: 'score',
          is: '(N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL, of N trades W won, L lost, R runs of wins and losses',
          nullWhen: 'P is not above N: there are too few wins or losses',
          source: metaQuotes,
          seenBy: fromTrades,
        }),
        probability: figure({
          label: 'Z-score, probability',
          group: 'Risk',
          unit: 'share',
          is: 'confidence in it, 100 × erf(abs(Z)/√2)',
          nullWhen: 'Z is',
          source: metaQuotes,
          seenBy: fromTrades,
        }),
      },
    ),
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
    total_trades: figure({
      label: 'Closed trades',
      group: 'Totals',
      unit: 'count',
      is: 'closed trades',
      nullWhen: noData,
      seenBy: fromTrades,
    }),
    total_lots: figure({
      label: 'Lots',
      group: 'Totals',
      unit: 'lots',
      is: 'lots closed',
      nullWhen: noData,
      seenBy: 'hidden by volume',
    }),
    total_pips: figure({
      label: 'Pips',
      group: 'Totals',
      unit: 'pips',
      is: 'pips of the trades with a known pip size, 0 without trades: (close − open) / pip size, negated for sells. The size is from the table `symbols`, else by name for currency pairs, gold and silver, else unknown',
      nullWhen: 'there are trades and none has a known pip size',
      source: 'never guessed from printed digits',
      seenBy: fromTrades,
    }),
    total_swap: figure({
      label: 'Swaps',
      group: 'Totals',
      unit: 'money',
      is: 'swap, negative when charged',
      nullWhen: noData,
      seenBy: fromTrades,
    }),
    total_commissions: figure({
      label: 'Commissions',
      group: 'Totals',
      unit: 'money',
      is: 'commission, negative when charged',
      nullWhen: noData,
      seenBy: fromTrades,
    }),
    avg_trade_length_hours: figure({
      label: 'Average trade length',
      group: 'Totals',
      unit: 'hours',
      is: 'mean time from opening to closing',
      nullWhen: noTrades,
      seenBy: fromTrades,
    }),
    autotrading_trades: figure({
      label: 'By program',
      group: 'Trading style',
      unit: 'count',
      is: 'trades with a magic number other than 0; none on cTrader and TradeLocker',
      nullWhen: noData,
      seenBy: fromTrades,
    }),
    manual_trades: figure({
      label: 'By hand',
      group: 'Trading style',
      unit: 'count',
      is: 'all other trades',
      nullWhen: noData,
      seenBy: fromTrades,
    }),
    autotrading_percentage: figure({
      label: 'Share by program',
      group: 'Trading style',
      unit: 'share',
      is: 'share of `autotrading_trades`',
      nullWhen: noTrades,
      seenBy: fromTrades,
    }),
    charts: Type.Object(
      {
        trades_by_hour: listOf(
          { is: 'by hour of closing, always 24', seenBy: fromTrades },
          Type.Object({
            hour: figure({ unit: 'count', is: 'hour, UTC', seenBy: 'public' }),
            ...outcomes,
          }),
        ),
        trades_by_weekday: listOf(
          { is: 'by weekday of closing, always 7', seenBy: fromTrades },
          Type.Object({
            day: figure({ unit: 'count', is: '1 is Monday', seenBy: 'public' }),
            ...outcomes,
          }),
        ),
        recent_trades_duration: listOf(
          { is: 'the last 50 closed trades, oldest first', seenBy: 'hidden by trades' },
          Type.Object({
            closed_at: figure({ unit: 'instant', is: 'when it closed', seenBy: fromTrades }),
            duration: figure({
              unit: 'seconds',
              is: 'time from opening to closing',
              seenBy: fromTrades,
            }),
            net_profit: figure({ unit: 'money', is: 'net profit', seenBy: fromTrades }),
          }),
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
