import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from './layout.ts';

const bufferBytes = 4 * 1024 * 1024;

/** Bytes appended to a pack, or found in an earlier one. */
export interface Written {
  offset: number;
  bytes: number;
  sha256: string;
}

/**
 * Writes parts one behind the other into one file that is named after its content.
 * Nothing is visible in the packs folder before `finish`.
 */
export class PackWriter {
  readonly #directory: string;
  readonly #extension: string;
  readonly #temporary: string;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(bufferBytes);
  #buffered = 0;
  #flushed = 0;
  #size = 0;
  #hash: Hash = createHash('sha256');
  #part: { offset: number; hash: Hash; before: Hash } | undefined;

  constructor(directory: string, temporaryDirectory: string, name: string, extension: string) {
    this.#directory = directory;
    this.#extension = extension;
    this.#temporary = join(temporaryDirectory, `${name}.${extension}`);
    this.#file = openSync(this.#temporary, 'w');
  }

  /** Starts a part; what follows until `end` or `discard` belongs to it. */
  begin(): void {
    this.#part = { offset: this.#size, hash: createHash('sha256'), before: this.#hash.copy() };
  }

  append(bytes: Uint8Array): void {
    this.#part?.hash.update(bytes);
    this.#hash.update(bytes);
    this.#size += bytes.byteLength;
    if (this.#buffered + bytes.byteLength > bufferBytes) this.#flush();
    if (bytes.byteLength > bufferBytes) {
      this.#write(bytes);
    } else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += bytes.byteLength;
    }
  }

  /** Ends the part; when its content is `known` already, takes it back. */
  end(isKnown: (sha256: string) => boolean): Written {
    const part = this.#part;
    if (!part) throw new Error('no part was begun');
    this.#part = undefined;
    const written = {
      offset: part.offset,
      bytes: this.#size - part.offset,
      sha256: part.hash.digest('hex'),
    };
    if (isKnown(written.sha256)) this.#rewind(part.offset, part.before);
    return written;
  }

  /** Makes the pack durable under its final name. */
  finish(rows: number): FileEntry {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    const sha256 = this.#hash.digest('hex');
    const name = `${sha256}.${this.#extension}`;
    renameSync(this.#temporary, join(this.#directory, name));
    return { path: `packs/${name}`, sha256, bytes: this.#size, rows };
  }

  /** Removes what was written so far. */
  abandon(): void {
    closeSync(this.#file);
    rmSync(this.#temporary, { force: true });
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array): void {
    let written = 0;
    while (written < bytes.byteLength) {
      const left = bytes.byteLength - written;
      written += writeSync(this.#file, bytes, written, left, this.#flushed + written);
    }
    this.#flushed += bytes.byteLength;
  }

  #rewind(offset: number, hash: Hash): void {
    const inBuffer = this.#size - offset;
    if (inBuffer <= this.#buffered) {
      this.#buffered -= inBuffer;
    } else {
      this.#flush();
      ftruncateSync(this.#file, offset);
      this.#flushed = offset;
    }
    this.#size = offset;
    this.#hash = hash;
  }
}
