import { calendarCurrencies } from '../../../sql/calendar/events.ts';
import type { Timezone } from '../../read/timezone.ts';
import type { SourceRow } from '../source/source-tables.ts';
import { placeEvent } from './event-time.ts';
import type { FeedEvent } from './feed-event.ts';

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
