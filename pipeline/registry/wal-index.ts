import { openSync, readSync, statSync } from 'node:fs';

/** Tells by one short read whether anything was committed to a SQLite file in WAL mode. */
export interface WalIndex {
  /** Whether the file is as at the last time this was asked, whoever writes to it. */
  isUnchanged(): boolean;
}

// Two copies of the header that a commit rewrites last, and that SQLite itself compares to see
// whether there is something new: https://sqlite.org/walformat.html#the_wal_index_file_format.
const headerBytes = 96;

/** Reads the index of a file that a connection of this process has open and has read from. */
export function openWalIndex(path: string): WalIndex {
  const descriptor = descriptorOf(`${path}-shm`);
  let now = Buffer.alloc(headerBytes);
  let before = Buffer.alloc(headerBytes);
  return {
    isUnchanged() {
      [now, before] = [before, now];
      return readSync(descriptor, now, 0, headerBytes, 0) === headerBytes && now.equals(before);
    },
  };
}

const descriptors = new Map<string, number>();

// Closing any descriptor of a file ends all locks that this process has on it, also those of other
// connections, and libsql keeps closed ones until they are collected: another process would then
// cut off the index that they have mapped. So there is one for all of them, and it is never closed.
function descriptorOf(path: string): number {
  const { dev, ino } = statSync(path);
  const identity = `${dev} ${ino}`;
  const descriptor = descriptors.get(identity) ?? openSync(path, 'r');
  descriptors.set(identity, descriptor);
  return descriptor;
}
