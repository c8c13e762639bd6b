import { bounds } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { type Cells, createCells, UnreadRow } from '../source/cells.ts';
import {
  type CalendarField,
  type CalendarMap,
  columnIndexes,
  wordFor,
} from '../source/table-map.ts';
import { dayOf, type FeedEvent, unreadableFeed, type When, whenAt, whenOf } from './feed-event.ts';

/** Countries, by their codes and names, that have one of the calendar's currencies. */
const currencies: Readonly<Record<string, RegExp>> = {
  USD: /^(us|usa|united states)$/i,
  EUR: /^(eu|emu|ez|xc|euro (area|zone)|eurozone|european union|de|germany|fr|france|it|italy|es|spain|nl|netherlands|at|austria|be|belgium|ie|ireland|pt|portugal|gr|greece|fi|finland)$/i,
  GBP: /^(uk|gb|united kingdom)$/i,
  JPY: /^(jp|japan)$/i,
  AUD: /^(au|australia)$/i,
  NZD: /^(nz|new zealand)$/i,
  CAD: /^(ca|canada)$/i,
  CHF: /^(ch|switzerland)$/i,
  CNY: /^(cn|china)$/i,
};

const impacts: Readonly<Record<string, RegExp>> = {
  High: /^(high( impact expected)?|3|calendar_importance_high)$/i,
  Medium: /^(medium( impact expected)?|moderate|med|2|calendar_importance_moderate)$/i,
  Low: /^(low( impact expected)?|none|1|0|calendar_importance_(low|none))$/i,
  Holiday: /^holiday$/i,
};

type Signs = readonly { words: RegExp; sign: string }[];

/**
 * Sign after a value for MetaTrader's words or numbers of a multiplier. Its other units say what is
 * counted.
 */
const multipliers: Signs = [
  { words: /^(calendar_multiplier_thousands|1)$/i, sign: 'K' },
  { words: /^(calendar_multiplier_millions|2)$/i, sign: 'M' },
  { words: /^(calendar_multiplier_billions|3)$/i, sign: 'B' },
  { words: /^(calendar_multiplier_trillions|4)$/i, sign: 'T' },
  { words: /^(calendar_multiplier_.*|\d+)$/i, sign: '' },
];
const units: Signs = [
  { words: /^(calendar_unit_percent|1)$/i, sign: '%' },
  { words: /^(calendar_unit_.*|\d+)$/i, sign: '' },
  // A currency, which the event tells.
  { words: /^[A-Z]{3}$/, sign: '' },
];
const signOf = (signs: Signs, text: string): string =>
  signs.find(({ words }) => words.test(text))?.sign ?? text;

/** MetaTrader's words and numbers for a holiday, and for a date without a time. */
const holidays = /^(calendar_type_holiday|2)$/i;
const modes: readonly { words: RegExp; time: string }[] = [
  { words: /^(calendar_timemode_date|1)$/i, time: 'All Day' },
  { words: /^(calendar_timemode_notime|2)$/i, time: '' },
  { words: /^(calendar_timemode_tentative|3)$/i, time: 'Tentative' },
];

/** Reads the events of a table by a map; rows above the headings are skipped. */
export function readEvents(
  rows: readonly TextRow[],
  map: CalendarMap,
  notation: Notation,
): FeedEvent[] {
  let headings: ReturnType<typeof columnIndexes<CalendarField>>;
  const events: FeedEvent[] = [];
  for (const row of rows) {
    const { texts, line } = row;
    if (texts.every((text) => text === '')) continue;
    if (headings === undefined) {
      headings = columnIndexes<CalendarField>(map.columns, texts);
      continue;
    }
    if (events.length === bounds.events) {
      throw unreadableFeed(`it lists more than ${bounds.events} events`);
    }
    try {
      events.push(eventOf(createCells(headings, row, notation), map));
    } catch (error) {
      if (!(error instanceof UnreadRow)) throw error;
      throw unreadableFeed(`line ${line}: ${error.message}`);
    }
  }
  if (headings === undefined) {
    throw unreadableFeed(`no row with the columns ${Object.values(map.columns).join(', ')}`);
  }
  if (events.length === 0) throw unreadableFeed('it lists no event');
  return events;
}

function eventOf(cells: Cells<CalendarField>, map: CalendarMap): FeedEvent {
  const isHoliday = holidays.test(cells.text('kind'));
  const printed = cells.text('impact');
  const impact = isHoliday ? 'Holiday' : wordFor(map, printed);
  const value = (field: CalendarField) => valueIn(cells, field, map);
  return {
    title: cells.text('title'),
    currency: cells.text('currency').toUpperCase() || currencyOf(cells.text('country')),
    impact: Object.entries(impacts).find(([, words]) => words.test(impact))?.[0] ?? impact,
    when: whenIn(cells),
    forecast: value('forecast'),
    previous: value('previous'),
    actual: value('actual'),
  };
}

const currencyOf = (country: string): string =>
  Object.entries(currencies).find(([, names]) => names.test(country))?.[0] ?? country;

function whenIn(cells: Cells<CalendarField>): When | null {
  if (cells.has('timestamp')) {
    const printed = cells.text('timestamp');
    if (!/^\d{9,13}$/.test(printed)) return null;
    return whenAt(Number(printed) * (printed.length > 11 ? 1 : 1000));
  }
  const printed = cells.text(cells.has('date') ? 'date' : 'time');
  const time = secondsIn(printed) ?? cells.notation.time(printed);
  if (time === null) return null;
  if (time.hasOffset) return whenAt(time.at);
  const moment = new Date(time.at);
  const day = dayOf(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate());
  if (Number.isNaN(day)) return null;
  if (cells.has('date') && cells.has('time')) return whenOf(day, cells.text('time'));
  const mode = modes.find(({ words }) => words.test(cells.text('time_mode')));
  if (mode !== undefined) return { day, words: mode.time };
  if (!/\d:\d\d|^\d{9,10}$/.test(printed)) return { day, words: '' };
  return { day, minutes: (time.at - day) / 60_000 };
}

/**
 * Seconds since 1970 on the clock of the table, as MetaTrader's scripts write unformatted times.
 */
const secondsIn = (printed: string) =>
  /^\d{9,10}$/.test(printed) ? { at: Number(printed) * 1000, hasOffset: false } : null;

/** Value with its unit, without commas. Empty if the cell means "unknown". */
function valueIn(
  cells: Cells<CalendarField>,
  field: CalendarField,
  { places, unset }: CalendarMap,
): string {
  const printed = cells.text(field).replaceAll(/\d[\d.,]*\d/g, (digits) => {
    const decimal = cells.notation.number(digits);
    const isPlain = !digits.includes(',') && cells.notation.decimal === 'point';
    return isPlain || decimal === null ? digits.replaceAll(',', '') : decimal;
  });
  if (printed === '' || printed === unset || /^(null|none|nan|n\/a)$/i.test(printed)) return '';
  const unit = signOf(multipliers, cells.text('multiplier')) + signOf(units, cells.text('unit'));
  const value = places === 0 ? printed : scaled(field, printed, places);
  return parseDecimal(value) === null || unit === '' ? value : value + unit;
}

/** A whole number of so many places as a decimal. */
function scaled(field: CalendarField, printed: string, places: number): string {
  if (!/^-?\d{1,20}$/.test(printed)) {
    throw new UnreadRow('import_field_not_whole', { name: field, value: printed.slice(0, 60) });
  }
  const digits = printed.replace('-', '').padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return printed.startsWith('-') ? `-${text}` : text;
}
