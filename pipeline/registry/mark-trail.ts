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

/** Reads the state of the trail, which the next version puts into the chain. */
export async function readMarkTrail(store: RegistryStore): Promise<MarkTrail> {
  const entries = await readAuditOf({ store }, [...fieldsOfMarks, 'deleted']);
  const hashes = trailHashes(entries.filter(isAboutMark));
  return {
    ...{ entries: hashes.length - 1, sha256: hashes.at(-1) ?? '' },
    deleted_at: newestDeletion(entries),
  };
}
