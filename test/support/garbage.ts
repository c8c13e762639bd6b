import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage, so that files are closed: libsql keeps those of a closed database open until
 * its statements are collected.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  // Native objects are released in a later turn of the event loop.
  await setTimeout(20);
}
