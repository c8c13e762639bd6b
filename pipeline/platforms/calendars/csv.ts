import { parse } from 'csv-parse/sync';
import { bounds } from '../../read/bounds.ts';
import {
  checkCount,
  checkNames,
  dayOf,
  type FeedEvent,
  fieldsOf,
  unreadableFeed,
  weekDay,
  whenOf,
} from './feed-event.ts';

type Record = Readonly<{ [name: string]: string }>;

export const weekColumns = ['title', 'country', 'date', 'time', 'impact'] as const;
export const historyColumns = ['year', 'day', 'time', 'impact', 'cur', 'text'] as const;

/** The events of a weekly CSV, with or without a column of links. */
export function readWeekCsv(text: string): FeedEvent[] {
  return readCsv(text, weekColumns).map((record) => {
    const read = (name: string) => record[name] ?? '';
    return { ...fieldsOf(read), when: whenOf(weekDay(read('date')), read('time')) };
  });
}

const namesInHistory: Record = { title: 'text', country: 'cur' };

/**
 * Reads the events of a scraped history, with released values. Throws UnreadableExport if it is
 * another file or incomplete.
 */
export function readHistoryCsv(text: string): FeedEvent[] {
  return readCsv(text, historyColumns).map((record) => {
    const read = (name: string) => record[namesInHistory[name] ?? name] ?? '';
    return { ...fieldsOf(read), when: whenOf(historyDay(read('year'), read('day')), read('time')) };
  });
}

/** Records by lower-case column name; every column must be there and every row whole. */
export function readCsv(text: string, columns: readonly string[]): Record[] {
  const names = headerOf(text);
  checkNames((name) => names.includes(name), columns, 'column');
  const rows = parseRows(text, bounds.events + 2).slice(1);
  checkCount(rows.length);
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function historyDay(year: string, day: string): number {
  const [, month = '', date] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2})$/.exec(day.trim()) ?? [];
  if (!/^\d{4}$/.test(year.trim())) return Number.NaN;
  return dayOf(Number(year), months.indexOf(month) + 1, Number(date));
}
