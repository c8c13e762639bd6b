import { join } from 'node:path';

/** Where the calendar's run keeps what it goes on from, below a data directory. */
export function calendarPaths(dataDir: string) {
  const kept = join(dataDir, 'calendar');
  return {
    database: join(dataDir, 'calendar.duckdb'),
    lock: join(dataDir, 'calendar.lock'),
    temporary: join(dataDir, '.tmp-calendar'),
    feeds: join(kept, 'feeds'),
    actuals: join(kept, 'actuals'),
    answers: join(kept, 'answers'),
  };
}
