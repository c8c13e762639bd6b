import { isUtf8 } from 'node:buffer';
import { type Gunzip, gunzip } from 'node:zlib';
import type { TerminalAccount, TerminalDeal } from '../deliveries/deals/terminal.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import type { Table } from '../load/columns.ts';
import type { Line } from './source-lines.ts';

/** Body of a request. */
export interface SentBody {
  readonly bytes: Uint8Array;
  readonly type: 'application/json' | 'application/x-ndjson';
  readonly isGzip: boolean;
}

/** Row of a body. Its index is its line, or its place in the list of its table, from 1. */
export interface SentRow {
  readonly table: Table;
  readonly index: number;
  readonly line: string;
}

/** Content of a body. */
export interface SentRows {
  readonly rows: readonly SentRow[];
  readonly refused: readonly Rejection[];
  /** Warnings about values that are ignored. */
  readonly warnings: ReadonlySet<string>;
  /** True for an empty list of positions without a time. It counts for the time of its arrival. */
  readonly isOfNow: boolean;
  readonly terminal: SentTerminal | null;
}

/** Deal or position of a terminal, with its place in its list, from 1. */
export interface SentDeal {
  readonly index: number;
  readonly deal: TerminalDeal;
  /** True if load surely accepts it. Otherwise load's rules must judge it. */
  readonly isPlain: boolean;
}

/** Account, deals and positions of a terminal. Load's rules have not judged all of them yet. */
export interface SentTerminal {
  readonly account: TerminalAccount;
  readonly deals: readonly SentDeal[];
  /** Null if the body lists no positions. */
  readonly positions: readonly SentDeal[] | null;
}

/** Fault of a body, with the status of the answer. */
export class BodyFault extends Error {
  readonly status: 400 | 413 | 422;
  readonly allowed: readonly string[] | undefined;

  constructor(status: 400 | 413 | 422, detail: string, allowed?: readonly string[]) {
    super(detail);
    this.name = 'BodyFault';
    this.status = status;
    this.allowed = allowed;
  }
}

/** Most rows of a body. */
export const maxRows = 100_000;

/** Rows after which other bodies get a turn. */
export const rowsAtOnce = 1_000;

export const tooManyRows = () =>
  new BodyFault(413, `The body holds more than ${maxRows} rows; send them in parts.`);

/** Takes the rows of a body as they are read. Throws a BodyFault if they are too many. */
export interface RowSink {
  take(table: Table, index: number, line: Line): void;
  refuse(row: Rejection): void;
}

/** Most bytes of an unpacked body. */
export const maxOpenedBytes = 50 * 1024 * 1024;

/** Unpacks a body of UTF-8 text; returns null if that is more than `maxBytes`. */
export async function openBody(
  { bytes, isGzip }: SentBody,
  maxBytes: number,
): Promise<Buffer | null> {
  const opened = isGzip ? await unpacked(bytes, maxBytes) : Buffer.from(bytes);
  if (opened === null || opened.length > maxBytes) return null;
  if (!isUtf8(opened)) throw new BodyFault(400, 'The body is not UTF-8.');
  return opened;
}

async function unpacked(bytes: Uint8Array, maxBytes: number): Promise<Buffer | null> {
  try {
    const { buffer, engine } = await unpack(bytes, maxBytes);
    // Node drops what is behind the last member and begins otherwise.
    if (engine.bytesWritten === bytes.length) return buffer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return null;
  }
  throw new BodyFault(400, 'The gzip body is damaged or cut off.');
}

interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: Gunzip;
}

const unpack = (bytes: Uint8Array, maxOutputLength: number): Promise<Unpacked> =>
  new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength, info: true }, (error, unpacked) => {
      if (error) reject(error);
      // With `info` it is an object, which the types do not know.
      else resolve(unpacked as unknown as Unpacked);
    });
  });
