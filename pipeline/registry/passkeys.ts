import { randomBytes } from 'node:crypto';
import { hashKey } from '../base/key-format.ts';
import { recordOwned } from './audit.ts';
import { stampAfter, toStamp } from './instants.ts';
import { actorOf } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { findRow, insertRow, updateRows } from './table-rows.ts';

/** A passkey as its owner may see it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Public key and counter for checking a signature. */
interface PasskeyCredential {
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

/** Passkeys that an owner may have. */
const maxPasskeys = 10;

const challengeMilliseconds = 5 * 60_000;

/** Stores a challenge for a browser to sign. `owner` is null before anyone has signed in. */
export async function noteChallenge(
  { store, clock }: Registry,
  challenge: string,
  owner: string | null,
): Promise<void> {
  const now = clock();
  const expires_at = stampAfter(now, challengeMilliseconds);
  await store.annotate(async (db) => {
    await db.deleteFrom('passkey_challenges').where('expires_at', '<=', toStamp(now)).execute();
    const challenge_hash = hashKey(challenge);
    await insertRow(db, 'passkey_challenges', { challenge_hash, owner, expires_at });
  });
}

/** Uses up a challenge. Returns true if it was valid for that owner. */
export async function takeChallenge(
  { store, clock }: Registry,
  challenge: string,
  owner: string | null,
): Promise<boolean> {
  const taken = await store.annotate((db) =>
    db
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashKey(challenge))
      .where('owner', owner === null ? 'is' : '=', owner)
      .where('expires_at', '>', toStamp(clock()))
      .returning('challenge_hash')
      .executeTakeFirst(),
  );
  return taken !== undefined;
}

/** Returns an owner's passkeys, oldest first. */
export const passkeysOf = (
  { store }: Registry,
  owner: string,
): Promise<(Passkey & { readonly credential: string })[]> =>
  store.db
    .selectFrom('passkeys')
    .select(['id', 'credential', 'name', 'created_at', 'last_used_at'])
    .where('owner', '=', owner)
    .orderBy('created_at')
    .execute();

/**
 * Adds a passkey of an owner. Returns false if the owner has the most allowed, or if the credential
 * is registered already.
 */
export async function addPasskey(
  { store, clock }: Registry,
  owner: string,
  name: string,
  { id: credential, publicKey, counter }: PasskeyCredential,
): Promise<boolean> {
  const now = clock();
  return store.write(async (db) => {
    const known = await db
      .selectFrom('passkeys')
      .select(['owner', 'credential'])
      .where((where) =>
        where.or([where('owner', '=', owner), where('credential', '=', credential)]),
      )
      .execute();
    if (known.length >= maxPasskeys || known.some((passkey) => passkey.credential === credential)) {
      return false;
    }
    const id = randomBytes(9).toString('base64url');
    await insertRow(db, 'passkeys', {
      id,
      credential,
      owner,
      name,
      counter,
      created_at: toStamp(now),
      last_used_at: null,
      public_key: Buffer.from(publicKey).toString('base64url'),
    });
    await recordOwned(db, owner, `passkeys.${id}`, null, { name }, actorOf(owner), now);
    return true;
  });
}

/** Removes a passkey of an owner. Returns false if they have no passkey with that id. */
export async function removePasskey(
  { store, clock }: Registry,
  owner: string,
  id: string,
): Promise<boolean> {
  const now = clock();
  return store.write(async (db) => {
    const removed = await db
      .deleteFrom('passkeys')
      .where('owner', '=', owner)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) return false;
    await recordOwned(db, owner, `passkeys.${id}`, removed, null, actorOf(owner), now);
    return true;
  });
}

/** Returns the owner of a credential and the key for checking its signature, or null. */
export async function findCredential(
  { store }: Registry,
  id: string,
): Promise<{ readonly owner: string; readonly credential: PasskeyCredential } | null> {
  const found = await findRow(store.db, 'passkeys', { credential: id });
  if (found === undefined) return null;
  const publicKey = new Uint8Array(Buffer.from(found.public_key, 'base64url'));
  return { owner: found.owner, credential: { id, publicKey, counter: Number(found.counter) } };
}

/** Records the use of a passkey, with the counter of uses that it reported. */
export async function notePasskeyUse(
  { store, clock }: Registry,
  credential: string,
  counter: number,
): Promise<void> {
  await store.annotate((db) =>
    updateRows(db, 'passkeys', { credential }, { counter, last_used_at: toStamp(clock()) }),
  );
}
