import { ChildFailed, type ChildFault, createChildQueue } from '../base/child-task.ts';
import { type CodedReason, makeReason, reasonOf } from '../base/reasons/reason.ts';
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
export type ReadInChild = (request: ReadRequest, signal: AbortSignal) => Promise<Reading>;

const seconds = 60;

const read = createChildQueue<ReadRequest, Reading>(
  { module: new URL('read-child.js', import.meta.url), heapMegabytes: 1024, seconds },
  2,
);

/**
 * Reads a statement in a child process, so that no hostile or large file harms the server. Reads
 * two at a time, and one at a time of each owner. Writes the contents of its deliveries to its
 * folder.
 */
export const readInChildInTurn: ReadInChild = (request, signal) =>
  read(request.owner, request, signal).catch((error: unknown) => {
    if (error instanceof ChildFailed) return { problem: problemOf(error.fault) };
    throw error;
  });

function problemOf(fault: ChildFault): CodedReason {
  if (fault instanceof Error)
    return makeReason('import_cannot_be_read', { detail: reasonOf(fault) });
  return fault === 'late'
    ? makeReason('import_read_too_long', { count: seconds })
    : makeReason('import_read_too_large');
}
