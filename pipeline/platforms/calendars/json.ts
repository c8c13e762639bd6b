import { isJsonList, isJsonObject, readJson, textOf } from '../../read/json-values.ts';
import { readTime } from '../../read/times.ts';
import {
  checkCount,
  checkNames,
  type FeedEvent,
  fieldsOf,
  unreadableFeed,
  type When,
  whenAt,
} from './feed-event.ts';

/**
 * Reads the events of a weekly JSON, whose times carry their offset. Throws Unreadable if it is
 * another file or cut off.
 */
export function readWeekJson(text: string): FeedEvent[] {
  const entries = readJson(text);
  if (!isJsonList(entries)) throw unreadableFeed('it is not a list of events');
  checkCount(entries.length);
  return entries.map((entry, at) => {
    if (!isJsonObject(entry)) throw unreadableFeed(`event ${at + 1} is not an object`);
    checkNames(
      (name) => entry.has(name),
      ['title', 'country', 'date'],
      `field of event ${at + 1},`,
    );
    return {
      ...fieldsOf((name) => textOf(entry.get(name))),
      when: instantOf(textOf(entry.get('date'))),
    };
  });
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

function instantOf(date: string): When | null {
  // `Date.parse` takes 30 February for 1 March.
  const time = instant.test(date) ? readTime(date, 'year first') : null;
  return time && whenAt(time.at);
}
