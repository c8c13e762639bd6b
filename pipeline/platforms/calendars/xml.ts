import { bounds } from '../../read/bounds.ts';
import { parseMarkup } from '../../read/cells/markup.ts';
import {
  checkCount,
  checkNames,
  type FeedEvent,
  fieldsOf,
  unreadableFeed,
  weekDay,
  whenOf,
} from './feed-event.ts';

/**
 * Reads the events of a week's or a month's XML in its order. Throws Unreadable if it is another
 * file or cut off.
 */
export function readXml(text: string): FeedEvent[] {
  const [, root] = eventsElement.exec(text) ?? [];
  if (root === undefined) throw unreadableFeed('no <weeklyevents>');
  if (!text.trimEnd().endsWith(`</${root}>`)) {
    throw unreadableFeed(`it does not end with </${root}>`);
  }
  const events: FeedEvent[] = [];
  const seen = new Set<string>();
  let event: Map<string, string> | undefined;
  let field = '';
  parseMarkup(
    text,
    {
      open(name) {
        if (name === 'event') event = new Map();
        else if (event && seen.size < bounds.cellsOfRow) seen.add(name);
        field = name;
      },
      text(part) {
        event?.set(field, (event.get(field) ?? '') + part);
      },
      close(name) {
        if (name === 'event' && event) events.push(eventOf(event));
        if (name === 'event') event = undefined;
        if (events.length > bounds.events) checkCount(events.length);
        field = '';
      },
    },
    true,
  );
  checkCount(events.length);
  checkNames((name) => seen.has(name), ['title', 'country', 'date', 'time', 'impact'], 'element');
  return events;
}

/** Element that holds all events: `weeklyevents` or `monthlyevents`. */
export const eventsElement = /<(\w*events)\b/;

function eventOf(fields: ReadonlyMap<string, string>): FeedEvent {
  const read = (name: string) => fields.get(name) ?? '';
  return { ...fieldsOf(read), when: whenOf(weekDay(read('date')), read('time')) };
}
