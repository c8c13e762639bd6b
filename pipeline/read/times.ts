import { type CodedReason, makeReason } from '../base/reasons/reason.ts';

/** Orders of the numbers of a date; a date with the year first, as in ISO 8601, is read in each. */
export const dateOrders = ['month first', 'day first', 'year first'] as const;
export type DateOrder = (typeof dateOrders)[number];

const orderReasons = {
  'month first': makeReason('file_month_first'),
  'day first': makeReason('file_day_first'),
  'year first': makeReason('file_year_first'),
} as const;

/** Names an order in a reason. */
export const dateOrderReason = (order: DateOrder): CodedReason => orderReasons[order];

export interface PrintedTime {
  /** Milliseconds: of UTC where the text has an offset, else of a clock as if it were UTC. */
  at: number;
  hasOffset: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clock = String.raw`(?:(?:,| at)?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?)?`;
/** Clocks are at most 14 hours off UTC. */
const zone = String.raw`(?: ?(Z|UTC|GMT|[+-](?:0\d|1[0-4]):?[0-5]\d))?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-./](\d{1,2})[-./](\d{1,2})${clock}${zone}$`);
const yearLast = new RegExp(String.raw`^(\d{1,2})[-./](\d{1,2})[-./](\d{4})${clock}${zone}$`);
const weekday = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\.?,? )?`;
const worded = new RegExp(
  String.raw`^${weekday}(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})${clock}${zone}$`,
);
/** `April 21, 2024`, also with the weekday before it. */
const monthWorded = new RegExp(
  String.raw`^${weekday}([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${clock}${zone}$`,
);
/** Days since 1900 as workbooks hold them, from 1954 to 2119. */
const serial = /^[2-7]\d{4}(\.\d+)?$/;
const workbookEpoch = Date.UTC(1899, 11, 30);
const day = 86_400_000;

/**
 * Reads a date and time in the notations of sheets: the year first, the month as a word, or a
 * workbook's number of a day. If the year is last, `order` says whether the month or the day is
 * first. Returns null if it can't be read, or if the year is last and `order` is `year first`.
 */
export function readTime(printed: string, order: DateOrder): PrintedTime | null {
  if (printed.length > 60) return null;
  if (serial.test(printed)) {
    const at = Math.round((workbookEpoch + Number(printed) * day) / 1000) * 1000;
    return { at, hasOffset: false };
  }
  const named = worded.exec(printed);
  if (named) {
    const month = months.indexOf(named[2]?.toLowerCase() ?? '') + 1;
    return timeOf(Number(named[3]), month, Number(named[1]), named.slice(4));
  }
  const [, word, dayOfMonth, wordedYear, ...times] = monthWorded.exec(printed) ?? [];
  if (word !== undefined) {
    const month = months.indexOf(word.toLowerCase()) + 1;
    return timeOf(Number(wordedYear), month, Number(dayOfMonth), times);
  }
  const [, year, month, date, ...rest] = yearFirst.exec(printed) ?? [];
  if (year !== undefined) return timeOf(Number(year), Number(month), Number(date), rest);
  const [, first, second, lastYear, ...others] = yearLast.exec(printed) ?? [];
  if (first === undefined || order === 'year first') return null;
  const isMonthFirst = order === 'month first';
  const [at, of] = isMonthFirst ? [first, second] : [second, first];
  return timeOf(Number(lastYear), Number(at), Number(of), others);
}

function timeOf(
  year: number,
  month: number,
  date: number,
  [hours = '0', minutes = '0', seconds = '0', fraction = '0', half, offset]: (string | undefined)[],
): PrintedTime | null {
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), /p/i.test(half));
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const wall = Date.UTC(
    year,
    month - 1,
    date,
    hour,
    Number(minutes),
    Number(seconds),
    milliseconds,
  );
  const time = new Date(wall);
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === date && time.getUTCHours() === hour;
  if (!isReal || Number(minutes) > 59 || Number(seconds) > 59 || year < 1970 || year > 2100) {
    return null;
  }
  return { at: wall - offsetOf(offset), hasOffset: offset !== undefined };
}

const hourOf = (hour: number, isAfternoon: boolean): number =>
  hour < 1 || hour > 12 ? 99 : (hour % 12) + (isAfternoon ? 12 : 0);

function offsetOf(offset: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '');
  if (match === null) return 0;
  const size = (Number(match[2]) * 60 + Number(match[3])) * 60_000;
  return match[1] === '-' ? -size : size;
}
