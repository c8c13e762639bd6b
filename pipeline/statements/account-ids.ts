import type { HeldPart } from '../platforms/source/source-files.ts';

/** The same rows, of an account that is known by that id. */
export function withAccountId({ tables }: HeldPart, id: string): HeldPart {
  const renamed = Object.entries(tables).map(([name, rows]) => [
    name,
    rows.map((row) => ({ ...row, account_id: id })),
  ]);
  return { id, tables: Object.fromEntries(renamed) };
}

/**
 * The id under which the facts of an owner's statement are kept: a statement proves nothing, so that
 * facts of an account that is somebody else's, or nobody's yet, never come together with another's.
 */
export const ownId = (id: string, owner: string): string => `${id} of ${owner}`;
