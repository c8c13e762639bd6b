import { CommandError } from '../../pipeline/base/errors.ts';
import { DatabaseOutOfReach } from '../../pipeline/base/tables.ts';
import { RefusedEntries } from '../../pipeline/registry/refused.ts';

/** Whether a decision was refused by a rule, and not for want of the registry. */
export const isRefusal = (error: unknown): error is CommandError =>
  error instanceof CommandError && !(error instanceof DatabaseOutOfReach);

/** What SQLite, PostgreSQL and the way to it call their failures. */
const ofStores = /^(?:SQLITE_|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_)|^\d[0-9A-Z]{4}$/;

/** Whether the registry could not be asked or written, by what its stores throw. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof CommandError ||
  (error instanceof Error && 'code' in error && ofStores.test(String(error.code)));

/** What SQLite, PostgreSQL and file systems call a full disk. */
const ofFullDisks = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'];

/** Tells whether something could not be written because its disk is full. */
export const isDiskFull = (error: unknown): error is Error & { readonly code: unknown } =>
  error instanceof Error && 'code' in error && ofFullDisks.includes(String(error.code));

/** Why a decision was refused, for whoever made it by a form; null where it was not. */
export async function refusalOf(decision: Promise<unknown>): Promise<string | null> {
  try {
    await decision;
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!(error instanceof RefusedEntries)) return error.message;
    return error.entries.flatMap(({ faults }) => faults).join('; ');
  }
}
