import { readFileSync } from 'node:fs';
import { isAbsent } from '../files.ts';
import { versionPattern } from './layout.ts';

/** The version that a file names as published; null where it is absent or names none. */
export function readPointer(path: string): string | null {
  try {
    const name = readFileSync(path, 'utf8').trim();
    return versionPattern.test(name) ? name : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
