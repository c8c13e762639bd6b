import { UsageError } from '../base/errors.ts';
import { readTimezoneName, timezoneRule } from '../base/timezone-names.ts';

/**
 * Server clock. Converts its wall time, in milliseconds as if it were UTC, into true UTC
 * milliseconds.
 */
export interface Timezone {
  readonly name: string;
  /** An ambiguous time is the earlier of the two instants that is not before `notBefore`. */
  toUtc(wall: number, notBefore?: number): number;
  /** Of a clock that is changed: how often it shows a time, where that is not once. */
  showsAt?(wall: number): 'twice' | 'never' | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** The clock of exports that are in UTC. */
export const utc: Timezone = { name: 'UTC', toUtc: (wall) => wall };

/** The clock of that name; throws a CommandError for `--tz` if there is no such zone. */
export function parseTimezone(name: string): Timezone {
  const timezone = findTimezone(name);
  if (timezone !== null) return timezone;
  throw new UsageError(`--tz ${name}: no such time zone; give ${timezoneRule}`);
}

/** The clock of that name, by the names of `readTimezoneName`; null if there is no such zone. */
export function findTimezone(name: string): Timezone | null {
  const named = readTimezoneName(name);
  if (named === null) return null;
  const { zone, shift } = named;
  return zone === null ? { name, toUtc: (wall) => wall - shift } : shiftedZone(name, zone, shift);
}

// A time skipped in spring counts as if the clock had not yet been changed (Temporal's
// "compatible").
function shiftedZone(name: string, zone: string, shift: number): Timezone {
  const offsetAt = offsetReader(zone);
  const offsetsAround = (local: number) => [offsetAt(local - day), offsetAt(local + day)] as const;
  const isOf = (local: number, offset: number) => offsetAt(local - offset) === offset;
  return {
    name,
    toUtc(wall, notBefore = Number.NEGATIVE_INFINITY) {
      const local = wall - shift;
      const [before, after] = offsetsAround(local);
      if (before === after) return local - before;
      const instants = [before, after]
        .filter((offset) => isOf(local, offset))
        .map((offset) => local - offset)
        .sort((left, right) => left - right);
      return instants.find((instant) => instant >= notBefore) ?? instants[0] ?? local - before;
    },
    showsAt(wall) {
      const local = wall - shift;
      const [before, after] = offsetsAround(local);
      if (before === after) return null;
      const count = [before, after].filter((offset) => isOf(local, offset)).length;
      return count === 2 ? 'twice' : count === 0 ? 'never' : null;
    },
  };
}

const newYorkOffset = lazily(() => offsetReader('America/New_York'));

/** Returns the wall clock of New York at an instant, as if it were UTC. */
export const newYorkTime = (instant: number): number => instant + newYorkOffset()(instant);

/** Made when it is asked for first. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

// Zones change on the quarter hour at the finest, so one look-up serves every instant within it.
function offsetReader(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / (15 * minute)) * 15 * minute;
    const offset = known.get(quarter) ?? wallTime(format, quarter) - quarter;
    known.set(quarter, offset);
    return offset;
  };
}

function wallTime(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map((part) => [part.type, part.value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

/** Returns the wall time that a clock showed at an instant. Both are milliseconds. */
function wallAt({ toUtc }: Timezone, instant: number): number {
  let wall = instant;
  // The second step is right unless the clock was changed in between, and the third is then.
  for (let step = 0; step < 3; step += 1) wall += instant - toUtc(wall, instant);
  return wall;
}

/**
 * Moves an instant that was read by one clock to where another clock puts the same wall time.
 * Instants are milliseconds. A wall time that comes twice is the earlier one not before
 * `notBefore`.
 */
export const rezoned = (
  instant: number,
  from: Timezone,
  to: Timezone,
  notBefore?: number,
): number => to.toUtc(wallAt(from, instant), notBefore);
