import type { FeedEvent, When } from './feed-event.ts';
import { fieldsOf } from './fields.ts';

/** The events of a weekly JSON, whose times carry their offset; undefined for any other text. */
export function readJson(text: string): FeedEvent[] | undefined {
  const entries = parseArray(text);
  if (!entries?.every((entry) => 'title' in entry && 'country' in entry && 'date' in entry)) {
    return undefined;
  }
  return entries.map((entry) => ({
    ...fieldsOf((name) => textOf(entry[name])),
    when: instantOf(textOf(entry.date)),
  }));
}

function parseArray(text: string): Record<string, unknown>[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.length > 0 && parsed.every(isObject)
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

function instantOf(date: string): When | null {
  const at = instant.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? null : { at };
}
