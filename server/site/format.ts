// Shared with the browser: nothing here may know of Node.

/** What stands for a figure nobody knows. */
export const unknown = '–';

type Maybe = number | null | undefined;

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));
const formats = new Map<string, Intl.NumberFormat>();

function formatted(value: Maybe, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined) return unknown;
  const name = JSON.stringify(options);
  const format = formats.get(name) ?? new Intl.NumberFormat('en', options);
  formats.set(name, format);
  return format.format(value).replace('-', '−');
}

const signed = { signDisplay: 'exceptZero' } as const;

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

export const percent = (value: Maybe, places = 2): string =>
  withUnit(formatted(value, digits(places)), '%');

/** With a sign, so that plus and minus need no colour. */
export const signedPercent = (value: Maybe, places = 2): string =>
  withUnit(formatted(value, { ...digits(places), ...signed }), '%');

/** An amount without the name of its currency, in that currency's usual digits. */
export const amount = (value: Maybe, currency: string | null): string =>
  formatted(value, digitsOf(currency));

export const signedAmount = (value: Maybe, currency: string | null): string =>
  formatted(value, { ...digitsOf(currency), ...signed });

export const number = (value: Maybe, places = 2): string => formatted(value, digits(places));
export const signedNumber = (value: Maybe, places = 2): string =>
  formatted(value, { ...digits(places), ...signed });
export const count = (value: Maybe): string => formatted(value, { maximumFractionDigits: 0 });

/** Lots and leverage, with as many digits as they have. */
export const plain = (value: Maybe): string => formatted(value, { maximumFractionDigits: 8 });

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** `2026-02-28` or an instant as `28 Feb 2026`, by the digits it is written with. */
export function day(date: string): string {
  const [year, month, dayOfMonth] = date.slice(0, 10).split('-');
  return `${Number(dayOfMonth)} ${monthNames[Number(month) - 1] ?? ''} ${year}`;
}

/** An instant as `28 Feb 2026, 21:00 UTC`. */
export const minute = (instant: string): string => `${day(instant)}, ${instant.slice(11, 16)} UTC`;

/** Seconds as `3 d 4 h`, `2 h 5 min` or `40 s`. */
export function duration(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.round(seconds)} s`;
}

function digitsOf(currency: string | null): Intl.NumberFormatOptions {
  if (currency === null) return digits(2);
  if (!isoCurrencies.has(currency)) return { minimumFractionDigits: 2, maximumFractionDigits: 8 };
  const known = currencyDigits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const found = digits(format.resolvedOptions().maximumFractionDigits ?? 2);
  currencyDigits.set(currency, found);
  return found;
}

/** A format takes longer to make than a hundred amounts to write. */
const currencyDigits = new Map<string, Intl.NumberFormatOptions>();

const withUnit = (text: string, unit: string): string =>
  text === unknown ? text : `${text}${unit}`;

const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export const weekday = (date: string): string =>
  weekdayNames[new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
