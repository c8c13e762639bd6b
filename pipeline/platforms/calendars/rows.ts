import { calendarCurrencies } from '../../../sql/calendar/events.ts';
import { type CodedReason, quotedReason } from '../../base/reasons/reason.ts';
import { parseTimezone, type Timezone, utc } from '../../read/timezone.ts';
import type { SourceRow } from '../source/source-tables.ts';
import type { FeedEvent, When } from './feed-event.ts';

/** Rows of a feed's events. */
export interface FeedRows {
  rows: SourceRow<'calendar_events'>[];
  /** Events that have a date and no time. */
  untimed: number;
  /** Why events are left out, and which. */
  leftOut: Map<string, string[]>;
}

const currencies: readonly string[] = [...calendarCurrencies, 'All'];
const impacts = ['high', 'medium', 'moderate', 'low', 'holiday'];
const noDate = 'without a date';
const plainWords = /^(|all day|tentative|day \d+)$/i;

/** Makes rows of `calendar_events`; `clock` is the time zone of times without an offset. */
export function toRows(events: readonly FeedEvent[], clock: Timezone): FeedRows {
  const result: FeedRows = { rows: [], untimed: 0, leftOut: new Map() };
  for (const event of events) {
    const { when, title, impact, forecast, previous, actual } = event;
    const currency = /^all$/i.test(event.currency) ? 'All' : event.currency;
    const reason = reasonAgainst({ ...event, currency });
    if (when === null || reason !== null) {
      const titles = result.leftOut.get(reason ?? noDate) ?? [];
      titles.push(title);
      result.leftOut.set(reason ?? noDate, titles);
      continue;
    }
    if ('words' in when) result.untimed += 1;
    const isHoliday = impact.toLowerCase() === 'holiday';
    result.rows.push({
      time: new Date(placeEvent(when, clock, { isHoliday, currency }))
        .toISOString()
        .replace('.000', ''),
      currency,
      impact,
      // Words that are no time tell releases of one day apart, such as `17th June`.
      title: 'words' in when && !plainWords.test(when.words) ? `${title} (${when.words})` : title,
      forecast,
      previous,
      actual,
    });
  }
  return result;
}

function reasonAgainst({ title, currency, impact, when }: FeedEvent): string | null {
  if (title === '') return 'without a title';
  if (!currencies.includes(currency)) return `of currency ${quoted(currency)}`;
  if (!impacts.includes(impact.toLowerCase())) return `of impact ${quoted(impact)}`;
  return when === null ? noDate : null;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

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
function placeEvent(
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

/** Figures of the United States that are always published at 8:30 in New York. */
const atHalfPastEight =
  /^((initial jobless|unemployment) claims|non-?\s?farm (payrolls|employment change)|(core )?cpi (m\/m|\(mom\)))$/i;

const inNewYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * Warns if figures whose hour is known mostly stand at another hour: then the calendar was read
 * with a wrong time zone. Returns an empty list for a calendar without such figures.
 */
export function describeOtherHours(rows: FeedRows['rows']): CodedReason[] {
  const known = rows.filter(
    ({ currency, title, time }) =>
      currency === 'USD' && atHalfPastEight.test(title) && !time.endsWith('T00:00:00Z'),
  );
  const misplaced = known.filter(({ time }) => hourOf(time) !== '08:30');
  const [first] = misplaced;
  if (first === undefined || misplaced.length * 2 <= known.length) return [];
  return [
    quotedReason(
      `the time zone is wrong: with it, \`${first.title}\` of ${first.time.slice(0, 10)} comes at ${hourOf(first.time)} in New York, where it is published at 08:30; give the right one with --tz`,
    ),
  ];
}

const hourOf = (time: string): string => inNewYork.format(new Date(time));
