import { units } from '../../sql/figures.ts';
import { fieldAt } from './fields.ts';
import { isArray, isObject, type Json } from './json.ts';

/** Returns the decimals of the number at a path; undefined if it must be exact. */
export function digitsAt(path: readonly string[]): number | undefined {
  const unit = fieldAt(path)?.unit;
  return unit === undefined ? undefined : (units[unit].decimals ?? undefined);
}

/** Rounds halves away from zero; never returns -0. */
export function published(value: number, digits: number): number {
  const rounded = Number(decimalText(value, digits));
  return rounded === 0 ? 0 : rounded;
}

/** Formats a number with a fixed number of decimals, like pips in `by_symbol`. */
export function decimalText(value: number, digits: number): string {
  const scaled = Math.abs(value) * 10 ** digits;
  // Doubles of this size have no quarters, so the sum below would round some up twice.
  if (scaled >= 2 ** 51) return value.toFixed(digits);
  // The allowed error of a large number grows with it, but stays below one unit of the last digit.
  const whole = Math.floor(scaled + 0.5 + 1e-9 + Math.min(scaled * 1e-13, 0.25));
  const text = (whole / 10 ** digits).toFixed(digits);
  return value < 0 && whole !== 0 ? `-${text}` : text;
}

/** Returns true if a number can be the rounded value. At exactly a half, up and down both count. */
export function isRounding(actual: number, value: number, digits: number): boolean {
  const onGrid = Object.is(published(actual, digits), actual);
  const unit = 10 ** -digits;
  return onGrid && Math.abs(actual - value) <= unit / 2 + unit * slack(Math.abs(value) / unit);
}

/** Rounds computed values as they are published. */
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

/** Pips of a breakdown are text. */
export const isText = (path: readonly string[]): boolean => fieldAt(path)?.unit === 'pipsText';

/** Returns how far rounding errors can move a sum of floats, in units of the last digit. */
function slack(units: number): number {
  return 1e-4 + units * 1e-11;
}
