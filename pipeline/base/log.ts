import { type DestinationStream, destination, pino } from 'pino';
import { redactKeys } from './key-format.ts';
import { logText } from './log-text.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** Log of long-running work. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Level and form of a log. */
interface LogSettings {
  readonly logLevel: string;
  /** Text on a terminal and JSON elsewhere if null or absent. */
  readonly logFormat?: 'text' | 'json' | null;
}

/** Creates a log of lines on stderr, as text or JSON. No key ever appears in it. */
export function createLog(settings: LogSettings, stream = standardError()): Log {
  const { logLevel: level, logFormat: format } = settings;
  const isText = (format ?? (process.stderr.isTTY ? 'text' : 'json')) === 'text';
  const options = { level, base: null, hooks: { streamWrite: redactKeys } };
  const logger = pino(options, isText ? asText(stream) : stream);
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  };
}

const asText = (stream: DestinationStream): DestinationStream => ({
  write: (line) => void stream.write(logText(line)),
});

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
