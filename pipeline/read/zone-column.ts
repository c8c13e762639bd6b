import { isoCurrencies } from '../../sql/raw/currencies.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import type { Sheet } from './cells/sheet.ts';
import { ImportFault } from './faults.ts';
import type { Notation } from './notation.ts';
import { findTimezone, type Timezone, utc } from './timezone.ts';

/** Names of a column with the time zone of the times in a row. */
const zoneNames = /^(time[ _]?zone|tz)$/i;

/** Names of a column with the currency of the amounts in a row. */
const currencyNames = /^((account|deposit|profit)[ _])?currency$/i;

/** Most rows above the headings. */
const rowsAbove = 200;

/**
 * Returns the time zone that a column of a table names; null without such a column. Throws an
 * ImportFault if the column names several time zones, no known one, or another than the user.
 */
export function zoneOfColumn(
  file: string,
  { zones }: NamedInColumns,
  told: Timezone | null,
): Timezone | null {
  const refuse = (detail: CodedReason) => new ImportFault('import_zone_column', file, { detail });
  const [name, other] = zones;
  if (name === undefined) return null;
  if (other !== undefined) throw refuse(makeReason('import_zones_mixed', { value: name, other }));
  const zone = findTimezone(name);
  if (zone === null) throw refuse(makeReason('import_zone_unknown', { value: name }));
  refuseOtherZone(file, 'import_zone_column', zone, told);
  return zone;
}

/**
 * Returns UTC if all times of a file say so, as `10:00Z` does; null if one names no time zone.
 * Throws an ImportFault if a time says so and the user names another time zone.
 */
export function zoneOfTimes(
  file: string,
  { times }: Notation,
  told: Timezone | null,
): Timezone | null {
  if (!times.inUtc) return null;
  refuseOtherZone(file, 'import_zone_times', utc, told);
  return times.withoutZone ? null : utc;
}

/** Throws an ImportFault if a column or heading names another time zone than the user. */
export function refuseOtherZone(
  file: string,
  where: 'import_zone_column' | 'import_zone_heading' | 'import_zone_times',
  zone: Timezone,
  told: Timezone | null,
): void {
  if (told === null || areSame(zone, told)) return;
  const detail = makeReason('import_zone_differs', { value: zone.name, other: told.name });
  throw new ImportFault(where, file, { detail });
}

/** First two values of columns in which each row names its zone or currency. */
export interface NamedInColumns {
  readonly zones: readonly string[];
  readonly currencies: readonly string[];
}

/** Reads a table once for the time zones and the currencies that its columns name. */
export async function namedInColumns(sheet: Sheet): Promise<NamedInColumns> {
  const [zones, currencies] = [namedColumn(zoneNames), namedColumn(currencyNames)];
  for await (const batch of sheet.batches()) {
    for (const { texts } of batch) {
      zones.read(texts);
      currencies.read(texts);
    }
    if (zones.isDone() && currencies.isDone()) break;
  }
  const isCode = (value: string) => isoCurrencies.includes(value);
  return { zones: [...zones.values], currencies: [...currencies.values].filter(isCode) };
}

/** Collects two values of the column of such a name, whose heading is one of the first rows. */
function namedColumn(names: RegExp) {
  const values = new Set<string>();
  let column: number | undefined;
  let rows = 0;
  const isDone = () => values.size > 1 || (column === undefined && rows > rowsAbove);
  return {
    values,
    isDone,
    read(texts: readonly string[]): void {
      if (isDone()) return;
      rows++;
      if (column === undefined) {
        const place = texts.findIndex((text) => names.test(text));
        const isHeadings = texts.length > 2 && !texts.some((text) => /^\d/.test(text));
        if (place >= 0 && isHeadings) column = place;
        return;
      }
      const value = texts[column]?.trim() ?? '';
      if (value !== '' && !names.test(value)) values.add(value.slice(0, 60));
    },
  };
}

const probes = [2015, 2020, 2025].flatMap((year) =>
  [0, 3, 6, 9].map((month) => Date.UTC(year, month, 15)),
);

/** Returns true if two clocks show the same times, such as `UTC` and `+00:00`. */
const areSame = (first: Timezone, second: Timezone): boolean =>
  first.name === second.name || probes.every((wall) => first.toUtc(wall) === second.toUtc(wall));
