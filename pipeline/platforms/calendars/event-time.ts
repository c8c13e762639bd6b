import { parseTimezone, type Timezone, utc } from '../../read/timezone.ts';
import type { When } from './feed-event.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const morning = 8 * 60 * minute;

const homeZones: Readonly<Record<string, string>> = {
  USD: 'America/New_York',
  EUR: 'Europe/Berlin',
  GBP: 'Europe/London',
  JPY: 'Asia/Tokyo',
  AUD: 'Australia/Sydney',
  NZD: 'Pacific/Auckland',
  CAD: 'America/Toronto',
  CHF: 'Europe/Zurich',
  CNY: 'Asia/Shanghai',
};

const homes = new Map<string, Timezone>();

/** The clock of a currency's country. Node.js takes milliseconds to make one. */
function homeOf(currency: string): Timezone {
  const zone = homeZones[currency];
  if (zone === undefined) return utc;
  const home = homes.get(currency) ?? parseTimezone(zone);
  homes.set(currency, home);
  return home;
}

/**
 * When an event is due, in UTC milliseconds. A holiday is 00:00Z of the date that its country has;
 * what has no time is 00:00Z of the date that the feed gives.
 */
export function placeEvent(
  when: When,
  clock: Timezone,
  { isHoliday, currency }: { isHoliday: boolean; currency: string },
): number {
  const home = homeOf(currency);
  if ('at' in when || 'minutes' in when) {
    const at = 'at' in when ? when.at : clock.toUtc(when.day + when.minutes * minute);
    return isHoliday ? dateAt(home, at) : at;
  }
  return isHoliday ? dateOfMorning(home, clock, when.day) : when.day;
}

/** The date on a clock at an instant. */
function dateAt(home: Timezone, at: number): number {
  const near = Math.floor(at / day) * day;
  return nearestDate(near, (date) => home.toUtc(date) <= at && at < home.toUtc(date + day));
}

// A feed puts a holiday on the date that its own clock has when the country's working day begins.
// New Zealand's holiday is a day early on New York's clock.
function dateOfMorning(home: Timezone, clock: Timezone, feedDate: number): number {
  const [from, to] = [clock.toUtc(feedDate), clock.toUtc(feedDate + day)];
  return nearestDate(feedDate, (date) => {
    const opening = home.toUtc(date + morning);
    return from <= opening && opening < to;
  });
}

const nearestDate = (near: number, isIt: (date: number) => boolean): number =>
  [near - day, near, near + day].find(isIt) ?? near;
