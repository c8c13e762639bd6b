// No amount of money has more digits. Every sum has as many as the longest of its amounts.
export const maxCharacters = 60;

/**
 * Reads a printed number as decimal text with its digits kept. Returns null if it is ambiguous or
 * not a number. Marks between thousands must part thousands: `1 5.50` is a damaged number.
 */
export function parseDecimal(printed: string): string | null {
  if (printed.length > maxCharacters) return null;
  if (plain.test(printed)) return printed;
  const [, sign = '', digits = ''] = /^\s*([+−-]?)\s*(.*?)\s*$/.exec(printed) ?? [];
  const parts = partsOf(digits);
  if (parts === null || !groups.test(parts.whole)) return null;
  const whole = parts.whole.replace(/\D/g, '') || '0';
  return (
    (sign === '' || sign === '+' ? '' : '-') + whole + (parts.fraction && `.${parts.fraction}`)
  );
}

const plain = /^-?\d+(?:\.\d+)?$/;
/** A whole number: no digit in front of a point, plain digits, thousands, or lakhs. */
const groups =
  /^(?:\d*|\d{1,3}(?:\s\d{3})+|\d{1,3}(['’,.])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d\d)*,\d{3})$/;

/** Restores a number that was written with all digits of a double, or with an exponent. */
export function shortestDecimal(text: string): string {
  const isLong = /^-?\d+\.\d+$/.test(text) && text.length > 16;
  if (!isLong && !/^-?\d+(\.\d+)?E[+-]?\d+$/i.test(text)) return text;
  const value = Number(Number(text).toPrecision(15));
  const places = Math.max(0, 15 - Math.ceil(Math.log10(Math.abs(value) || 1)));
  return value
    .toFixed(Math.min(places, 20))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/**
 * Adds decimals exactly. The sum has the decimals of the longest one; `0` if there are no decimals
 * to add.
 */
export function sumDecimals(values: readonly string[]): string {
  const places = values.reduce((max, value) => Math.max(max, placesOf(value)), 0);
  return fromUnits(
    values.reduce((total, value) => total + toUnits(value, places), 0n),
    places,
  );
}

/** The decimal with its sign turned. */
export function negateDecimal(value: string): string {
  const places = placesOf(value);
  return fromUnits(-toUnits(value, places), places);
}

/** Compares by value, whatever the trailing zeros: below 0, 0 or above 0. */
export function compareDecimals(left: string, right: string): number {
  const places = Math.max(placesOf(left), placesOf(right));
  const difference = toUnits(left, places) - toUnits(right, places);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** A fraction with so many places, halves away from 0. */
export function divideUnits(numerator: bigint, denominator: bigint, places: number): string {
  const doubled = 2n * numerator * 10n ** BigInt(places);
  const half = doubled < 0n !== denominator < 0n ? -denominator : denominator;
  return fromUnits((doubled + half) / (2n * denominator), places);
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Parts a number at its decimal mark; null if nothing tells which it is. `1.234,56` and `1,234.56`
 * tell it; `1,234` does not.
 */
function partsOf(text: string): { whole: string; fraction: string } | null {
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (at < 0) return text === '' ? null : { whole: text, fraction: '' };
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)];
  const isAmbiguous = text[at] === ',' && fraction.length === 3 && !whole.includes('.');
  return isAmbiguous || whole.includes(text[at] ?? '') || !/^\d+$/.test(fraction)
    ? null
    : { whole, fraction };
}

/** Counts the digits after the decimal point. */
export function placesOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** A decimal as a whole number of its unit at that many places, which it must not exceed. */
export function toUnits(value: string, places: number): bigint {
  return BigInt(value.replace('.', '') + '0'.repeat(places - placesOf(value)));
}

/** A whole number of the unit at that many places as a decimal. */
function fromUnits(units: bigint, places: number): string {
  const digits = magnitude(units)
    .toString()
    .padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return units < 0n ? `-${text}` : text;
}
