import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from './layout.ts';

/** A pack that is durable; how many rows are in it, its bytes do not tell. */
export type PackFile = Omit<FileEntry, 'rows'>;

/** Bytes that a pack holds back before it writes them. */
export const roomBytes = 4 * 1024 * 1024;

/**
 * Writes parts one behind the other into one file that is named after its content.
 * Nothing is visible in the packs folder before `finish`.
 */
export class PackWriter {
  readonly #directory: string;
  readonly #extension: string;
  readonly #temporary: string;
  readonly #hash = createHash('sha256');
  readonly #buffer = Buffer.allocUnsafe(roomBytes);
  #file: number | undefined;
  #buffered = 0;
  #written = 0;

  constructor(directory: string, temporaryDirectory: string, name: string, extension: string) {
    this.#directory = directory;
    this.#extension = extension;
    this.#temporary = join(temporaryDirectory, `${name}.${extension}`);
  }

  /** Bytes added so far. */
  get size(): number {
    return this.#written + this.#buffered;
  }

  /**
   * Returns room for so many bytes, at most `roomBytes`. The caller fills it, then adds it or
   * leaves it unused.
   */
  room(bytes: number): Buffer {
    if (this.#buffered + bytes > roomBytes) this.#flush();
    return this.#buffer.subarray(this.#buffered, this.#buffered + bytes);
  }

  /** Adds the first bytes of the room that was given last. */
  add(bytes: number): void {
    this.#buffered += bytes;
  }

  /** Adds any number of bytes, and returns their offset in the pack. */
  append(bytes: Uint8Array): number {
    const offset = this.size;
    for (let from = 0; from < bytes.length; from += roomBytes) {
      const piece = bytes.subarray(from, from + roomBytes);
      this.room(piece.length).set(piece);
      this.add(piece.length);
    }
    return offset;
  }

  /** Makes the pack durable under its final name. */
  finish(): PackFile {
    this.#flush();
    const file = this.#opened();
    fsyncSync(file);
    closeSync(file);
    const sha256 = this.#hash.digest('hex');
    const name = `${sha256}.${this.#extension}`;
    renameSync(this.#temporary, join(this.#directory, name));
    return { path: `packs/${name}`, sha256, bytes: this.#written };
  }

  /** Removes what was written so far. */
  abandon(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#temporary, { force: true });
  }

  #opened(): number {
    this.#file ??= openSync(this.#temporary, 'w');
    return this.#file;
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#buffered);
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#opened(), bytes, done, bytes.length - done);
    }
    this.#written += bytes.length;
    this.#buffered = 0;
  }
}
