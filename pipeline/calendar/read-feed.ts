import { readCsv } from '../import/forexfactory/csv.ts';
import { toRows } from '../import/forexfactory/rows.ts';
import { describeLeftOut, feedForms } from '../import/forexfactory.ts';
import { type SourceRow, sourceTables } from '../import/source-tables.ts';
import { parseTimezone } from '../import/timezone.ts';

type Row = SourceRow<'calendar_events'>;

export interface Feed {
  rows: Row[];
  /** Why events are left out, one line each. */
  leftOut: string[];
}

/** The events of an answer, its form told by its content; undefined unless it is a whole feed with events. */
export function readFeed(text: string): Feed | undefined {
  const own = readOwnCsv(text) ?? readOwnJson(text);
  if (own) return own.length > 0 ? { rows: own, leftOut: [] } : undefined;
  for (const { read, clock } of feedForms) {
    const events = read(text);
    if (events === undefined) continue;
    const { rows, leftOut } = toRows(events, parseTimezone(clock ?? 'UTC'));
    return rows.length > 0 ? { rows, leftOut: describeLeftOut(leftOut) } : undefined;
  }
  return undefined;
}

/** Rows in the columns of `calendar_events`, such as another installation's calendar as CSV. */
function readOwnCsv(text: string): Row[] | undefined {
  return readCsv(text, ['time', 'currency', 'impact', 'title'])?.map(rowOf);
}

/** The same as JSON: `{ "events": [...] }`. */
function readOwnJson(text: string): Row[] | undefined {
  try {
    const parsed: { events?: unknown } | null = JSON.parse(text);
    if (!Array.isArray(parsed?.events)) return undefined;
    const isRow = (row: unknown) => typeof row === 'object' && row !== null && 'time' in row;
    return parsed.events.every(isRow) ? parsed.events.map(rowOf) : undefined;
  } catch {
    return undefined;
  }
}

function rowOf(given: Readonly<Record<string, unknown>>): Row {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const [time, currency, impact, title, forecast, previous, actual] =
    sourceTables.calendar_events.map(text);
  return {
    time: time ?? '',
    currency: currency ?? '',
    impact: impact ?? '',
    title: title ?? '',
    forecast: forecast ?? '',
    previous: previous ?? '',
    actual: actual ?? '',
  };
}
