import { type CalendarField, type CalendarMap, numbered } from '../source/table-map.ts';

/** Calendar with known columns. Their names are in lower case without blanks and underscores. */
interface Known {
  name: string;
  needs: Partial<Record<CalendarField, string>>;
  /** Columns that only some of its writers have. */
  has?: Partial<Record<CalendarField, string>>;
  /** Everything else that is not as in most calendars. */
  told?: Partial<CalendarMap>;
  /** Tells the table from another one with the same columns, by its values and impacts. */
  fits?(values: readonly string[], impacts: readonly string[]): boolean;
}

/** The long that MetaTrader has for no value. */
const unset = '-9223372036854775808';

const metatrader = {
  needs: {
    time: 'time',
    impact: 'importance',
    title: 'name|eventname|event|title',
    actual: 'actualvalue|actual',
    forecast: 'forecastvalue',
    previous: 'prevvalue',
  },
  has: {
    currency: 'currency',
    country: 'countrycode|country',
    unit: 'unit',
    multiplier: 'multiplier',
    kind: 'type|eventtype',
    time_mode: 'timemode',
  },
} as const;

const known: readonly Known[] = [
  {
    name: 'Financial Modeling Prep, economic calendar',
    needs: {
      time: 'date',
      country: 'country',
      currency: 'currency',
      title: 'event',
      impact: 'impact',
      forecast: 'estimate',
      previous: 'previous',
      actual: 'actual',
      unit: 'unit',
    },
    told: { zone: 'UTC' },
  },
  {
    name: 'Finnhub, economic calendar',
    needs: {
      time: 'time',
      country: 'country',
      title: 'event',
      impact: 'impact',
      unit: 'unit',
      forecast: 'estimate',
      previous: 'prev',
      actual: 'actual',
    },
    told: { zone: 'UTC' },
  },
  {
    name: 'OKX, economic calendar',
    needs: {
      timestamp: 'date',
      currency: 'ccy',
      country: 'region',
      impact: 'importance',
      title: 'event',
      forecast: 'forecast',
      previous: 'previous',
      actual: 'actual',
    },
    has: { unit: 'unit' },
    told: { zone: 'UTC' },
  },
  {
    name: "MetaTrader 5's calendar, values in millionths",
    ...metatrader,
    told: { places: 6, unset },
    fits: (values) =>
      values.includes(unset) ||
      (values.length > 0 && values.every((each) => /^-?\d*000$|^0$/.test(each))),
  },
  { name: "MetaTrader 5's calendar", ...metatrader, told: { unset } },
  {
    name: "Investing.com's calendar",
    needs: {
      date: 'date',
      time: 'time',
      currency: 'currency',
      impact: 'importance',
      title: 'event',
      forecast: 'forecast',
      previous: 'previous',
      actual: 'actual',
    },
    told: { usualDates: 'day first' },
  },
  {
    name: "ForexFactory's calendar, scraped",
    needs: {
      date: 'date',
      time: 'time',
      currency: 'currency',
      impact: 'impact',
      title: 'event',
      forecast: 'forecast',
      previous: 'previous',
      actual: 'actual',
    },
  },
  {
    name: "TradingView's calendar",
    needs: {
      time: 'date',
      country: 'country',
      title: 'title',
      impact: 'importance',
      forecast: 'forecast',
      previous: 'previous',
      actual: 'actual',
    },
    has: { currency: 'currency', unit: 'unit', multiplier: 'scale' },
    told: { zone: 'UTC', words: { '-1': 'Low', '0': 'Medium', '1': 'High' } },
    fits: (_, impacts) => impacts.every((each) => /^(-1|0|1)$/.test(each)),
  },
  {
    name: 'Trading Economics, calendar',
    needs: {
      time: 'date',
      country: 'country',
      title: 'event',
      impact: 'importance',
      forecast: 'forecast',
      previous: 'previous',
      actual: 'actual',
    },
    told: { zone: 'UTC' },
  },
];

/** The map of a calendar whose columns are known; undefined of any other table. */
export function knownMapOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): { name: string; map: CalendarMap } | undefined {
  const names = numbered(headings);
  const plain = names.map((name) => name.toLowerCase().replace(/[ _]/g, ''));
  const columnsOf = (wanted: Known['needs'] = {}): Partial<Record<CalendarField, string>> =>
    Object.fromEntries(
      Object.entries(wanted).flatMap(([field, words]) => {
        const at = plain.findIndex((name) => words.split('|').includes(name));
        return at < 0 ? [] : [[field, names[at] ?? '']];
      }),
    );
  for (const { name, needs, has, told, fits } of known) {
    const columns = { ...columnsOf(needs), ...columnsOf(has) };
    const isHere = Object.keys(needs).every((field) => field in columns);
    if (!isHere || !('currency' in columns || 'country' in columns)) continue;
    const below = (column: string | undefined) =>
      rows.map((row) => row[names.indexOf(column ?? '')] ?? '').filter((text) => text !== '');
    const values = [columns.actual, columns.forecast, columns.previous].flatMap(below);
    if (fits && !fits(values, below(columns.impact))) continue;
    const usual = { usualDates: 'month first', words: {}, places: 0, unset: '' } as const;
    return { name, map: { holds: 'calendar', columns, ...usual, ...told } };
  }
  return undefined;
}
