import type { Transaction } from 'kysely';
import { recordChange } from './audit.ts';
import { toStamp } from './instants.ts';
import { selectAccounts, toAccounts } from './rows.ts';
import type { Confirmation } from './schema.ts';
import { updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { broker, terminal } from './words.ts';

/** Proof that an owner controls an account. */
export interface IdentityProof {
  readonly by: typeof broker | typeof terminal;
  /** Sentence that says how it was proved. The page shows it, so it has no account number. */
  readonly how: string;
}

const shownWords: Readonly<Record<IdentityProof['by'], string>> = {
  broker: 'is marked: identity proved by a sign-in at the broker',
  terminal: 'is marked: identity proved by a code of the terminal',
};

/**
 * Gives an account the mark of identity in the caller's transaction. A mark that it has stays, but
 * a sign-in at the broker replaces a code, since it proves more. Returns false if nothing changed.
 */
export async function proveIdentity(
  db: Transaction<Tables>,
  slug: string,
  { by, how }: IdentityProof,
  { actor, at }: { readonly actor: string; readonly at: Date },
): Promise<boolean> {
  const [account] = toAccounts(await selectAccounts(db).where('slug', '=', slug).execute());
  if (account === undefined) return false;
  const before = account.confirmed.identity;
  if (before !== null && !(before.by === terminal && by === broker)) return false;
  const mark: Confirmation = { by, at: toStamp(at), how };
  await updateRows(db, 'accounts', { slug }, { identity: JSON.stringify(mark) });
  const change = { kind: account.type, entry: slug, field: 'verified.identity' };
  const shows = shownWords[by];
  await recordChange(db, { ...change, from: before, to: mark, shows }, actor, at);
  return true;
}
