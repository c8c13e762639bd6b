import { type DestinationStream, destination, pino } from 'pino';
import { redactKeys } from './key-format.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** Log of long-running work. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** A log of JSON lines on stderr; no key ever appears in it. */
export function createLog(level: string, stream: DestinationStream = standardError()): Log {
  const logger = pino({ level, base: null, hooks: { streamWrite: redactKeys } }, stream);
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  };
}

/** By way of the process on a terminal, where what draws there can hold lines back. */
const standardError = (): DestinationStream =>
  process.stderr.isTTY
    ? { write: (line) => void process.stderr.write(line) }
    : destination({ dest: 2, sync: true });

/** A log that says nothing, for tests and quiet commands. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
