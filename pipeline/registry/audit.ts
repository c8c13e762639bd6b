import type { Selectable, Transaction } from 'kysely';
import type { Change } from './changes.ts';
import { chunks } from './chunks.ts';
import { toStamp } from './instants.ts';
import type { RegistryStore } from './store.ts';
import { insertRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Change as the audit trail stores it. */
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
  // Writers take turns, so no other process can take the next number.
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
  await insertRows(db, 'audit_trail', rows);
}

/** Enters one change. It shows no more than before unless `shows` says what. */
export const recordChange = (
  db: Transaction<Tables>,
  change: Omit<Change, 'shows'> & Partial<Pick<Change, 'shows'>>,
  actor: string,
  now: Date,
): Promise<void> => recordChanges(db, [{ shows: null, ...change }], actor, now);

/**
 * Enters a change of something that an owner has, such as a key. `from` and `to` never have a
 * secret: people who may not use it can read the trail.
 */
export const recordOwned = (
  db: Transaction<Tables>,
  owner: string,
  field: string,
  from: object | null,
  to: object | null,
  actor: string,
  now: Date,
): Promise<void> => recordChange(db, { kind: 'owner', entry: owner, field, from, to }, actor, now);

/** Returns the audit trail, oldest first. With `slug`, returns only the entries of that slug. */
export async function readAudit(
  { store }: { readonly store: RegistryStore },
  slug?: string,
): Promise<AuditEntry[]> {
  const all = store.db.selectFrom('audit_trail').selectAll().orderBy('number');
  const rows = await (slug === undefined ? all : all.where('entry', '=', slug)).execute();
  return rows.map(toEntry);
}

/** Returns the entries about these fields that come after the one with a number, oldest first. */
export async function readAuditOf(
  { store }: { readonly store: RegistryStore },
  fields: readonly string[],
  after: number,
): Promise<AuditEntry[]> {
  const entries = store.db
    .selectFrom('audit_trail')
    .selectAll()
    .where('number', '>', after)
    .where('field', 'in', fields);
  return (await entries.orderBy('number').execute()).map(toEntry);
}

/** Returns the newest change of a field of each of these entries, by their slugs. */
export async function readNewestChanges(
  { store }: { readonly store: RegistryStore },
  field: string,
  slugs: readonly string[],
): Promise<Map<string, AuditEntry>> {
  const newest = new Map<string, AuditEntry>();
  for (const lot of chunks(slugs)) {
    const rows = await store.db
      .selectFrom('audit_trail')
      .selectAll()
      .where('field', '=', field)
      .where('entry', 'in', lot)
      .orderBy('number')
      .execute();
    for (const row of rows) newest.set(row.entry, toEntry(row));
  }
  return newest;
}

interface AuditPage {
  /** Number of the oldest entry already read; null reads from the newest on. */
  readonly before: number | null;
  readonly count: number;
}

/**
 * Returns the audit trail of an owner, newest first. It has decisions about the owner, and about
 * their accounts from the day they got them.
 */
export async function readOwnAudit(
  { store }: { readonly store: RegistryStore },
  owner: string,
  { before, count }: AuditPage,
): Promise<AuditEntry[]> {
  const rows = await store.db
    .selectFrom('audit_trail as trail')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('kind', '=', 'owner'), where('entry', '=', owner)]),
        where.and([
          where('kind', '!=', 'owner'),
          where(
            'entry',
            'in',
            where.selectFrom('accounts').select('slug').where('owner', '=', owner),
          ),
          where.not(
            where.exists(
              where
                .selectFrom('audit_trail as later')
                .select('later.number')
                .whereRef('later.entry', '=', 'trail.entry')
                .where((order) =>
                  order.or([
                    order('later.number', '>=', order.ref('trail.number')),
                    // Decisions of the same moment name earlier values, so the new owner may not
                    // see them.
                    order.and([
                      order('later.at', '=', order.ref('trail.at')),
                      order('later.actor', '=', order.ref('trail.actor')),
                    ]),
                  ]),
                )
                .where('later.kind', '!=', 'owner')
                .where('later.field', '=', 'owner')
                .where('later.from', '!=', 'null'),
            ),
          ),
        ]),
      ]),
    )
    .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(count)
    .execute();
  return rows.map(toEntry);
}

const toEntry = ({ from, to, ...row }: Selectable<Tables['audit_trail']>): AuditEntry => ({
  ...row,
  from: JSON.parse(from),
  to: JSON.parse(to),
});
