import { accessSync, constants } from 'node:fs';
import { isDiskFull } from './disk.ts';
import {
  type CodedReason,
  inEnglish,
  makeReason,
  type PlainCode,
  quotedReason,
  reasonOf,
} from './reasons/reason.ts';

/** Exit codes of every command; the numbers are part of the contract with operators. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  partly: 3,
  locked: 75,
} as const;

/** Ends a command with one line on stderr: what was wrong, where, and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** Reason that pages can word in any language; null if the message is in English only. */
  readonly reason: CodedReason | null;

  constructor(
    said: string | CodedReason,
    exitCode: number = exitCodes.failed,
    options?: ErrorOptions,
  ) {
    super(typeof said === 'string' ? said : inEnglish(said), options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.reason = typeof said === 'string' ? null : said;
  }
}

/** Error of a command that was called wrongly. */
export class UsageError extends CommandError {
  constructor(said: string | CodedReason) {
    super(said, exitCodes.usage);
  }
}

type Codes = Readonly<Record<string, PlainCode>>;

const unreadableCodes: Codes = {
  ENOENT: 'system_no_file',
  ENOTDIR: 'system_file_in_path',
  EISDIR: 'system_is_folder',
  EACCES: 'system_may_not_read',
  EPERM: 'system_may_not_read',
  ELOOP: 'system_looping_links',
  ENAMETOOLONG: 'system_long_name',
  EMFILE: 'system_many_files',
  EIO: 'system_read_disk_error',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'system_not_utf8',
  ERR_BUFFER_TOO_LARGE: 'system_large_unpacked',
  Z_DATA_ERROR: 'system_not_gzip',
  Z_BUF_ERROR: 'system_gzip_cut',
};

const unwritableCodes: Codes = {
  ENOENT: 'system_no_folder',
  ENOTDIR: 'system_file_in_path',
  EEXIST: 'system_file_at_folder',
  EACCES: 'system_may_not_write',
  EPERM: 'system_may_not_write',
  EROFS: 'system_disk_read_only',
  ENOSPC: 'system_disk_full',
  SQLITE_FULL: 'system_disk_full',
  SQLITE_READONLY: 'system_may_not_write',
  EDQUOT: 'system_quota_full',
  ENAMETOOLONG: 'system_long_name',
  EMFILE: 'system_many_files',
  EIO: 'system_write_disk_error',
  CORRUPT: 'system_database_corrupt',
};

const unreachableCodes: Codes = {
  ECONNREFUSED: 'system_nothing_listens',
  ECONNRESET: 'system_connection_cut',
  EPIPE: 'system_connection_cut',
  ETIMEDOUT: 'system_no_answer_in_time',
  EHOSTUNREACH: 'system_no_host_reached',
  ENETUNREACH: 'system_no_network',
  ENOTFOUND: 'system_no_host',
  EAI_AGAIN: 'system_no_lookup',
};

/** Messages of pg, which have no code. */
const silences: Codes = {
  'timeout exceeded when trying to connect': 'system_no_answer_in_time',
  'timeout expired': 'system_no_answer_in_time',
  'Connection terminated due to connection timeout': 'system_no_answer_in_time',
  'Query read timeout': 'system_no_answer_in_time',
};

/** Says in plain words why a file could not be read. */
export const readReason = (error: unknown): CodedReason => plainReason(error, unreadableCodes);

/** Says in plain words why nothing could be written to a place. */
export const writeReason = (error: unknown): CodedReason => plainReason(error, unwritableCodes);

/** Says in English why a file could not be read. */
export const readFault = (error: unknown): string => inEnglish(readReason(error));

/** Says in English why nothing could be written to a place. */
export const writeFault = (error: unknown): string => inEnglish(writeReason(error));

/** Words in English why a server could not be reached. */
export const connectFault = (error: unknown): string => inEnglish(connectReason(error));

/** Returns true if a server could not be reached. */
export const isUnreachable = (error: unknown): boolean => unreachableCode(error) !== undefined;

// Of a name with several addresses, the first tells enough.
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[0] ?? error) : error;

function unreachableCode(error: unknown): PlainCode | undefined {
  const { code, message } = firstOf(error) as NodeJS.ErrnoException;
  return unreachableCodes[String(code)] ?? silences[message];
}

