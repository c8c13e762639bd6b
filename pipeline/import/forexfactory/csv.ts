import { parse } from 'csv-parse/sync';
import { dayOf, type FeedEvent, whenOf } from './feed-event.ts';
import { fieldsOf } from './fields.ts';
import { weekDay } from './week-day.ts';

type Record = Readonly<{ [name: string]: string }>;

/** The events of a weekly CSV, with or without a column of links; undefined for any other text. */
export function readWeekCsv(text: string): FeedEvent[] | undefined {
  return readCsv(text, ['title', 'country', 'date', 'time', 'impact'])?.map((record) => {
    const read = (name: string) => record[name] ?? '';
    return { ...fieldsOf(read), when: whenOf(weekDay(read('date')), read('time')) };
  });
}

const historyColumns: Record = { title: 'text', country: 'cur' };

/** The events of a scraped history, with released values; undefined for any other text. */
export function readHistoryCsv(text: string): FeedEvent[] | undefined {
  return readCsv(text, ['year', 'day', 'time', 'impact', 'cur', 'text'])?.map((record) => {
    const read = (name: string) => record[historyColumns[name] ?? name] ?? '';
    return { ...fieldsOf(read), when: whenOf(historyDay(read('year'), read('day')), read('time')) };
  });
}

/** Records by lower-case column name; undefined unless every column is there and every row whole. */
export function readCsv(text: string, columns: readonly string[]): Record[] | undefined {
  try {
    const [header = [], ...rows]: string[][] = parse(text, { bom: true, skip_empty_lines: true });
    const names = header.map((name) => name.trim().toLowerCase());
    if (!columns.every((column) => names.includes(column))) return undefined;
    return rows.map((cells) =>
      Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
    );
  } catch {
    return undefined;
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function historyDay(year: string, day: string): number {
  const [, month = '', date] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2})$/.exec(day.trim()) ?? [];
  return dayOf(Number(year), months.indexOf(month) + 1, Number(date));
}
