// Shared with the browser: nothing here may know of Node.

/** What stands for a figure nobody knows. */
export const unknown = '–';

/** How a language writes what `Intl` leaves open. */
export interface FormatWords {
  /** As `Intl` and `lang` name the language. */
  readonly locale: string;
  readonly percent: string;
  readonly day: string;
  readonly minute: string;
  /** Short for units of time. */
  readonly years: string;
  readonly months: string;
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
}

type Maybe = number | null | undefined;

/** Numbers, days and lengths of time as a language writes them. */
export interface Format {
  readonly unknown: string;
  percent(value: Maybe, places?: number): string;
  /** With a sign, so that plus and minus need no colour. */
  signedPercent(value: Maybe, places?: number): string;
  /** An amount without the name of its currency, in that currency's usual digits. */
  amount(value: Maybe, currency: string | null): string;
  signedAmount(value: Maybe, currency: string | null): string;
  number(value: Maybe, places?: number): string;
  signedNumber(value: Maybe, places?: number): string;
  count(value: Maybe): string;
  /** Lots and leverage, with as many digits as they have. */
  plain(value: Maybe): string;
  /** Short, for an axis. */
  compact(value: Maybe): string;
  readonly monthNames: readonly string[];
  /** From Monday on, short. */
  readonly weekdayNames: readonly string[];
  /** `2026-02-28` or an instant as `28 Feb 2026`, by the digits it is written with. */
  day(date: string): string;
  /** `2026-02` or anything that begins so as `Feb 2026`. */
  month(date: string): string;
  /** An instant as `28 Feb 2026, 21:00 UTC`. */
  minute(instant: string): string;
  weekday(date: string): string;
  /** Seconds as `3 d 4 h`, `2 h 5 min` or `40 s`. */
  duration(seconds: number): string;
}

/** The text with values in place of the names in braces. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));
const signed = { signDisplay: 'exceptZero' } as const;
const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

export function createFormat(words: FormatWords): Format {
  const { locale } = words;
  const formats = new Map<string, Intl.NumberFormat>();
  const formatted = (value: Maybe, options: Intl.NumberFormatOptions): string => {
    if (value === null || value === undefined) return unknown;
    const name = JSON.stringify(options);
    const format =
      formats.get(name) ?? new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
    formats.set(name, format);
    return format.format(value).replace('-', '−');
  };
  const percented = (text: string): string =>
    text === unknown ? text : fillText(words.percent, { number: text });
  const monthNames = namesOf(locale, { month: 'short' }, 12, (at) => Date.UTC(2024, at, 15));
  const month = (date: string): string => monthNames[Number(date.slice(5, 7)) - 1] ?? '';
  const day = (date: string): string =>
    fillText(words.day, {
      day: Number(date.slice(8, 10)),
      month: month(date),
      year: date.slice(0, 4),
    });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return {
    unknown,
    percent: (value, places = 2) => percented(formatted(value, digits(places))),
    signedPercent: (value, places = 2) =>
      percented(formatted(value, { ...digits(places), ...signed })),
    amount: (value, currency) => formatted(value, digitsOf(currency)),
    signedAmount: (value, currency) => formatted(value, { ...digitsOf(currency), ...signed }),
    number: (value, places = 2) => formatted(value, digits(places)),
    signedNumber: (value, places = 2) => formatted(value, { ...digits(places), ...signed }),
    count: (value) => formatted(value, { maximumFractionDigits: 0 }),
    plain: (value) => formatted(value, { maximumFractionDigits: 8 }),
    compact: (value) =>
      formatted(value, { notation: 'compact', maximumFractionDigits: 4, useGrouping: 'min2' }),
    monthNames,
    // The first of January 2024 was a Monday.
    weekdayNames: namesOf(locale, { weekday: 'short' }, 7, (at) => Date.UTC(2024, 0, 1 + at)),
    day,
    month: (date) => `${month(date)} ${date.slice(0, 4)}`,
    minute: (instant) => fillText(words.minute, { day: day(instant), time: instant.slice(11, 16) }),
    weekday: (date) => weekdays.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)),
    duration: (seconds) => durationOf(seconds, words),
  };
}

function namesOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  count: number,
  at: (index: number) => number,
): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return Array.from({ length: count }, (_, index) => format.format(at(index)));
}

function durationOf(seconds: number, words: FormatWords): string {
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} ${words.days} ${hours} ${words.hours}`;
  if (hours > 0) return `${hours} ${words.hours} ${minutes} ${words.minutes}`;
  return minutes > 0 ? `${minutes} ${words.minutes}` : `${Math.round(seconds)} ${words.seconds}`;
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
