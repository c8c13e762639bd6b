import type { Transaction } from 'kysely';
import type { Change } from './changes.ts';
import { chunks } from './chunks.ts';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import type { Tables } from './schema.ts';

/** A change as the audit trail keeps it. */
export interface AuditEntry extends Change {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
}

/** Enters changes in the audit trail, inside the transaction that makes them. */
export async function recordChanges(
  db: Transaction<Tables>,
  changes: readonly Change[],
  actor: string,
  now: Date,
): Promise<void> {
  // Writers take turns, so the next number is nobody else's.
  const { last } = await db
    .selectFrom('audit_trail')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const rows = changes.map((change, at) => ({
    ...change,
    number: Number(last ?? 0) + at + 1,
    at: toStamp(now),
    actor,
    from: JSON.stringify(change.from),
    to: JSON.stringify(change.to),
  }));
  for (const some of chunks(rows)) await db.insertInto('audit_trail').values(some).execute();
}

/** What was changed, when and by whom, oldest first; of one slug alone where it is named. */
export async function readAudit(
  { store }: Pick<Registry, 'store'>,
  slug?: string,
): Promise<AuditEntry[]> {
  const all = store.db.selectFrom('audit_trail').selectAll().orderBy('number');
  const rows = await (slug === undefined ? all : all.where('entry', '=', slug)).execute();
  return rows.map(({ number, at, actor, kind, entry, field, from, to, shows }) => ({
    number,
    at,
    actor,
    kind,
    entry,
    field,
    from: JSON.parse(from),
    to: JSON.parse(to),
    shows,
  }));
}
