import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noSample = 'both have fewer than 30 weekdays in common';
const nothingCompared = 'the account has no benchmark, or both have no weekday in common';

/** Returns of an account next to those of the benchmark that its owner chose. */
export const benchmark = Type.Object(
  {
    symbol: figure({
      unit: 'text',
      is: 'benchmark that the account is compared with',
      nullWhen: nothingCompared,
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    currency: figure({
      unit: 'text',
      is: 'currency of the benchmark; its returns are not converted',
      nullWhen: nothingCompared,
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    returns_from: figure({
      unit: 'text',
      among: ['equity', 'trades'],
      is: 'source of the returns of the account: `equity` (reports) or `trades` (closed trades)',
      formula: '`equity` if there are enough reports for `sharpe_ratio_annualized`',
      nullWhen: nothingCompared,
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    since: figure({
      unit: 'day',
      is: 'day on which both start at 0 %',
      formula: 'the last close before the first return of the account, or the first close after it',
      nullWhen: nothingCompared,
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    until: figure({
      unit: 'day',
      is: 'last weekday that both have',
      nullWhen: nothingCompared,
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    weekdays: figure({
      unit: 'count',
      is: 'common weekdays: those after `since` with a close of the benchmark, weekends with Monday',
      seenBy: fromTrades,
    }),
    correlation: figure({
      unit: 'ratio',
      is: 'how closely both move together, from −1 to 1',
      formula: 'correlation of both returns from one common weekday to the next',
      nullWhen: `${noSample}, or the returns of one never varied`,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    beta: figure({
      unit: 'ratio',
      is: 'how much the account moves if the benchmark moves by 1',
      formula: 'slope by least squares of its returns on those of the benchmark',
      nullWhen: `${noSample}, or the benchmark never moved`,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    alpha_annualized_percent: figure({
      unit: 'percent',
      is: 'return per year that the benchmark does not explain',
      formula: '100 × 252 × intercept of the same line, risk-free rate 0',
      nullWhen: `${noSample}, or the benchmark never moved`,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    account_return_percent: figure({
      unit: 'percent',
      is: 'return of the account over the common weekdays',
      nullWhen: noSample,
      source: 'GIPS 2020 (time-weighted)',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    benchmark_return_percent: figure({
      unit: 'percent',
      is: 'return of the benchmark over the common weekdays',
      nullWhen: noSample,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    excess_return_percent: figure({
      unit: 'percent',
      is: 'by how many percentage points the account did better than the benchmark',
      formula: '`account_return_percent` − `benchmark_return_percent`',
      nullWhen: noSample,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    benchmark_max_drawdown_percent: figure({
      unit: 'share',
      is: 'deepest fall of the benchmark below its highest close so far, as a positive number',
      formula: 'over the common weekdays; the close of `since` is the first peak',
      nullWhen: noSample,
      source: 'our own definition',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    tracking_error_annualized_percent: figure({
      unit: 'percent',
      is: 'how much the differences between both returns vary, scaled to a year',
      formula: '100 × √252 × sample standard deviation (n − 1) of return − return of the benchmark',
      nullWhen: noSample,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    information_ratio: figure({
      unit: 'ratio',
      is: 'average difference between both returns compared with how much it varies, scaled to a year',
      formula: '√252 × mean / sample standard deviation of return − return of the benchmark',
      nullWhen: `${noSample}, or the difference never varied`,
      source: 'Sharpe 1994',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    up_capture_percent: figure({
      unit: 'percent',
      is: "how much of the benchmark's rise the account gained, on weekdays on which the benchmark rose",
      formula:
        '100 × geometric mean return of the account / geometric mean return of the benchmark, on those weekdays',
      nullWhen: `${noSample}, or the benchmark never rose`,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    down_capture_percent: figure({
      unit: 'percent',
      is: "how much of the benchmark's fall the account lost, on weekdays on which the benchmark fell",
      formula:
        '100 × geometric mean return of the account / geometric mean return of the benchmark; negative if the account gained',
      nullWhen: `${noSample}, or the benchmark never fell`,
      source: 'CFA Institute',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    by_day: listOf(
      { is: 'line of the benchmark, on `since` and every common weekday', seenBy: fromTrades },
      Type.Object({
        date: figure({ unit: 'day', is: 'the weekday', seenBy: fromTrades }),
        return_percent: figure({
          unit: 'percent',
          is: 'return of the benchmark since `since`',
          seenBy: fromTrades,
        }),
      }),
    ),
  },
  {
    title: 'Benchmark',
    ...words('Returns next to those of a benchmark', 'hidden by benchmark'),
  },
);
