import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../base/errors.ts';
import {
  type CodedReason,
  inEnglish,
  makeReason,
  quotedReason,
} from '../../base/reasons/reason.ts';
import { withNoun } from '../../base/with-noun.ts';
import { bounds, firstLines } from '../../read/bounds.ts';
import { isJsonList, isJsonObject, readJson } from '../../read/json-values.ts';
import { readExport } from '../../read/read-export.ts';
import { readTime } from '../../read/times.ts';
import { parseTimezone, type Timezone } from '../../read/timezone.ts';
import { type CalendarFormat, type Imported, truncatedNote } from '../source/format.ts';
import type { Peek } from '../source/peek.ts';
import { rowCount } from '../source/row-count.ts';
import { dayOf, type FeedEvent, unreadableFeed, type When, whenAt, whenOf } from './feed-event.ts';
import { csvRecords, eventsElement, jsonRecords, type ReadField, xmlRecords } from './records.ts';
import { describeOtherHours, type FeedRows, toRows } from './rows.ts';

/** A form that ForexFactory's calendar comes in. */
export interface FeedForm {
  name: string;
  describe: string;
  /** The clock of its times; null: every time carries its offset. */
  clock: string | null;
  /** Says in a few words why a file has another form; null if it has this form. */
  refuses(peek: Peek): string | null;
  /**
   * Reads the events; throws an `UnreadableExport` if the text has another form or is incomplete.
   */
  read(text: string): FeedEvent[];
}

const jsonFields = ['title', 'country', 'date'];
const weekFields = [...jsonFields, 'time', 'impact'];
const historyFields = ['year', 'day', 'time', 'impact', 'cur', 'text'];
/** Names that the history has for fields of the others. */
const namesInHistory = new Map([
  ['title', 'text'],
  ['country', 'cur'],
]);

export const feedForms: readonly FeedForm[] = [
  {
    name: 'forexfactory-json',
    describe: 'ForexFactory calendar of a week (.json)',
    clock: null,
    refuses: refuseJson,
    read(text) {
      const entries = readJson(text);
      if (!isJsonList(entries)) throw unreadableFeed('it is not a list of events');
      return jsonRecords(entries, jsonFields).map((read) => eventOf(read, instantOf(read('date'))));
    },
  },
  {
    name: 'forexfactory-xml',
    describe: 'ForexFactory calendar of a week or a month (.xml), in UTC',
    clock: 'UTC',
    refuses: refuseXml,
    read: (text) => xmlRecords(text, weekFields).map(eventOfWeek),
  },
  {
    name: 'forexfactory-csv',
    describe: 'ForexFactory calendar of a week (.csv), in UTC',
    clock: 'UTC',
    refuses: refuseCsv(weekFields),
    read: (text) => csvRecords(text, weekFields).map(eventOfWeek),
  },
  {
    name: 'forexfactory-history',
    describe: "ForexFactory calendar of years (.csv), on New York's clock",
    clock: 'America/New_York',
    refuses: refuseCsv(historyFields),
    read: (text) =>
      csvRecords(text, historyFields).map((read) => {
        const when = whenOf(historyDay(read('year'), read('day')), read('time'));
        return eventOf((name) => read(namesInHistory.get(name) ?? name), when);
      }),
  },
];

function eventOf(read: ReadField, when: When | null): FeedEvent {
  const field = (name: string) => read(name).trim();
  return {
    when,
    title: field('title'),
    currency: field('country'),
    impact: field('impact'),
    forecast: field('forecast'),
    previous: field('previous'),
    actual: field('actual'),
  };
}

const eventOfWeek = (read: ReadField): FeedEvent =>
  eventOf(read, whenOf(weekDay(read('date')), read('time')));

/** Reads a date of a weekly feed, `MM-DD-YYYY`; returns NaN if it is not a date. */
function weekDay(text: string): number {
  const [, month, date, year] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text.trim()) ?? [];
  return dayOf(Number(year), Number(month), Number(date));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function historyDay(year: string, day: string): number {
  const [, month = '', date] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2})$/.exec(day.trim()) ?? [];
  if (!/^\d{4}$/.test(year.trim())) return Number.NaN;
  return dayOf(Number(year), months.indexOf(month) + 1, Number(date));
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** Reads a time that carries its offset. */
function instantOf(date: string): When | null {
  // `Date.parse` takes 30 February for 1 March.
  const time = instant.test(date) ? readTime(date, 'year first') : null;
  return time && whenAt(time.at);
}

