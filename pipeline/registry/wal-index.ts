import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Tells by one short read whether anything was committed to a SQLite file in WAL mode. */
export interface WalIndex {
  /** Whether the file is as at the last time this was asked, whoever writes to it. */
  isUnchanged(): boolean;
  /** To be called once the connection to the file is closed. */
  close(): void;
}

// Two copies of the header that a commit rewrites last, and that SQLite itself compares to see
// whether there is something new: https://sqlite.org/walformat.html#the_wal_index_file_format.
const headerBytes = 96;

/** Reads the index of a file that a connection of this process has open and has read from. */
export function openWalIndex(path: string): WalIndex {
  const { inode, descriptor } = borrow(`${path}-shm`);
  let now = Buffer.alloc(headerBytes);
  let before = Buffer.alloc(headerBytes);
  return {
    isUnchanged() {
      [now, before] = [before, now];
      return readSync(descriptor, now, 0, headerBytes, 0) === headerBytes && now.equals(before);
    },
    close: () => giveBack(inode),
  };
}

interface Shared {
  readonly descriptor: number;
  users: number;
}

const open = new Map<number, Shared>();

// Closing any descriptor of a file ends all locks that this process has on it, also those of other
// connections; so there is one for all of them, closed with the last.
function borrow(path: string): { inode: number; descriptor: number } {
  const inode = statSync(path).ino;
  const shared = open.get(inode) ?? { descriptor: openSync(path, 'r'), users: 0 };
  shared.users += 1;
  open.set(inode, shared);
  return { inode, descriptor: shared.descriptor };
}

function giveBack(inode: number): void {
  const shared = open.get(inode);
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  open.delete(inode);
  closeSync(shared.descriptor);
}
