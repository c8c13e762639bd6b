import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that can be read from any place on. */
export interface Bytes {
  readonly name: string;
  readonly length: number;
  /** Fills a buffer with the bytes from `offset` on; throws where they end before. */
  read(into: Buffer, offset: number): void;
  /** Returns a number that each write to the file changes: its ctime, which nobody can set. */
  changedAt(): number;
  close(): void;
}

/** The bytes of the file at a path, open until `close`, or those passed in. */
export function openBytes(source: string | Uint8Array): Bytes {
  return typeof source === 'string' ? ofFile(source) : inMemory(source);
}

function ofFile(path: string): Bytes {
  const file = openSync(path, 'r');
  return {
    name: path,
    length: fstatSync(file).size,
    read(into, offset) {
      for (let done = 0; done < into.length; ) {
        const count = readSync(file, into, done, into.length - done, offset + done);
        if (count === 0) throw new Error(`${path} ends too early`);
        done += count;
      }
    },
    changedAt: () => fstatSync(file).ctimeMs,
    close: () => closeSync(file),
  };
}

function inMemory(bytes: Uint8Array): Bytes {
  return {
    name: 'bytes',
    length: bytes.length,
    read(into, offset) {
      if (offset + into.length > bytes.length) throw new Error('bytes end too early');
      into.set(bytes.subarray(offset, offset + into.length));
    },
    changedAt: () => 0,
    close() {},
  };
}
