import { units } from '../../sql/figures.ts';
import { fieldAt } from './fields.ts';
import { isArray, isObject, type Json } from './json.ts';

/** Decimals of the number at a path; undefined where it must be exact. */
export function digitsAt(path: readonly string[]): number | undefined {
  const unit = fieldAt(path)?.unit;
  return unit === undefined ? undefined : (units[unit].decimals ?? undefined);
}

/** Rounded half away from zero, never -0. */
export function published(value: number, digits: number): number {
  const rounded = Number(decimalText(value, digits));
  return rounded === 0 ? 0 : rounded;
}

/** Formats with a fixed number of decimals, as `by_symbol` prints pips. */
export function decimalText(value: number, digits: number): string {
  const scaled = Math.abs(value) * 10 ** digits;
  // Of a large number as much as it is told to, not so much that the next one is meant.
  const whole = Math.floor(scaled + 0.5 + 1e-9 + Math.min(scaled * 1e-13, 0.25));
  const text = (whole / 10 ** digits).toFixed(digits);
  return value < 0 && whole !== 0 ? `-${text}` : text;
}

/** Returns true if a number may be the rounding of a value. On a boundary both directions count. */
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
export const isText = (path: readonly string[]): boolean => fieldAt(path)?.unit === 'pipsText';

/** Returns how far a sum of floats may be from a boundary, in units of the last digit. */
function slack(units: number): number {
  return 1e-4 + units * 1e-11;
}
