import { hash } from 'node:crypto';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { makeReason, reasonOf } from '../../base/reasons/reason.ts';
import { type Store, StoreError } from './store.ts';

/**
 * Puts a small object in the store, reads it and removes it. Throws a CommandError if one of these
 * fails. A run then stops before it computes anything. `machine` is part of the object's name, so
 * no other machine removes it.
 */
export async function probeStore(store: Store, machine: string): Promise<void> {
  const bytes = Buffer.from(machine);
  const content = { sha256: hash('sha256', bytes), bytes: bytes.length };
  const name = `probes/${content.sha256.slice(0, 12)}.txt`;
  try {
    // A killed run may have left one, and then it would not be put again.
    await store.remove(name);
    await store.put(name, content, bytes);
    await store.check(name, content);
    await store.remove(name);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const said = makeReason('nothing_computed', { detail: reasonOf(error) });
    throw new CommandError(said, exitCodes.failed, { cause: error });
  }
}
