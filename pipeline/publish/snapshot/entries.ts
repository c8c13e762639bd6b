import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { type Bytes, openBytes } from './bytes.ts';
import type { AccountEntry, FileEntry } from './layout.ts';

/** One line of a file of entries, without its end. */
interface EntryLine {
  /** Byte offset of the line in the file. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Bytes that are read or written at once. */
const usualPart = 1 << 20;
const lineEnd = 10;

/** Lines of a file in parts, because many accounts exceed the longest string and buffer. */
export function* linesIn(file: Bytes, partBytes = usualPart): Generator<EntryLine> {
  let begun: Buffer[] = [];
  let offset = 0;
  for (let at = 0; at < file.length; at += partBytes) {
    const part = Buffer.allocUnsafe(Math.min(partBytes, file.length - at));
    file.read(part, at);
    let from = 0;
    for (let end = part.indexOf(lineEnd); end !== -1; end = part.indexOf(lineEnd, from)) {
      begun.push(part.subarray(from, end));
      const bytes = joined(begun);
      if (bytes.length > 0) yield { offset, bytes };
      begun = [];
      from = end + 1;
      offset = at + from;
    }
    if (from < part.length) begun.push(part.subarray(from));
  }
  const bytes = joined(begun);
  if (bytes.length > 0) yield { offset, bytes };
}

const joined = (parts: readonly Buffer[]): Buffer => {
  const [only = Buffer.alloc(0), ...more] = parts;
  return more.length === 0 ? only : Buffer.concat(parts);
};

const idBegins = Buffer.from('{"id":"');
const quote = 34;

/** The id in a line, without parsing the rest, which takes a hundred times as long. */
export function idIn(line: Buffer): string {
  const end = line.indexOf(quote, idBegins.length);
  const id = line.toString('utf8', idBegins.length, end);
  const isPlain = line.subarray(0, idBegins.length).equals(idBegins) && !id.includes('\\');
  return isPlain ? id : parsed(line).id;
}

/** The entry that a line is. */
export const parsed = (line: Buffer): AccountEntry => JSON.parse(line.toString());

/** Size of the cache of parsed entries. */
const cachedEntries = 1000;

/**
 * Reads accounts from a file of entries. Memory holds only ids and offsets. The file may be removed
 * from its folder while it is open.
 */
export class Entries {
  readonly #file: Bytes;
  readonly #positions = new Map<string, number>();
  readonly #ends: number[] = [];
  readonly #begins: number[] = [];
  readonly #cache = new LRUCache<string, AccountEntry>({ max: cachedEntries });
  readonly #partBytes: number;

  /** Opens a file; of its accounts only those that are wanted. */
  constructor(
    path: string,
    isWanted: (id: string) => boolean = () => true,
    partBytes: number = usualPart,
  ) {
    this.#partBytes = partBytes;
    this.#file = openBytes(path);
    try {
      for (const { offset, bytes } of linesIn(this.#file, partBytes)) {
        const id = idIn(bytes);
        if (!isWanted(id)) continue;
        this.#positions.set(id, this.#begins.push(offset) - 1);
        this.#ends.push(offset + bytes.length);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** In their order in the file. */
  ids(): IterableIterator<string> {
    return this.#positions.keys();
  }

  entry(id: string): AccountEntry | undefined {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const line = this.line(id);
    const entry = line && parsed(line);
    if (entry) this.#cache.set(id, entry);
    return entry;
  }

  /** An account's line as it stands in the file. */
  line(id: string): Buffer | undefined {
    const position = this.#positions.get(id);
    if (position === undefined) return undefined;
    const begin = this.#begins[position] ?? 0;
    const line = Buffer.allocUnsafe((this.#ends[position] ?? 0) - begin);
    this.#file.read(line, begin);
    return line;
  }

  /** Yields every entry in file order, without the cost of a lookup for each. */
  *all(): Generator<AccountEntry> {
    for (const { offset, bytes } of linesIn(this.#file, this.#partBytes)) {
      const position = this.#positions.get(idIn(bytes));
      if (position !== undefined && this.#begins[position] === offset) yield parsed(bytes);
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** Writes lines to a file durably, in parts, and answers with what it is then. */
export function writeEntries(path: string, lines: Iterable<Buffer>): Omit<FileEntry, 'path'> {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  let [bytes, rows] = [0, 0];
  let part: Buffer[] = [];
  let partBytes = 0;
  const write = (): void => {
    const whole = Buffer.concat(part);
    hash.update(whole);
    for (let at = 0; at < whole.length; ) at += writeSync(file, whole, at);
    bytes += whole.length;
    part = [];
    partBytes = 0;
  };
  try {
    for (const line of lines) {
      part.push(line, end);
      partBytes += line.length + end.length;
      rows += 1;
      if (partBytes >= usualPart) write();
    }
    write();
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), bytes, rows };
}

const end = Buffer.from('\n');
