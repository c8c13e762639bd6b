import { hash } from 'node:crypto';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { type Store, StoreError } from './store.ts';

/**
 * Puts a small object in the store, reads it and removes it. Returns the fault if one of these
 * fails, or null. `machine` is part of the object's name, so no other machine removes it.
 */
async function checkStore(store: Store, machine: string): Promise<StoreError | null> {
  const bytes = Buffer.from(machine);
  const content = { sha256: hash('sha256', bytes), bytes: bytes.length };
  const name = `probes/${content.sha256.slice(0, 12)}.txt`;
  try {
    // A killed run may have left one, and then it would not be put again.
    await store.remove(name);
    await store.put(name, content, bytes);
    await store.check(name, content);
    await store.remove(name);
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** Throws a CommandError if the store fails. A run then stops before it computes anything. */
export async function probeStore(store: Store, machine: string): Promise<void> {
  const fault = await checkStore(store, machine);
  if (fault !== null) throw nothingComputed(fault);
}

/** Makes the error of a run that can't be published, because the store fails. */
function nothingComputed(fault: StoreError): CommandError {
  const detail = probeReason(fault);
  const isReached = fault.detail.code !== 'system_store_unreachable';
  // The reason of an unreachable store ends with advice.
  const said = makeReason(isReached ? 'run_nothing_computed' : 'run_nothing_reached', { detail });
  return new CommandError(said, exitCodes.failed, { cause: fault });
}

/** Says how a store failed in a test. The name of the test's object tells nobody anything. */
export function probeReason({ address, what, detail }: StoreError): CodedReason {
  const tested = { code: what.code, values: { name: makeReason('run_test_object') } };
  return makeReason('run_store_fault', { address, what: tested, detail });
}
