import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import type { ConnectorWorld } from './world.ts';

/** Milliseconds between two checks of the progress of a read. */
const betweenLooks = 2;
/** Most milliseconds from that progress to the kill. */
const longestRest = 12;
/** Milliseconds until the claim of a killed reader expires. */
const claimLasts = 1000;

/** Starts a process that reads all connections that are due. */
export const startSync = (
  { folder, secretKey }: ConnectorWorld,
  addresses: Readonly<Record<string, string>>,
) =>
  spawn(
    process.execPath,
    [inPackage('dist/test/pipeline/connectors/sync-child.js'), folder, JSON.stringify(addresses)],
    { env: { ...process.env, SECRET_KEY: secretKey }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

/**
 * Kills a read soon after `hasCome` is true, and waits until another reader may continue. Returns
 * false if the read ended before.
 */
export async function killSync(
  child: ReturnType<typeof startSync>,
  hasCome: () => boolean,
  random: () => number,
): Promise<boolean> {
  const ended = once(child, 'exit').then(([, signal]) => String(signal));
  const isOver = ended.then(() => true);
  while (!hasCome()) {
    if (await Promise.race([isOver, pause(betweenLooks, false)])) break;
  }
  await pause(random() * longestRest);
  child.kill('SIGKILL');
  const isKilled = (await ended) === 'SIGKILL';
  await pause(claimLasts);
  return isKilled;
}
