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

/** Columns that are named as their fields. */
const same = (...fields: CalendarField[]): Known['needs'] =>
  Object.fromEntries(fields.map((field) => [field, field]));

const known: readonly Known[] = [
  {
    name: 'Financial Modeling Prep, economic calendar',
    needs: {
      ...same('country', 'currency', 'impact', 'previous', 'actual', 'unit'),
      time: 'date',
      title: 'event',
      forecast: 'estimate',
    },
    told: { zone: 'UTC' },
  },
  {
    name: 'Finnhub, economic calendar',
    needs: {
      ...same('time', 'country', 'impact', 'unit', 'actual'),
      title: 'event',
      forecast: 'estimate',
      previous: 'prev',
    },
    told: { zone: 'UTC' },
  },
  {
    name: 'OKX, economic calendar',
    needs: {
      ...same('forecast', 'previous', 'actual'),
      timestamp: 'date',
      currency: 'ccy',
      country: 'region',
      impact: 'importance',
      title: 'event',
    },
    has: same('unit'),
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
      ...same('date', 'time', 'currency', 'forecast', 'previous', 'actual'),
      impact: 'importance',
      title: 'event',
    },
    told: { usualDates: 'day first' },
  },
  {
    name: "ForexFactory's calendar, scraped",
    needs: {
      ...same('date', 'time', 'currency', 'impact', 'forecast', 'previous', 'actual'),
      title: 'event',
    },
  },
  {
    name: "TradingView's calendar",
    needs: {
      ...same('country', 'title', 'forecast', 'previous', 'actual'),
      time: 'date',
      impact: 'importance',
    },
    has: { ...same('currency', 'unit'), multiplier: 'scale' },
    told: { zone: 'UTC', words: { '-1': 'Low', '0': 'Medium', '1': 'High' } },
    fits: (_, impacts) => impacts.every((each) => /^(-1|0|1)$/.test(each)),
  },
  {
    name: 'Trading Economics, calendar',
    needs: {
      ...same('country', 'forecast', 'previous', 'actual'),
      time: 'date',
      title: 'event',
      impact: 'importance',
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
