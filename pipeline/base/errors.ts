import { isDiskFull } from './disk.ts';
import { type CodedReason, inEnglish } from './reasons/reason.ts';

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

const unreadableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'its links lead back to themselves',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EIO: 'its disk reports an error',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  ERR_BUFFER_TOO_LARGE: 'it is too large when unpacked',
  Z_DATA_ERROR: 'it is not gzip',
  Z_BUF_ERROR: 'it is cut off',
};

const unwritableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file has the name of that folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that file system is read-only',
  ENOSPC: 'that disk is full',
  SQLITE_FULL: 'that disk is full',
  EDQUOT: 'the quota on that disk is used up',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EIO: 'that disk reports an error',
};

const unreachableReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'nothing answered in time',
  EHOSTUNREACH: 'no host can be reached',
  ENETUNREACH: 'no network can be reached',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
};

/** Says in plain words why a file could not be read. */
export const readFault = (error: unknown): string => plainReason(error, unreadableReasons);

/** Says in plain words why nothing could be written to a place. */
export const writeFault = (error: unknown): string => plainReason(error, unwritableReasons);

/** Words why a server could not be reached, with its address. Returns the text of other errors. */
export function connectFault(error: unknown): string {
  // Of a name with several addresses, the first tells enough.
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { code, address, hostname, port } = first as NodeJS.ErrnoException & Partial<Server>;
  const reason = unreachableReasons[String(code)];
  if (reason === undefined) return plainReason(first, {}) || String(code ?? first);
  const host = address ?? hostname;
  const isV6 = host?.includes(':') && port !== undefined;
  const server = [isV6 ? `[${host}]` : host, port].filter((part) => part !== undefined).join(':');
  return server === '' ? reason : `${reason} at ${server}`;
}

/** Address of a server that Node could not reach. */
interface Server {
  readonly address: string;
  readonly hostname: string;
  readonly port: number;
}

function plainReason(error: unknown, reasons: Readonly<Record<string, string>>): string {
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error ? reasons[String(error.code)] : undefined;
  return known ?? error.message.replaceAll(/\s+/g, ' ').trim();
}

const advices: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on that disk',
  SQLITE_FULL: 'make room on that disk',
  SQLITE_IOERR: 'check that disk',
  EDQUOT: 'make room within the quota',
  EIO: 'check that disk',
  EROFS: 'mount it so that it can be written',
  EACCES: 'allow this user to write there',
  EPERM: 'allow this user to write there',
  EMFILE: 'raise the limit of open files',
};

const systemWords: Readonly<Record<string, string>> = {
  'no space left on device': 'ENOSPC',
  'disk quota exceeded': 'EDQUOT',
  'input/output error': 'EIO',
  'fsync failed': 'EIO',
  'read-only file system': 'EROFS',
  'permission denied': 'EACCES',
  'too many open files': 'EMFILE',
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
  const advice = advices[code];
  if (advice === undefined) return error;
  const where = fileOf(error) ?? place;
  const reason = unwritableReasons[code] ?? plainReason(error, {});
  const line = where === undefined ? reason : `${where}: ${reason}`;
  return new CommandError(`${line}; ${advice} and run again`, exitCodes.failed, { cause: error });
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
