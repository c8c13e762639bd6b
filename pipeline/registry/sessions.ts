import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hashKey } from '../base/key-format.ts';
import { recordOwned } from './audit.ts';
import { stampAfter, toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { deleteRows, insertRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** Lifetime of a session in seconds. Use does not extend it. */
export const sessionSeconds = 14 * 24 * 3600;

const seenMilliseconds = 5 * 60_000;

/** A session as its owner may see it. */
export interface Session {
  readonly id: string;
  readonly owner: string;
  readonly agent: string;
  readonly created_at: string;
  readonly seen_at: string;
}

const sessionColumns = ['id', 'owner', 'agent', 'created_at', 'seen_at'] as const;

/**
 * Opens a session and returns its token. `replaced` is the token that the browser had before, which
 * ends, or null.
 */
export async function openSession(
  { store, clock }: Registry,
  owner: string,
  agent: string,
  replaced: string | null,
): Promise<string> {
  return store.annotate(async (db) => {
    if (replaced !== null) {
      await deleteRows(db, 'sessions', { token_hash: hashKey(replaced) });
    }
    return beginSession(db, owner, agent, clock());
  });
}

export async function beginSession(
  db: Db,
  owner: string,
  agent: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = toStamp(now);
  await db.deleteFrom('sessions').where('expires_at', '<=', at).execute();
  await insertRow(db, 'sessions', {
    id: randomBytes(9).toString('base64url'),
    token_hash: hashKey(token),
    owner,
    agent: agent.slice(0, 200),
    created_at: at,
    seen_at: at,
    expires_at: stampAfter(now, sessionSeconds * 1000),
  });
  return token;
}

/** Finds the session of a token, or null if it ended. Updates `seen_at` every few minutes. */
export async function findSession(registry: Registry, token: string): Promise<Session | null> {
  const { store, clock } = registry;
  const now = clock();
  const session = await sessions(store.db, now)
    .where('token_hash', '=', hashKey(token))
    .executeTakeFirst();
  if (session === undefined) return null;
  if (now.getTime() - Date.parse(session.seen_at) > seenMilliseconds) {
    const seen_at = toStamp(now);
    const note = store.annotate((db) =>
      updateRows(db, 'sessions', { id: session.id }, { seen_at }),
    );
    // A session stays valid if this cannot be written.
    await note.catch(() => {});
  }
  return session;
}

/** Returns the sessions of an owner, the most recently seen first. */
export const sessionsOf = ({ store, clock }: Registry, owner: string): Promise<Session[]> =>
  sessions(store.db, clock()).where('owner', '=', owner).orderBy('seen_at', 'desc').execute();

const sessions = (db: Kysely<Tables>, now: Date) =>
  db.selectFrom('sessions').select(sessionColumns).where('expires_at', '>', toStamp(now));

/** Ends the session of a browser that signs out. */
export async function leaveSession(
  { store }: Registry,
  { id }: Pick<Session, 'id'>,
): Promise<void> {
  await store.annotate((db) => deleteRows(db, 'sessions', { id }));
}

/** Ends a session that its owner chose. Returns false if they have no session with that id. */
export async function endSession(registry: Registry, owner: string, id: string): Promise<boolean> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    const ended = await db
      .deleteFrom('sessions')
      .where('owner', '=', owner)
      .where('id', '=', id)
      .returning(['agent', 'created_at'])
      .executeTakeFirst();
    if (ended === undefined) return false;
    await recordOwned(db, owner, `sessions.${id}`, ended, null, `owner:${owner}`, now);
    return true;
  });
}