/** Says why a server could not be reached, with its address. Quotes the text of other errors. */
export function connectReason(error: unknown): CodedReason {
  const first = firstOf(error);
  const { code, address, hostname, port } = first as NodeJS.ErrnoException & Partial<Server>;
  const known = unreachableCode(error);
  if (known === undefined) {
    const reason = plainReason(first, {});
    return inEnglish(reason) === '' ? quotedReason(String(code ?? first)) : reason;
  }
  const host = address ?? hostname;
  const isV6 = host?.includes(':') && port !== undefined;
  const server = [isV6 ? `[${host}]` : host, port].filter((part) => part !== undefined).join(':');
  const detail = makeReason(known);
  return server === '' ? detail : makeReason('system_at_server', { detail, server });
}

/** Address of a server that Node could not reach. */
interface Server {
  readonly address: string;
  readonly hostname: string;
  readonly port: number;
}

function plainReason(error: unknown, codes: Codes): CodedReason {
  const known = error instanceof Error && 'code' in error ? codes[String(error.code)] : undefined;
  if (known !== undefined) return makeReason(known);
  if (/not a valid DuckDB database/.test(String(error))) return makeReason('system_not_duckdb');
  const reason = reasonOf(error);
  if (reason.code !== 'quoted') return reason;
  return quotedReason(inEnglish(reason).replaceAll(/\s+/g, ' ').trim());
}

const advices: Codes = {
  ENOSPC: 'system_make_room',
  SQLITE_FULL: 'system_make_room',
  SQLITE_IOERR: 'system_check_disk',
  EDQUOT: 'system_make_quota_room',
  EIO: 'system_check_disk',
  EROFS: 'system_mount_writable',
  EACCES: 'system_allow_writing',
  EPERM: 'system_allow_writing',
  SQLITE_READONLY: 'system_allow_writing',
  EMFILE: 'system_raise_file_limit',
  CORRUPT: 'system_rebuild_database',
};

/** Calls of the system that only read. For `open` see `mayNotRead`. */
const readingCalls = ['scandir', 'opendir', 'stat', 'lstat', 'realpath', 'readlink', 'read'];

const readAdvices: Codes = {
  ...advices,
  EACCES: 'system_allow_reading',
  EPERM: 'system_allow_reading',
};

const systemWords: Readonly<Record<string, string>> = {
  'no space left on device': 'ENOSPC',
  'disk quota exceeded': 'EDQUOT',
  'input/output error': 'EIO',
  'fsync failed': 'EIO',
  'read-only file system': 'EROFS',
  'permission denied': 'EACCES',
  'too many open files': 'EMFILE',
  // DuckDB names the block, never the file.
  'corrupt database file': 'CORRUPT',
};

/**
 * Words an error of the file system as one line with its path and a remedy. `place` stands in if
 * the error names no path. Returns other errors unchanged.
 */
export function asFileFault(error: unknown, place?: string): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  const found = codeOf(error) ?? '';
  // All that SQLite may tell of a full disk is that it could not write.
  const isFull = found === 'SQLITE_IOERR' && place !== undefined && isDiskFull(place);
  const code = isFull ? 'SQLITE_FULL' : found;
  const where = fileOf(error) ?? place;
  const isReading =
    ('syscall' in error && readingCalls.includes(String(error.syscall))) ||
    (code === 'EACCES' && where !== undefined && mayNotRead(where));
  const advice = (isReading ? readAdvices : advices)[code];
  if (advice === undefined) return error;
  const known = (isReading ? unreadableCodes : unwritableCodes)[code];
  const reason = known === undefined ? plainReason(error, {}) : makeReason(known);
  const detail =
    where === undefined ? reason : makeReason('row_named', { name: where, detail: reason });
  const said = makeReason('system_then_run_again', { detail, advice: makeReason(advice) });
  return new CommandError(said, exitCodes.failed, { cause: error });
}

/** Returns true if this user may not read what is at a path. */
export const mayNotRead = (path: string): boolean => isDenied(path, constants.R_OK);

/** Returns true if this user may not write what is at a path, or into that folder. */
export const mayNotWrite = (path: string): boolean => isDenied(path, constants.W_OK);

function isDenied(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return codeOf(error as Error) === 'EACCES';
  }
}

/** The file that an error names: Node's as a field, DuckDB's in quotes. */
function fileOf(error: Error): string | undefined {
  if ('path' in error && typeof error.path === 'string') return error.path;
  return /["'](\/[^"'\n]+)["']/.exec(error.message)?.[1];
}

function codeOf(error: Error): string | undefined {
  // SQLite tells besides what it did, such as SQLITE_IOERR_WRITE.
  if ('code' in error) return String(error.code).replace(/^(SQLITE_IOERR).*/, '$1');
  const message = error.message.toLowerCase();
  return Object.entries(systemWords).find(([words]) => message.includes(words))?.[1];
}
