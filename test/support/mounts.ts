import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

/** Lists mount points below a folder, the innermost first. */
export function mountsBelow(folder: string): string[] {
  const table = readFileSync('/proc/self/mounts', 'utf8');
  const places = table.split('\n').map((line) => line.split(' ')[1] ?? '');
  // In this list, blanks in names are octal numbers.
  const named = places.map((place) =>
    place.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
  );
  return named.filter((place) => place.startsWith(`${folder}/`)).reverse();
}

/**
 * Unmounts a folder lazily, since a closed database may keep its file open until garbage
 * collection.
 */
export function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Removes a folder, and unmounts what an interrupted test left in it. */
export function removeWithMounts(folder: string): void {
  for (const place of mountsBelow(folder)) unmount(place);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
