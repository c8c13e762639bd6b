import type { Database, Row } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { CalendarEvent } from './snapshot.ts';

/** The events as they go on the wire, by ts, currency and title; null where none was ever loaded. */
export async function readEvents(database: Database): Promise<CalendarEvent[] | null> {
  const [loaded] = await database.rows('select count(*) as files from loaded_files');
  if (loaded?.files === '0') return null;
  await database.run(
    `create or replace temp table current_events as ${readSql('calendar/current_events')}`,
  );
  const rows = await database.rows(readSql('calendar/events'));
  return rows.map(eventOf).sort(compareEvents);
}

function eventOf(row: Row): CalendarEvent {
  return {
    ts: Number(row.ts),
    time: String(row.time),
    currency: String(row.currency),
    impact: String(row.impact),
    title: String(row.title),
    forecast: String(row.forecast),
    previous: String(row.previous),
    actual: String(row.actual),
  };
}

/** By ts, then currency, then title, texts by code unit. */
const compareEvents = (left: CalendarEvent, right: CalendarEvent): number =>
  left.ts - right.ts ||
  compareText(left.currency, right.currency) ||
  compareText(left.title, right.title);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
