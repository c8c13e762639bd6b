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
export async function zoneOfColumn(
  file: string,
  sheet: Sheet,
  told: Timezone | null,
): Promise<Timezone | null> {
  const refuse = (detail: CodedReason) => new ImportFault('import_zone_column', file, { detail });
  const names = await valuesIn(sheet, zoneNames);
  const [name, other] = names;
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

/** Lists the first two currencies that a column of a table names. */
export const currenciesOfColumn = async (sheet: Sheet): Promise<string[]> =>
  (await valuesIn(sheet, currencyNames)).filter((value) => isoCurrencies.includes(value));

/** Lists the first two values of the column of such a name. */
async function valuesIn(sheet: Sheet, columnNames: RegExp): Promise<string[]> {
  const values = new Set<string>();
  let column: number | undefined;
  let rows = 0;
  for await (const batch of sheet.batches()) {
    for (const { texts } of batch) {
      rows++;
      if (column === undefined) {
        const place = texts.findIndex((text) => columnNames.test(text));
        const isHeadings = texts.length > 2 && !texts.some((text) => /^\d/.test(text));
        if (place >= 0 && isHeadings) column = place;
        else if (rows > rowsAbove) return [];
        continue;
      }
      const value = texts[column]?.trim() ?? '';
      if (value !== '' && !columnNames.test(value)) values.add(value.slice(0, 60));
      if (values.size > 1) return [...values];
    }
  }
  return [...values];
}

const probes = [2015, 2020, 2025].flatMap((year) =>
  [0, 3, 6, 9].map((month) => Date.UTC(year, month, 15)),
);

/** Returns true if two clocks show the same times, such as `UTC` and `+00:00`. */
const areSame = (first: Timezone, second: Timezone): boolean =>
  first.name === second.name || probes.every((wall) => first.toUtc(wall) === second.toUtc(wall));
