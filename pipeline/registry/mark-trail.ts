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

/** Returns a hash for each number of entries, from none on. Each covers all entries before it. */
export function trailHashes(entries: readonly AuditEntry[]): string[] {
  let last = hash('sha256', 'badges', 'hex');
  const hashes = [last];
  for (const { number, at, actor, kind, entry, field, from, to } of entries) {
    const text = JSON.stringify([number, at, actor, kind, entry, field, from, to]);
    last = hash('sha256', `${last}\n${text}`, 'hex');
    hashes.push(last);
  }
  return hashes;
}

/**
 * Reads the state of the trail, which the next version puts into the chain. It reads the entries
 * only after a decision, because an owner can have many.
 */
export async function readMarkTrail(store: RegistryStore): Promise<MarkTrail> {
  const { revision, trail } = await store.db
    .selectFrom('registry_state')
    .select(['revision', 'trail'])
    .executeTakeFirstOrThrow();
  const noted: NotedTrail | null = JSON.parse(trail ?? 'null');
  if (noted?.revision === revision) return noted.trail;
  const fresh = await readEntries(store);
  const text = JSON.stringify({ revision, trail: fresh } satisfies NotedTrail);
  await store.annotate((db) => db.updateTable('registry_state').set({ trail: text }).execute());
  return fresh;
}

/** State of the trail at a revision of the registry, or at a later one. */
interface NotedTrail {
  readonly revision: number;
  readonly trail: MarkTrail;
}

async function readEntries(store: RegistryStore): Promise<MarkTrail> {
  const entries = await readAuditOf({ store }, [...fieldsOfMarks, 'deleted']);
  const hashes = trailHashes(entries.filter(isAboutMark));
  return {
    entries: hashes.length - 1,
    sha256: hashes.at(-1) ?? '',
    deleted_at: newestDeletion(entries),
  };
}
