import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { currentCalendar, readCalendar } from './snapshot.ts';

export interface VerifiedCalendar {
  version: string;
  events: number;
  /** What is wrong; null when it is whole. */
  fault: string | null;
}

/** Reads the published calendar again; null where none was ever published. */
export function verifyCalendar(dataDir: DataDirectory): VerifiedCalendar | null {
  const version = currentCalendar(dataDir);
  const { current } = dataDir.calendar;
  if (version === null) {
    if (!existsSync(current)) return null;
    const fault = `${current}: names no version of the calendar; run the pipeline again`;
    return { version: '', events: 0, fault };
  }
  try {
    return { version, events: readCalendar(dataDir, version).events.length, fault: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { version, events: 0, fault: `${reason}; run the pipeline again` };
  }
}
