import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTurns } from '../base/turns.ts';
import type { Reading, StatementOptions } from './statement.ts';

/** Statement that is to be read, with the folder of its file. */
export interface ReadRequest {
  readonly id: string;
  readonly folder: string;
  readonly owner: string;
  readonly name: string;
  readonly options: StatementOptions;
}

/** Reads a statement. Ignore its result once the signal is aborted. */
export type Read = (request: ReadRequest, signal: AbortSignal) => Promise<Reading>;

const seconds = 60;
const heapMegabytes = 1024;
const atOnce = 2;

const inTurn = createTurns(atOnce);

/**
 * Reads a statement in a child process, so that no hostile or large file harms the server. Reads
 * two at a time, and one at a time of each owner. Writes the contents of its deliveries to its
 * folder.
 */
export const readInChildInTurn: Read = (request, signal) =>
  inTurn(request.owner, () => {
    signal.throwIfAborted();
    return readInChild(request, signal);
  });

function readInChild(request: ReadRequest, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('read-child.js', import.meta.url)), [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // Standard output belongs to the command that started the server.
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
