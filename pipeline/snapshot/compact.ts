import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from './layout.ts';
import type { Parts } from './parts.ts';

/** Files a version may name before its small ones are put together. */
const mostFiles = 64;
const smallBytes = 64 * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;

/**
 * Keeps the files of a version few: past `most`, the parts of small packs, and of packs less
 * than half in use, go into new packs. Every run adds some, and the server opens them all.
 */
export function compact(parts: Parts, snapshots: string, most: number = mostFiles): void {
  const usage = parts.usage();
  if (usage.size <= most) return;
  const worth = [...usage].filter(([{ bytes }, used]) => bytes < smallBytes || used < bytes / 2);
  gatherFrom(parts, snapshots, new Set(worth.map(([file]) => file)));
}

/** Leaves no byte in the packs of a version that is no part of it. */
export function squeeze(parts: Parts, snapshots: string): void {
  const loose = [...parts.usage()].filter(([{ bytes }, used]) => used < bytes);
  gatherFrom(parts, snapshots, new Set(loose.map(([file]) => file)));
}

function gatherFrom(parts: Parts, snapshots: string, files: ReadonlySet<FileEntry>): void {
  const open = new Map<FileEntry, number>();
  try {
    parts.gather(files, (file, offset, bytes, append) => {
      const handle = open.get(file) ?? openSync(join(snapshots, file.path), 'r');
      open.set(file, handle);
      for (let done = 0; done < bytes; ) {
        const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - done));
        const count = readSync(handle, piece, 0, piece.length, offset + done);
        if (count === 0) throw new Error(`${file.path} ends too early`);
        append(piece.subarray(0, count));
        done += count;
      }
    });
  } finally {
    for (const handle of open.values()) closeSync(handle);
  }
  parts.seal();
}