/** The forms as formats of `import`. */
export const forexfactoryFormats: readonly CalendarFormat[] = feedForms.map((form) => ({
  name: form.name,
  describe: quotedReason(form.describe),
  holds: 'calendar',
  refuses: form.refuses,
  async importFile(file, { timezone }) {
    if (form.clock === null && timezone !== null) {
      throw new UsageError(`import ${form.name}: its times carry their offset; leave --tz out`);
    }
    const clock = timezone ?? parseTimezone(form.clock ?? 'UTC');
    const noun = `${form.describe}, or not all of one`;
    return readExport(file, { maxBytes: bounds.feedBytes, noun }, (text) => {
      const events = form.read(text);
      const imported = reportEvents(events, takeEvents(events, clock));
      // Other forms do not end without their last mark.
      const isCut = /-(csv|history)$/.test(form.name) && !/[\r\n]$/.test(text);
      return isCut ? { ...imported, notes: [...imported.notes, truncatedNote] } : imported;
    });
  },
}));

function refuseJson({ kind, json }: Peek): string | null {
  if (kind !== 'json') return 'no JSON';
  const [first] = isJsonList(json) ? json : [];
  const isEvent = isJsonObject(first) && jsonFields.every((name) => first.has(name));
  return isEvent ? null : 'no list of events with a title, country and date';
}

function refuseXml({ kind, head }: Peek): string | null {
  if (kind !== 'markup') return 'no XML';
  return eventsElement.test(head) ? null : 'no element `weeklyevents`';
}

function refuseCsv(columns: readonly string[]): FeedForm['refuses'] {
  return ({ kind, rows }) => {
    if (kind !== 'text') return 'no CSV';
    const names = rows[0]?.cells.map(({ text }) => text.toLowerCase()) ?? [];
    const missing = columns.filter((column) => !names.includes(column));
    return missing.length === 0 ? null : `no column ${missing.join(', ')}`;
  };
}

/** The rows of a feed's events; one of which no event can be taken is no feed. */
export function takeEvents(events: readonly FeedEvent[], clock: Timezone): FeedRows {
  const found = toRows(events, clock);
  if (found.rows.length > 0) return found;
  throw unreadableFeed(
    `none of ${events.length} events is complete: ${describeLeftOut(found.leftOut).map(inEnglish)[0]}`,
  );
}

/** Words the result of importing a calendar. */
export function reportEvents(events: readonly FeedEvent[], found: FeedRows): Imported {
  const { rows, untimed, leftOut } = found;
  const keyOf = ({ time, currency, title }: Event) => `${time} ${currency} ${title}`;
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  const again = rows.length - last.size;
  const differing = rows.filter((row) => !isDeepStrictEqual(row, last.get(keyOf(row))));
  return {
    tables: { calendar_events: rows },
    rows: rowCount({
      read: events.length,
      refused: events.length - rows.length,
      repeated: again,
    }),
    findings: [],
    notes: [
      ...(untimed > 0
        ? [quotedReason(`${withNoun(untimed, 'event')} without a time placed at 00:00Z of the day`)]
        : []),
      ...(again > 0
        ? [quotedReason(`${withNoun(again, 'event')} twice at the same time; the later row counts`)]
        : []),
    ],
    warnings: [
      ...describeOtherHours(rows),
      ...describeLeftOut(leftOut),
      ...firstLines(
        differing.map((row) => makeReason('import_again', { name: keyOf(row) })),
        'such events',
      ),
    ],
  };
}

type Event = FeedRows['rows'][number];

/** A line for each reason why events of a feed are left out. */
export function describeLeftOut(leftOut: FeedRows['leftOut']): CodedReason[] {
  const lines = [...leftOut].map(([why, [first = '', ...others]]) => {
    const example = `${first.slice(0, 100)}${others.length > 0 ? ' and others' : ''}`;
    return quotedReason(`${withNoun(others.length + 1, 'event')} ${why} left out: ${example}`);
  });
  return firstLines(lines, 'reasons why events are left out');
}
