import { type Log, silentLog } from '../../pipeline/base/log.ts';

/** Log whose lines a test reads: the message, and its fields as JSON. */
export interface NotedLog {
  readonly log: Log;
  readonly lines: string[];
}

/** Makes a log that notes what has one of these levels, by default everything. */
export function notedLog(...levels: readonly (keyof Log)[]): NotedLog {
  const lines: string[] = [];
  const note = (message: string, fields = {}): void => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const all = { debug: note, info: note, warn: note, error: note };
  const noted = levels.map((level) => [level, note]);
  return { lines, log: levels.length === 0 ? all : { ...silentLog, ...Object.fromEntries(noted) } };
}
