import { type CodedReason, quotedReason } from '../../base/reasons/reason.ts';
import type { FeedRows } from './rows.ts';

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
