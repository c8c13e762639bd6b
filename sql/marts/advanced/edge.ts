import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const metaQuotes = 'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492';
const ofReturns = `${metaQuotes}; of returns, so that deposits do not count`;

/** Average result of a trade, and its risk. */
export const edge = {
  profit_factor: figure({
    label: 'Profit factor',
    group: 'Edge',
    unit: 'ratio',
    is: 'total profit of winning trades divided by the total loss of losing trades',
    formula: 'gross profit / gross loss',
    nullWhen: 'no_loss',
    source: 'as MetaTrader prints it',
    seenBy: fromTrades,
  }),
  expectancy: composed(
    { is: 'average result of a trade', seenBy: fromTrades },
    {
      currency: figure({
        label: 'Expectancy',
        group: 'Edge',
        unit: 'mean',
        is: 'average net profit of a trade',
        nullWhen: 'no_trade',
        seenBy: fromTrades,
      }),
      pips: figure({
        label: 'Expectancy in pips',
        group: 'Edge',
        unit: 'pips',
        is: 'average pips of the trades with a known pip size',
        nullWhen: 'no_pip_size',
        seenBy: fromTrades,
      }),
    },
  ),
  win_rate: figure({
    label: 'Win rate',
    group: 'Edge',
    unit: 'share',
    is: 'share of all closed trades that won',
    formula: '100 × won / all trades; a trade that ends at exactly 0 is neither won nor lost',
    nullWhen: 'no_trade',
    source: 'MetaTrader counts 0 as won',
    seenBy: fromTrades,
  }),
  ahpr: figure({
    label: 'Average return per trade (AHPR)',
    group: 'Edge',
    unit: 'percentPerTrade',
    is: 'average return of all trades, without compounding',
    formula: 'return of a trade = net profit / capital before it',
    nullWhen: 'no_trade_with_capital',
    source: ofReturns,
    seenBy: fromTrades,
  }),
  ghpr: figure({
    label: 'Geometric return per trade (GHPR)',
    group: 'Edge',
    unit: 'percentPerTrade',
    is: 'return per trade that, compounded over all trades, gives the total return',
    formula: 'product of (1 + return of a trade) ^ (1 / trades) − 1',
    nullWhen: 'no_trade_with_capital_or_total_loss',
    source: ofReturns,
    seenBy: fromTrades,
  }),
  sharpe_ratio: figure({
    label: 'Sharpe ratio per trade',
    group: 'Risk',
    unit: 'ratioPerTrade',
    is: 'average net profit of a trade compared with how much results vary',
    formula: 'mean / sample standard deviation (n − 1) of net profits',
    nullWhen: 'no_two_results',
    source: 'Sharpe, risk-free rate 0',
    seenBy: fromTrades,
  }),
  sharpe_ratio_annualized: figure({
    label: 'Sharpe ratio, annualised',
    group: 'Risk',
    unit: 'ratio',
    is: 'average daily equity return compared with how much it varies, scaled to a year',
    formula:
      'mean / sample standard deviation × √252 of one return per weekday; days without change count as 0, weekends with Monday',
    nullWhen: 'no_weekday_sample',
    source: 'Sharpe, risk-free rate 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  standard_deviation: figure({
    label: 'Standard deviation',
    group: 'Risk',
    unit: 'deviation',
    is: 'how much the net profits of trades vary around their average',
    formula: 'sample standard deviation (n − 1)',
    nullWhen: 'no_two_results',
    seenBy: fromTrades,
  }),
  z_score: composed(
    {
      is: 'tells whether wins and losses come in streaks (below 0) or alternate (above 0)',
      source: metaQuotes,
      seenBy: fromTrades,
    },
    {
      value: figure({
        label: 'Z-score',
        group: 'Risk',
        unit: 'score',
        is: 'Z-score of the order of wins and losses',
        formula:
          '(N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL; W trades won, L lost, N = W + L, R runs',
        nullWhen: 'too_few_wins_or_losses',
        source: metaQuotes,
        seenBy: fromTrades,
      }),
      probability: figure({
        label: 'Z-score, probability',
        group: 'Risk',
        unit: 'share',
        is: 'confidence that the order is not random',
        formula: '100 × erf(abs(Z)/√2)',
        nullWhen: 'no_z_score',
        source: metaQuotes,
        seenBy: fromTrades,
      }),
    },
  ),
} as const;
