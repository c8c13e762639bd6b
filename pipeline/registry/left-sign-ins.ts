import type { Transaction } from 'kysely';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { deleteRows, insertRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Kinds whose service keeps an account for each sign-in until it is told to remove it. */
export const keptByService: readonly string[] = ['metaapi'];

/** Row with a sealed secret. */
export type SealedRow = Pick<
  Tables['broker_connections'],
  'id' | 'owner' | 'kind' | 'environment' | 'secret'
>;

/** Sign-in that no connection has any more, and that its service must still remove. */
export interface LeftSignIn extends SealedRow {
  /** Earliest instant at which to ask the service. */
  readonly due_at: string;
}

/** Notes that a service must remove what it keeps for a sign-in. Other kinds keep nothing. */
export async function leaveSignIn(
  db: Transaction<Tables>,
  { id, owner, kind, environment, secret }: SealedRow,
  due: Date,
): Promise<void> {
  if (!keptByService.includes(kind)) return;
  const due_at = toStamp(due);
  await insertRow(db, 'left_sign_ins', { id, owner, kind, environment, secret, due_at });
}

/** Lists the sign-ins that services must remove, the one that waits longest first. */
export const leftSignIns = ({ store: { db } }: Pick<Registry, 'store'>): Promise<LeftSignIn[]> =>
  db.selectFrom('left_sign_ins').selectAll().orderBy('due_at').orderBy('secret').execute();

/** Deletes sign-ins that their service has removed, or that a connection uses. */
export const forgetLeft = (
  { store }: Pick<Registry, 'store'>,
  rows: readonly SealedRow[],
): Promise<void> =>
  store.annotate(async (db) => {
    for (const { secret } of rows) await deleteRows(db, 'left_sign_ins', { secret });
  });

/** Notes that a service is asked again no earlier than `due`. */
export const postponeLeft = (
  { store }: Pick<Registry, 'store'>,
  { secret }: SealedRow,
  due: Date,
): Promise<unknown> =>
  store.annotate((db) => updateRows(db, 'left_sign_ins', { secret }, { due_at: toStamp(due) }));

/**
 * Replaces the sealed secrets of connections and of left sign-ins in one transaction. Returns how
 * many changed.
 */
export const resealSecrets = (
  { store }: Pick<Registry, 'store'>,
  reseal: (row: SealedRow) => string | null,
): Promise<number> =>
  store.write(async (db) => {
    let changed = 0;
    for (const table of ['broker_connections', 'left_sign_ins'] as const) {
      for (const row of await db.selectFrom(table).selectAll().execute()) {
        const secret = reseal(row);
        if (secret === null) continue;
        await updateRows(db, table, { id: row.id, secret: row.secret }, { secret });
        changed += 1;
      }
    }
    return changed;
  });
