import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTurns } from '../base/turns.ts';
import type { Reading, StatementOptions } from './found.ts';

/** A statement to be read, by the folder that it lies in. */
export interface ReadRequest {
  readonly id: string;
  readonly folder: string;
  readonly owner: string;
  readonly name: string;
  readonly options: StatementOptions;
}

/** Reads a statement. What it answers once the signal is aborted means nothing. */
export type Read = (request: ReadRequest, signal: AbortSignal) => Promise<Reading>;

const seconds = 60;
const heapMegabytes = 1024;
const atOnce = 2;

const inTurn = createTurns(atOnce);

/**
 * Reads a statement in a process of its own, one at a time of each owner: neither a hostile file
 * nor a large one touches whoever serves, or keeps others waiting. The contents of its deliveries are left in its folder.
 */
export const readApart: Read = (request, signal) =>
  inTurn(request.owner, () => {
    signal.throwIfAborted();
    return readInChild(request, signal);
  });

function readInChild(request: ReadRequest, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('read-process.js', import.meta.url)), [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // What a process says on standard output is for whoever started it.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal,
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    child.once('message', (reading: Reading) => {
      resolve(reading);
      child.disconnect();
    });
    child.once('error', (error) => resolve({ problem: `It cannot be read: ${error.message}` }));
    child.once('exit', (_code, ended) => {
      const isLate = ended === 'SIGKILL';
      resolve({
        problem: isLate
          ? `Reading it took longer than ${seconds} s. Export a shorter period.`
          : 'Reading it took more memory than there is. Export a shorter period.',
      });
    });
    child.send(request);
  });
}
