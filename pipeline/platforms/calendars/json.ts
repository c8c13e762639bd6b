import { jsonFault } from '../../base/json-fault.ts';
import { bounds, Unreadable } from '../../read/bytes/bounds.ts';
import type { FeedEvent, When } from './feed-event.ts';
import { fieldsOf } from './fields.ts';
import { checkCount, checkNames } from './whole.ts';

/**
 * The events of a weekly JSON, whose times carry their offset; throws Unreadable where it is none,
 * or cut off.
 */
export function readJson(text: string): FeedEvent[] {
  const entries = parseJson(text);
  if (!Array.isArray(entries)) throw new Unreadable('it is no list of events');
  checkCount(entries.length);
  return entries.map((entry: unknown, at) => {
    if (!isObject(entry)) throw new Unreadable(`event ${at + 1} is no object`);
    checkNames((name) => name in entry, ['title', 'country', 'date'], `field of event ${at + 1},`);
    return {
      ...fieldsOf((name) => textOf(entry[name])),
      when: instantOf(textOf(entry.date)),
    };
  });
}

/** What a JSON text holds, unless it is nested deeper or holds more than any feed. */
export function parseJson(text: string): unknown {
  measure(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Unreadable(`it is not JSON: ${jsonFault(text) ?? 'it is damaged'}`, { cause });
  }
}

// Looked at before anything is made of it: a bracket in a text costs the parser some fifty bytes.
function measure(text: string): void {
  let open = 0;
  let objects = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') open++;
    else if (character === ']' || character === '}') open--;
    if (character === '[' || character === '{') objects++;
    if (open > bounds.nestingOfJson) {
      throw new Unreadable(`more than ${bounds.nestingOfJson} brackets are open at once`);
    }
  }
  // Beside one for each event there are those around them.
  if (objects > bounds.events + bounds.nestingOfJson) checkCount(objects);
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Whether a value of JSON is an object, neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

function instantOf(date: string): When | null {
  const at = instant.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? null : { at };
}
