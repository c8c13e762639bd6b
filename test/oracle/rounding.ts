import { isArray, isObject, type Json } from './json.ts';

const percents = 4;
const ratios = 6;

/** Decimals that a number is published with, by the name of its field; the rest is exact. */
export const digitsByField: ReadonlyMap<string, number> = new Map([
  ['twr_percent', percents],
  ['absolute_gain_percent', percents],
  ['max_drawdown_percent', percents],
  ['avg_daily_return_percent', percents],
  ['avg_monthly_return_percent', percents],
  ['twr_equity_percent', percents],
  ['drawdown', percents],
  ['win_rate', percents],
  ['twr_trade_by_trade', percents],
  ['monthly_percent', percents],
  ['yearly_percent', percents],
  ['won_percentage', percents],
  ['percentage', percents],
  ['autotrading_percentage', percents],
  ['probability', percents],
  ['profit_factor', ratios],
  ['expectancy.currency', ratios],
  ['expectancy.pips', ratios],
  ['ahpr', ratios],
  ['ghpr', ratios],
  ['sharpe_ratio', ratios],
  ['sharpe_ratio_annualized', ratios],
  ['standard_deviation', ratios],
  ['z_score.value', ratios],
  ['avg_win', ratios],
  ['avg_loss', ratios],
  ['best_trade_pips', ratios],
  ['worst_trade_pips', ratios],
  ['total_pips', ratios],
  ['avg_trade_length_hours', ratios],
  ['pips', 1],
]);

/** Decimals of the number at a path; undefined where it must be exact. */
export function digitsAt(path: readonly string[]): number | undefined {
  const names = path.filter((name) => !/^\d+$/.test(name) || path[0]?.startsWith('by_'));
  const field = names.at(-1) ?? '';
  const owner = names.at(-2) ?? '';
  return digitsByField.get(`${owner}.${field}`) ?? digitsByField.get(field);
}

/** Rounded half away from zero, never -0. */
export function published(value: number, digits: number): number {
  const rounded = Number(decimalText(value, digits));
  return rounded === 0 ? 0 : rounded;
}

/** The same with a fixed number of decimals, as `by_symbol` prints pips. */
export function decimalText(value: number, digits: number): string {
  const scaled = Math.abs(value) * 10 ** digits;
  const whole = Math.floor(scaled + 0.5 + 1e-9 + scaled * 1e-13);
  const text = (whole / 10 ** digits).toFixed(digits);
  return value < 0 && whole !== 0 ? `-${text}` : text;
}

/** Whether a number may be the rounding of a value, either way where that stands on a boundary. */
export function isRounding(actual: number, value: number, digits: number): boolean {
  const onGrid = Object.is(published(actual, digits), actual);
  const unit = 10 ** -digits;
  return onGrid && Math.abs(actual - value) <= unit / 2 + unit * slack(Math.abs(value) / unit);
}

/** The computed values as they are published. */
export function publish(value: Json, path: readonly string[]): Json {
  if (isArray(value)) return value.map((entry, index) => publish(entry, [...path, String(index)]));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, publish(entry, [...path, key])]),
    );
  }
  const digits = digitsAt(path);
  if (typeof value !== 'number' || digits === undefined) return value;
  return isText(path) ? decimalText(value, digits) : published(value, digits);
}

/** Pips of a breakdown are published as text. */
export function isText(path: readonly string[]): boolean {
  return path[0]?.startsWith('by_') === true && path.at(-1) === 'pips';
}

/** How far, in units of the last digit, a sum of floats may stand beside a boundary. */
function slack(units: number): number {
  return 1e-4 + units * 1e-11;
}
