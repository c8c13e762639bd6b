import { inEnglish } from '../base/reasons/reason.ts';
import { unreadableFeed } from '../platforms/calendars/feed-event.ts';
import {
  describeLeftOut,
  type FeedForm,
  feedForms,
  takeEvents,
} from '../platforms/calendars/forexfactory.ts';
import {
  csvRecords,
  headerOf,
  jsonRecords,
  type ReadField,
} from '../platforms/calendars/records.ts';
import { type SourceRow, sourceTables } from '../platforms/source/source-tables.ts';
import { isJsonList, isJsonObject, readJson } from '../read/json-values.ts';
import { parseTimezone } from '../read/timezone.ts';

type Row = SourceRow<'calendar_events'>;

export interface Feed {
  rows: Row[];
  /** Why events are left out, one line each. */
  leftOut: string[];
}

/**
 * Reads the events of an answer in the format that its content shows. Throws an `UnreadableExport`
 * if the feed is incomplete or empty.
 */
export function readFeed(text: string): Feed {
  const form = formOf(text);
  if (form === 'own JSON') return { rows: readOwnJson(text), leftOut: [] };
  if (form === 'own CSV') return { rows: readOwnCsv(text), leftOut: [] };
  const { rows, leftOut } = takeEvents(form.read(text), parseTimezone(form.clock ?? 'UTC'));
  return { rows, leftOut: describeLeftOut(leftOut).map(inEnglish) };
}

function formOf(text: string): FeedForm | 'own JSON' | 'own CSV' {
  const start = text.trimStart()[0];
  if (start === undefined) throw unreadableFeed('it is empty');
  if (start === '{') return 'own JSON';
  if (start === '[') return formNamed('forexfactory-json');
  if (start === '<') return formNamed('forexfactory-xml');
  const columns = headerOf(text);
  if (columns.includes('cur')) return formNamed('forexfactory-history');
  return columns.includes('country') ? formNamed('forexfactory-csv') : 'own CSV';
}

function formNamed(name: string): FeedForm {
  const form = feedForms.find((each) => each.name === name);
  if (form === undefined) throw new Error(`no feed is called ${name}`);
  return form;
}

/** Rows in the columns of `calendar_events`, such as another installation's calendar as CSV. */
const readOwnCsv = (text: string): Row[] =>
  csvRecords(text, ['time', 'currency', 'impact', 'title']).map(rowOf);

/** Reads our JSON format: `{ "events": [...] }`. */
function readOwnJson(text: string): Row[] {
  const parsed = readJson(text);
  const events = isJsonObject(parsed) ? parsed.get('events') : undefined;
  if (!isJsonList(events)) throw unreadableFeed('no list `events`');
  return jsonRecords(events, ['time']).map(rowOf);
}

const rowOf = (read: ReadField): Row =>
  Object.fromEntries(sourceTables.calendar_events.map((name) => [name, read(name)])) as Row;
