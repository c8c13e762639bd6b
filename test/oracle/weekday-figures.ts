import type { Book } from './book.ts';
import { equityReturns, weekdayReturns } from './equity-returns.ts';
import type { JsonObject } from './json.ts';
import { erf, mean, sampleDeviation } from './means.ts';

const root252 = Math.sqrt(252);

/**
 * Computes risk figures, and the probability of the Sharpe ratio, from weekday returns of equity.
 */
export function weekdayFigures(book: Book): JsonObject {
  const returns = weekdayReturns(book);
  return returns === null ? unknown : { ...risk(returns), ...shape(returns) };
}

const unknown: JsonObject = {
  sharpe_ratio_annualized: null,
  volatility_annualized_percent: null,
  sortino_ratio_annualized: null,
  omega_ratio: null,
  value_at_risk_95_percent: null,
  expected_shortfall_95_percent: null,
  skewness: null,
  excess_kurtosis: null,
  probabilistic_sharpe_ratio: null,
  min_track_record_weekdays: null,
};

function risk(returns: readonly number[]): JsonObject {
  const deviation = sampleDeviation(returns);
  const losses = returns.map((value) => Math.min(value, 0));
  const downside = Math.sqrt(mean(losses.map((value) => value ** 2)));
  const lost = -losses.reduce((sum, value) => sum + value, 0);
  const gained = returns.reduce((sum, value) => sum + Math.max(value, 0), 0);
  const quantile = lowQuantile(returns);
  return {
    sharpe_ratio_annualized: (mean(returns) / deviation) * root252,
    volatility_annualized_percent: 100 * deviation * root252,
    sortino_ratio_annualized: downside === 0 ? null : (mean(returns) / downside) * root252,
    omega_ratio: lost === 0 ? null : gained / lost,
    value_at_risk_95_percent: 100 * quantile,
    expected_shortfall_95_percent: 100 * mean(returns.filter((value) => value <= quantile + 1e-12)),
  };
}

/** Computes the 5 % quantile, with linear interpolation. */
function lowQuantile(returns: readonly number[]): number {
  const sorted = [...returns].sort((first, second) => first - second);
  const last = sorted.length - 1;
  const below = Math.floor(last / 20);
  const [low = 0, high = low] = sorted.slice(below);
  return low + (high - low) * (last / 20 - below);
}

function shape(returns: readonly number[]): JsonObject {
  const count = returns.length;
  const middle = mean(returns);
  const moment = (power: number) => mean(returns.map((value) => (value - middle) ** power));
  const skewness = moment(3) / moment(2) ** 1.5;
  const kurtosis = moment(4) / moment(2) ** 2;
  const sharpe = middle / sampleDeviation(returns);
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  const deviations = (sharpe * Math.sqrt(count - 1)) / Math.sqrt(spread);
  const needed = 1 + spread * (1.6448536269514722 / sharpe) ** 2;
  return {
    skewness: (skewness * Math.sqrt(count * (count - 1))) / (count - 2),
    excess_kurtosis:
      ((count - 1) / ((count - 2) * (count - 3))) * ((count + 1) * (kurtosis - 3) + 6),
    probabilistic_sharpe_ratio: 50 * (1 + erf(deviations / Math.SQRT2)),
    min_track_record_weekdays: sharpe <= 0 || needed > 1e6 ? null : Math.ceil(needed),
  };
}

/** Computes return and deepest fall of the index of daily equity reports, which starts at 1. */
export function equityIndex(book: Book): JsonObject {
  const returns = equityReturns(book.dayReports);
  if (!book.capitalKnown || returns.length === 0) {
    return { twr_equity_percent: null, max_drawdown_equity_percent: null };
  }
  let [index, peak, deepest] = [1, 1, 0];
  for (const { change } of returns) {
    index *= 1 + change;
    peak = Math.max(peak, index);
    deepest = Math.max(deepest, index === peak ? 0 : 1 - index / peak);
  }
  return { twr_equity_percent: (index - 1) * 100, max_drawdown_equity_percent: deepest * 100 };
}
