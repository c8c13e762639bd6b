import { parse } from 'csv-parse/sync';
import { bounds } from '../../read/bounds.ts';
import { parseMarkup } from '../../read/cells/markup.ts';
import { isJsonObject, type JsonValue, textOf } from '../../read/json-values.ts';
import { unreadableFeed } from './feed-event.ts';

/** Reads a field of an event by its name. A field that is missing is empty. */
export type ReadField = (name: string) => string;

/** Reads the objects of a list in JSON, each of which needs fields of these names. */
export function jsonRecords(list: readonly JsonValue[], needed: readonly string[]): ReadField[] {
  checkCount(list.length);
  return list.map((entry, at) => {
    if (!isJsonObject(entry)) throw unreadableFeed(`event ${at + 1} is not an object`);
    checkNames((name) => entry.has(name), needed, `field of event ${at + 1},`);
    return (name) => textOf(entry.get(name));
  });
}

/** Reads a CSV by its columns in lower case. Every column must be there and every row whole. */
export function csvRecords(text: string, columns: readonly string[]): ReadField[] {
  const names = headerOf(text);
  checkNames((name) => names.includes(name), columns, 'column');
  const rows = parseRows(text, bounds.events + 2).slice(1);
  checkCount(rows.length);
  return rows.map((cells) => (name) => cells[names.lastIndexOf(name)] ?? '');
}

/** The names of a CSV's columns in lower case. */
export function headerOf(text: string): string[] {
  const [header = []] = parseRows(text.slice(0, bounds.bytesOfRecord), 1);
  if (header.length > bounds.cellsOfRow)
    throw unreadableFeed('its first line is not a row of column names');
  return header.map((name) => name.trim().toLowerCase());
}

function parseRows(text: string, to: number): string[][] {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      max_record_size: bounds.bytesOfRecord,
      to,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unreadableFeed(reason.slice(0, 200), { cause });
  }
}

/** Element that holds all events: `weeklyevents` or `monthlyevents`. */
export const eventsElement = /<(\w*events)\b/;

/** Reads the elements `event` of XML, in its order. Some of them must have each needed name. */
export function xmlRecords(text: string, needed: readonly string[]): ReadField[] {
  const [, root] = eventsElement.exec(text) ?? [];
  if (root === undefined) throw unreadableFeed('no <weeklyevents>');
  if (!text.trimEnd().endsWith(`</${root}>`)) {
    throw unreadableFeed(`it does not end with </${root}>`);
  }
  const events: ReadonlyMap<string, string>[] = [];
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
        if (name === 'event' && event) events.push(event);
        if (name === 'event') event = undefined;
        if (events.length > bounds.events) checkCount(events.length);
        field = '';
      },
    },
    true,
  );
  checkCount(events.length);
  checkNames((name) => seen.has(name), needed, 'element');
  return events.map((fields) => (name) => fields.get(name) ?? '');
}

/** Ends the reading of a feed that lists nothing, or more than any calendar does. */
function checkCount(events: number): void {
  if (events === 0) throw unreadableFeed('it lists no event');
  if (events > bounds.events) throw unreadableFeed(`it lists more than ${bounds.events} events`);
}

/** Ends the reading of a feed that lacks what each event needs. */
function checkNames(known: (name: string) => boolean, needed: readonly string[], what: string) {
  const missing = needed.filter((name) => !known(name));
  if (missing.length > 0) throw unreadableFeed(`no ${what} \`${missing.join('`, `')}\``);
}
