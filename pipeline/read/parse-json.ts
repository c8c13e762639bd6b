import { jsonFault } from '../base/json-fault.ts';
import { bounds, Unreadable } from './bounds.ts';

/**
 * Parses a JSON text. Throws Unreadable if it is damaged, nested too deep or larger than any feed.
 */
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
  // Each event has one bracket, and a few more are around them.
  if (objects > bounds.events + bounds.nestingOfJson) {
    throw new Unreadable(`it lists more than ${bounds.events} events`);
  }
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Returns true if a value of JSON is an object, neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
