// Also runs in the browser: do not import Node modules.

/** Shown in place of an unknown figure. */
export const unknown = '–';

/** Patterns and abbreviations of a language that `Intl` does not provide. */
export interface FormatWords {
  /** Language tag for `Intl` and the `lang` attribute. */
  readonly locale: string;
  readonly percent: string;
  readonly day: string;
  readonly minute: string;
  /** Abbreviations of units of time. */
  readonly years: string;
  readonly months: string;
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
  /** Short for thousands, after the number. */
  readonly thousands: string;
}

type Maybe = number | null | undefined;

/** Decimal text, which `Intl` formats without rounding it to a float. */
type Decimal = `${number}`;

const isDecimal = (text: string): text is Decimal => /^-?\d{1,30}(\.\d{1,15})?$/.test(text);

/** Formats numbers, dates and durations in a language. */
export interface Format {
  readonly unknown: string;
  percent(value: Maybe, places?: number): string;
  /** Writes the sign of positive numbers too, so that no one depends on colours. */
  signedPercent(value: Maybe, places?: number): string;
  /** Writes an amount without its currency, with the usual digits of that currency. */
  amount(value: Maybe, currency: string | null): string;
  signedAmount(value: Maybe, currency: string | null): string;
  number(value: Maybe, places?: number): string;
  signedNumber(value: Maybe, places?: number): string;
  count(value: Maybe): string;
  /** Writes a decimal text such as `-1234.50` with all its digits; any other text as it is. */
  decimal(text: string): string;
  /** Writes all digits of a number, for lots and leverage. */
  plain(value: Maybe): string;
  /** Writes a short number for an axis: all digits below 10,000, `15K` from there on. */
  compact(value: Maybe): string;
  /** Writes such a number with its sign, at most one digit after the point. */
  signedCompact(value: Maybe): string;
  readonly monthNames: readonly string[];
  /** Short names from Monday on. */
  readonly weekdayNames: readonly string[];
  /** Writes `2026-02-28`, or the date of an instant, as `28 Feb 2026`. */
  day(date: string): string;
  /** Writes `2026-02`, or any date that begins so, as `Feb 2026`. */
  month(date: string): string;
  /** Writes an instant as `28 Feb 2026, 21:00 UTC`. */
  minute(instant: string): string;
  weekday(date: string): string;
  /** Writes lengths of time in words, such as `2 years and 10 months`; leaves out zeros. */
  units(lengths: readonly (readonly [count: number, unit: 'year' | 'month' | 'day'])[]): string;
  /** Writes seconds as `3 d 4 h`, `2 h 5 min` or `40 s`. */
  duration(seconds: number): string;
}

/** Fills the names in braces of a text with values. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));
const withSign = { signDisplay: 'exceptZero' } as const;
/** Digits of a shortened amount, so that it fits a day of the calendar. */
function compactDigits(size: number): Intl.NumberFormatOptions {
  if (size < 10) return { maximumFractionDigits: 4 };
  const isRound = size < 10_000 || (size >= 100_000 && size < 999_950);
  return { maximumFractionDigits: isRound ? 0 : 1 };
}
const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

type WriteNumber = (value: Maybe | Decimal, options: Intl.NumberFormatOptions) => string;

/** Returns a function that writes numbers, and makes each format of a language only once. */
function numbersIn(locale: string): WriteNumber {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value, options) => {
    if (value === null || value === undefined) return unknown;
    const name = JSON.stringify(options);
    const format =
      formats.get(name) ?? new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
    formats.set(name, format);
    return format.format(value).replace('-', '−');
  };
}

export function createFormat(words: FormatWords): Format {
  const { locale } = words;
  const formatNumber = numbersIn(locale);
  /**
   * Shortens numbers from 10,000 on. `Intl` writes thousands as `12 mil` in Spanish and doesn't
   * shorten them in German, so that they don't fit into a day of the calendar.
   */
  const shortened = (value: Maybe, options: Intl.NumberFormatOptions): string => {
    const size = Math.abs(value ?? 0);
    if (size < 10_000) return formatNumber(value, options);
    if (size >= 999_950) return formatNumber(value, { ...options, notation: 'compact' });
    return formatNumber((value ?? 0) / 1000, options) + words.thousands;
  };
  const withPercent = (text: string): string =>
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
    percent: (value, places = 2) => withPercent(formatNumber(value, digits(places))),
    signedPercent: (value, places = 2) =>
      withPercent(formatNumber(value, { ...digits(places), ...withSign })),
    amount: (value, currency) => formatNumber(value, digitsOf(currency)),
    signedAmount: (value, currency) => formatNumber(value, { ...digitsOf(currency), ...withSign }),
    number: (value, places = 2) => formatNumber(value, digits(places)),
    signedNumber: (value, places = 2) => formatNumber(value, { ...digits(places), ...withSign }),
    count: (value) => formatNumber(value, { maximumFractionDigits: 0 }),
    decimal: (text) =>
      isDecimal(text) ? formatNumber(text, digits(text.split('.')[1]?.length ?? 0)) : text,
    plain: (value) => formatNumber(value, { maximumFractionDigits: 8 }),
    compact: (value) => shortened(value, { maximumFractionDigits: 4 }),
    signedCompact: (value) =>
      shortened(value, { ...compactDigits(Math.abs(value ?? 0)), ...withSign }),
    monthNames,
    // 1 January 2024 was a Monday.
    weekdayNames: namesOf(locale, { weekday: 'short' }, 7, (at) => Date.UTC(2024, 0, 1 + at)),
    day,
    month: (date) => `${month(date)} ${date.slice(0, 4)}`,
    minute: (instant) => fillText(words.minute, { day: day(instant), time: instant.slice(11, 16) }),
    weekday: (date) => weekdays.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)),
    units: (lengths) => {
      const texts = lengths
        .filter(([count], at) => count > 0 || (at === 0 && lengths.length === 1))
        .map(([count, unit]) => formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }));
      return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
    },
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
  const cached = currencyDigits.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const found = digits(format.resolvedOptions().maximumFractionDigits ?? 2);
  currencyDigits.set(currency, found);
  return found;
}

/** Digits by currency; creating a format takes longer than writing a hundred amounts. */
const currencyDigits = new Map<string, Intl.NumberFormatOptions>();
