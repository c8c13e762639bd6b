import { readFile } from 'node:fs/promises';
import { type Platform, platforms } from '../../../sql/raw/accounts.ts';
import { readFault, UsageError } from '../../base/errors.ts';
import { inEnglish } from '../../base/reasons/reason.ts';
import { jsonFault } from '../../read/json-values.ts';
import { type DateOrder, dateOrders } from '../../read/times.ts';
import type { Headings } from './cells.ts';

/** Fields of a table of trades; `Price#2` is the second column of that name. */
const tradeFields = [
  ...['account', 'ticket', 'symbol', 'side', 'volume', 'open_price', 'close_price'],
  ...['opened_at', 'closed_at', 'profit', 'commission', 'swap', 'stop_loss', 'take_profit'],
  ...['comment', 'magic_number'],
] as const;
export type TradeField = (typeof tradeFields)[number];

const neededOfTrades: readonly TradeField[] = [
  ...(['symbol', 'side', 'volume', 'open_price', 'close_price'] as const),
  ...(['opened_at', 'closed_at', 'profit'] as const),
];

const calendarFields = [
  ...['time', 'date', 'timestamp', 'currency', 'country', 'impact', 'title'],
  ...['forecast', 'previous', 'actual', 'unit', 'multiplier', 'kind', 'time_mode'],
] as const;
export type CalendarField = (typeof calendarFields)[number];

interface AnyMap<Field extends string> {
  columns: Partial<Record<Field, string>>;
  /** Order of dates with the year last. If it is left out, the dates decide. */
  dates?: DateOrder | undefined;
}

/** Which column of a table holds what. */
export interface TradeMap extends AnyMap<TradeField> {
  holds: 'trades';
  /** Profit before or after commission and swap. */
  profit: 'gross' | 'net';
  platform?: Platform;
  /**
   * Words for `buy`, `sell`, or a booking: `flow`, `adjustment`, `credit`; `skip` leaves rows out.
   */
  words: Readonly<Record<string, string>>;
}

export interface CalendarMap extends AnyMap<CalendarField> {
  holds: 'calendar';
  /** The clock of times without an offset, where --tz does not say it. */
  zone?: string;
  /** Order of dates in known calendars. It counts if no date decides. */
  usualDates?: DateOrder;
  /** Words for impacts. */
  words: Readonly<Record<string, string>>;
  /** Decimals of values that are whole numbers: 6 for MetaTrader's millionths. */
  places: number;
  /** Text that stands for no value. */
  unset: string;
}

export type TableMap = TradeMap | CalendarMap;

/**
 * Returns the word that a map gives for a printed one, which may be `constructor`; else that one.
 */
export const wordFor = ({ words }: Pick<TableMap, 'words'>, printed: string): string =>
  (Object.hasOwn(words, printed) ? words[printed] : undefined) ?? printed;

/** Reads a map; what is wrong in it ends the command, named. */
export async function readMap(file: string): Promise<TableMap> {
  // Names in a map may hold line breaks, and a fault is one line.
  const fault = (what: string) =>
    new UsageError(`--map ${file}: ${what.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}`);
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw fault(`cannot be read: ${readFault(cause)}`);
  });
  const place = jsonFault(text);
  if (place !== null) throw fault(`is not JSON: ${inEnglish(place)}`);
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw fault('is not a JSON object');
  const { holds, columns, words = {}, dates } = value;
  if (holds !== 'trades' && holds !== 'calendar') {
    throw fault('`holds` is neither `trades` nor `calendar`');
  }
  const member = Object.keys(value).find((name) => !members[holds].includes(name));
  if (member !== undefined) {
    throw fault(`\`${member}\` is not one of ${members[holds].join(', ')}`);
  }
  const order = dateOrders.find((known) => known === dates);
  if (order === undefined && dates !== undefined)
    throw fault(`\`dates\` is not one of ${dateOrders.join(', ')}`);
  const dated = order === undefined ? {} : { dates: order };
  const known: readonly string[] = holds === 'trades' ? tradeFields : calendarFields;
  if (!areTexts(columns) || !areTexts(words)) {
    throw fault('`columns` and `words` give a text for each name');
  }
  const odd = Object.keys(columns).find((name) => !known.includes(name));
  if (odd !== undefined) throw fault(`columns: \`${odd}\` is not one of ${known.join(', ')}`);
  const missing = missingFields(holds, columns);
  if (missing.length > 0) throw fault(`columns: no column for ${missing.join(', ')}`);
  if (holds === 'trades') {
    const platform = platforms.find((name) => name === value.platform);
    if (platform === undefined && value.platform !== undefined) {
      throw fault(`\`platform\` is not one of ${platforms.join(', ')}`);
    }
    const { profit = 'gross' } = value;
    if (profit !== 'gross' && profit !== 'net')
      throw fault('`profit` is neither `gross` nor `net`');
    return { holds, columns, ...dated, words, profit, ...(platform ? { platform } : {}) };
  }
  const { places = 0, zone, unset = '' } = value;
  if (typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 12) {
    throw fault('`places` is not a whole number from 0 to 12');
  }
  if (typeof unset !== 'string') throw fault('`unset` is not text');
  if (zone !== undefined && typeof zone !== 'string') throw fault('`zone` is not text');
  return { holds, columns, ...dated, words, places, unset, ...(zone ? { zone } : {}) };
}

const ofEach = ['holds', 'columns', 'dates', 'words'];
/** Members of a map. A misspelt one would leave dates or profits as they are by default. */
const members: Readonly<Record<TableMap['holds'], readonly string[]>> = {
  trades: [...ofEach, 'profit', 'platform'],
  calendar: [...ofEach, 'zone', 'places', 'unset'],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string');

/** Lists the required fields without a column in a map. */
export function missingFields(
  holds: TableMap['holds'],
  columns: Readonly<Record<string, string>>,
): string[] {
  if (holds === 'trades') return neededOfTrades.filter((field) => columns[field] === undefined);
  const has = (...fields: CalendarField[]) => fields.some((field) => columns[field] !== undefined);
  return [
    ...(has('time', 'date', 'timestamp') ? [] : ['time']),
    ...(has('currency', 'country') ? [] : ['currency']),
    ...(has('impact') ? [] : ['impact']),
    ...(has('title') ? [] : ['title']),
  ];
}

/** Names of columns, of which one that comes again is numbered. */
export function numbered(headings: readonly string[]): string[] {
  const times = new Map<string, number>();
  return headings.map((heading) => {
    const time = (times.get(heading) ?? 0) + 1;
    times.set(heading, time);
    return time === 1 ? heading : `${heading}#${time}`;
  });
}

/** Finds the columns of a map in a row of headings; returns undefined if one is missing. */
export function columnIndexes<Field extends string>(
  columns: Partial<Record<Field, string>>,
  texts: readonly string[],
): Headings<Field> | undefined {
  const names = numbered(texts);
  const places = new Map<Field, number>();
  for (const field of Object.keys(columns) as Field[]) {
    const at = names.indexOf(columns[field] ?? '');
    if (at < 0) return undefined;
    places.set(field, at);
  }
  return { places, columns: texts };
}
