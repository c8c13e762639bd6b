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
const clock = String.raw`(?:(?:,| at)?[ T]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?)?`;
/** Clocks are at most 14 hours off UTC. */
const zone = String.raw`(?: ?(?<offset>Z|UTC|GMT|[+-](?:0\d|1[0-4]):?[0-5]\d))?`;
const weekday = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\.?,? )?`;
const year = String.raw`(?<year>\d{4})`;
const month = String.raw`(?<month>\d{1,2})`;
const word = '(?<word>[A-Za-z]{3})[a-z]*';
const date = String.raw`(?<date>\d{1,2})`;
const notation = (day: string): RegExp => new RegExp(`^${day}${clock}${zone}$`);
const inAnyOrder = [
  notation(`${weekday}${date}[ -]${word}[ -]${year}`),
  // `April 21, 2024`, also with the weekday before it.
  notation(String.raw`${weekday}${word}\.? ${date}(?:st|nd|rd|th)?,? ${year}`),
  // `2018 May 23, 12:19`, as MetaTrader 4 dates its statements.
  notation(`${year} ${word} ${date}`),
  notation(`${year}[-./]${month}[-./]${date}`),
];
const notations: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  'month first': [...inAnyOrder, notation(`${month}[-./]${date}[-./]${year}`)],
  'day first': [...inAnyOrder, notation(`${date}[-./]${month}[-./]${year}`)],
  'year first': inAnyOrder,
};
/** Days since 1900 as workbooks hold them, from 1954 to 2119. */
const serial = /^[2-7]\d{4}(\.\d+)?$/;
const workbookEpoch = Date.UTC(1899, 11, 30);
const day = 86_400_000;
/** `2018.05.14 20:45:48`, as MetaTrader prints its server's clock in any language. */
const serverTime = /^\d{4}\.\d\d\.\d\d \d\d:\d\d(?::\d\d)?$/;

/** Reads a workbook's number of a day. Null for any other text. */
export const readSerialDay = (printed: string): number | null =>
  serial.test(printed) ? Math.round((workbookEpoch + Number(printed) * day) / 1000) * 1000 : null;

/** Reads a time of MetaTrader's server; null for any other notation. */
export const readServerTime = (printed: string): number | null =>
  serverTime.test(printed) ? (readTime(printed, 'year first')?.at ?? null) : null;

/**
 * Reads a date and time in the notations of sheets: the year first, the month as a word, or a
 * workbook's number of a day. If the year is last, `order` says whether the month or the day is
 * first. Returns null if it can't be read, or if the year is last and `order` is `year first`.
 */
export function readTime(printed: string, order: DateOrder): PrintedTime | null {
  if (printed.length > 60) return null;
  const serialDay = readSerialDay(printed);
  if (serialDay !== null) return { at: serialDay, hasOffset: false };
  for (const pattern of notations[order]) {
    const { groups } = pattern.exec(printed) ?? {};
    if (groups !== undefined) return timeOf(groups);
  }
  return null;
}

function timeOf(parts: Readonly<Record<string, string | undefined>>): PrintedTime | null {
  const { word, half, fraction = '0', offset } = parts;
  const [year = 0, date = 0, hours = 0, minute = 0, second = 0] = [
    parts.year,
    parts.date,
    parts.hour,
    parts.minute,
    parts.second,
  ].map((digits) => Number(digits ?? 0));
  const month = word === undefined ? Number(parts.month) : months.indexOf(word.toLowerCase()) + 1;
  const hour = half === undefined ? hours : hourOf(hours, /p/i.test(half));
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const wall = Date.UTC(year, month - 1, date, hour, minute, second, milliseconds);
  const time = new Date(wall);
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === date && time.getUTCHours() === hour;
  if (!isReal || minute > 59 || second > 59 || year < 1970 || year > 2100) return null;
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
