import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

/** Folders below one that something is mounted on, the innermost first. */
export function mountsBelow(folder: string): string[] {
  const table = readFileSync('/proc/self/mounts', 'utf8');
  const places = table.split('\n').map((line) => line.split(' ')[1] ?? '');
  // Blanks in names stand there as octal numbers.
  const named = places.map((place) =>
    place.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
  );
  return named.filter((place) => place.startsWith(`${folder}/`)).reverse();
}

/**
 * Unmounts a folder, lazily: a database that was closed may hold its file until memory is cleared
 * up.
 */
export function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Removes a folder, with what an interrupted test has left mounted below it. */
export function removeWithMounts(folder: string): void {
  for (const place of mountsBelow(folder)) unmount(place);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
