import { Parser } from 'htmlparser2';
import { type FeedEvent, whenOf } from './feed-event.ts';
import { fieldsOf } from './fields.ts';
import { weekDay } from './week-day.ts';

/** The events of a weekly XML; undefined for any other text, or one that is cut off. */
export function readXml(text: string): FeedEvent[] | undefined {
  if (!/<weeklyevents\b/.test(text) || !/<\/weeklyevents>\s*$/.test(text)) return undefined;
  const events: FeedEvent[] = [];
  let event: Map<string, string> | undefined;
  let field = '';
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'event') event = new Map();
        field = name;
      },
      ontext(part) {
        event?.set(field, (event.get(field) ?? '') + part);
      },
      onclosetag(name) {
        if (name === 'event' && event) events.push(eventOf(event));
        if (name === 'event') event = undefined;
        field = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return events;
}

function eventOf(fields: ReadonlyMap<string, string>): FeedEvent {
  const read = (name: string) => fields.get(name) ?? '';
  return { ...fieldsOf(read), when: whenOf(weekDay(read('date')), read('time')) };
}
