import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TerminalSending } from '../deliveries/deals/terminal.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import type { Table } from '../load/columns.ts';

/** A body as it was sent. */
export interface SentBody {
  readonly bytes: Uint8Array;
  readonly type: 'application/json' | 'application/x-ndjson';
  readonly isGzip: boolean;
}

/** A row of a body, by its table and its place: its line, or its place in the table's list, from 1. */
export interface SentRow {
  readonly table: Table;
  readonly place: number;
  readonly line: string;
}

/** What a body holds. */
export interface SentRows {
  readonly rows: readonly SentRow[];
  readonly refused: readonly Rejection[];
  /** What the rows say that does not count. */
  readonly warnings: ReadonlySet<string>;
  /** An empty list of positions without an instant of its own: it is of the instant it came in. */
  readonly isOfNow: boolean;
  readonly terminal: TerminalSending | null;
}

/** Why a body is none, and as which status that is answered. */
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

/** Bytes that a body may open to. */
export const maxOpenedBytes = 50 * 1024 * 1024;

const unpack = promisify(gunzip);

/** The body's text in UTF-8, unpacked; null where that is more than `maxBytes`. */
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
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw new BodyFault(400, 'The body is not whole gzip.');
  }
}
