import { CommandError } from '../../pipeline/base/errors.ts';
import { reasonOf } from '../../pipeline/base/reasons/reason.ts';
import { DatabaseOutOfReach } from '../../pipeline/base/tables.ts';
import type { Html } from '../site/html.ts';
import type { SignedInRequest } from './page-request.ts';
import { reasonText } from './reasons/reason-text.ts';

/** Tells whether a rule refused a decision, as opposed to the registry being unavailable. */
export const isRefusal = (error: unknown): error is CommandError =>
  error instanceof CommandError && !(error instanceof DatabaseOutOfReach);

/** Error codes of SQLite, PostgreSQL and network connections. */
const storeCodes = /^(?:SQLITE_|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_)|^\d[0-9A-Z]{4}$/;

/** Tells whether an error means that the registry is unavailable. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof CommandError ||
  (error instanceof Error && 'code' in error && storeCodes.test(String(error.code)));

/** Error codes of SQLite, PostgreSQL and file systems for a full disk. */
const fullDiskCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'];

/** Tells whether a write failed because the disk is full. */
export const isDiskFull = (error: unknown): error is Error & { readonly code: unknown } =>
  error instanceof Error && 'code' in error && fullDiskCodes.includes(String(error.code));

/**
 * Returns the reason why a rule refused a decision; null if it was accepted. Rethrows other errors.
 */
export async function refusalOf(
  decision: Promise<unknown>,
  request: SignedInRequest,
): Promise<Html | null> {
  try {
    await decision;
    return null;
  } catch (error) {
    return refusalText(error, request);
  }
}

/** Says why a rule refused a decision. Rethrows other errors. */
export function refusalText(error: unknown, request: SignedInRequest): Html {
  if (!isRefusal(error)) throw error;
  return reasonText(reasonOf(error), request);
}
