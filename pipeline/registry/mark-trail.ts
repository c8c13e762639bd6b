import { hash } from 'node:crypto';
import { type AuditEntry, readAuditOf } from './audit.ts';
import type { RegistryStore } from './store.ts';

/** Number of trail entries about badges, and a SHA-256 over all of them in their order. */
export interface MarkTrail {
  readonly entries: number;
  readonly sha256: string;
  /** Time of the newest deletion, which removed entries; null before the first. */
  readonly deleted_at: string | null;
}

const fieldsOfMarks: readonly string[] = ['verified.identity', 'verified.track_record'];

/** Returns true if an entry of the audit trail gives, removes or changes a badge. */
export const isAboutMark = ({ field }: Pick<AuditEntry, 'field'>): boolean =>
  fieldsOfMarks.includes(field);

/** Returns the time of the newest deletion of an account, portfolio or owner; null without one. */
export const newestDeletion = (entries: readonly AuditEntry[]): string | null =>
  entries.findLast(({ field }) => field === 'deleted')?.at ?? null;

const hashOfNone = hash('sha256', 'badges', 'hex');

/**
 * Returns a hash for each number of entries, from none on. Each covers all entries before it.
 * `before` is the hash of entries that come before these.
 */
export function trailHashes(entries: readonly AuditEntry[], before: string = hashOfNone): string[] {
  let last = before;
  const hashes = [last];
  for (const { number, at, actor, kind, entry, field, from, to } of entries) {
    const text = JSON.stringify([number, at, actor, kind, entry, field, from, to]);
    last = hash('sha256', `${last}\n${text}`, 'hex');
    hashes.push(last);
  }
  return hashes;
}

/** State of the trail up to the entry with a number. */
interface NotedTrail {
  readonly number: number;
  readonly trail: MarkTrail;
  /** Revision of the registry at which it was so, or an earlier one. */
  readonly revision: number;
}

const none = { number: 0, trail: { entries: 0, sha256: hashOfNone, deleted_at: null } };

/**
 * Reads the state of the trail, which the next version puts into the chain. After a decision it
 * reads only newer entries, because every account has some. A deletion removes earlier ones.
 */
export async function readMarkTrail(store: RegistryStore): Promise<MarkTrail> {
  const { revision, trail: text } = await store.db
    .selectFrom('registry_state')
    .select(['revision', 'trail'])
    .executeTakeFirstOrThrow();
  const noted: NotedTrail | null = JSON.parse(text ?? 'null');
  if (noted?.revision === revision) return noted.trail;
  const later = await readAfter(store, noted?.number ?? 0);
  const isContinued = noted !== null && newestDeletion(later) === null;
  const state = isContinued
    ? continued(noted, later)
    : continued(none, noted === null ? later : await readAfter(store, 0));
  const trail = JSON.stringify({ ...state, revision } satisfies NotedTrail);
  await store.annotate((db) => db.updateTable('registry_state').set({ trail }).execute());
  return state.trail;
}

const readAfter = (store: RegistryStore, number: number): Promise<AuditEntry[]> =>
  readAuditOf({ store }, [...fieldsOfMarks, 'deleted'], number);

function continued(
  { number, trail }: Pick<NotedTrail, 'number' | 'trail'>,
  later: readonly AuditEntry[],
): Pick<NotedTrail, 'number' | 'trail'> {
  const entries = later.filter(isAboutMark);
  return {
    number: later.at(-1)?.number ?? number,
    trail: {
      entries: trail.entries + entries.length,
      sha256: trailHashes(entries, trail.sha256).at(-1) ?? trail.sha256,
      deleted_at: newestDeletion(later) ?? trail.deleted_at,
    },
  };
}
