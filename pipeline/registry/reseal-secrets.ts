import { leftIn, resealLeft, type SealedRow } from './left-sign-ins.ts';
import type { Registry } from './registry.ts';
import { updateRows } from './table-rows.ts';

/**
 * Replaces the sealed secrets of connections and of left sign-ins in one transaction. Returns how
 * many changed.
 */
export async function resealSecrets(
  { store }: Pick<Registry, 'store'>,
  reseal: (row: SealedRow) => string | null,
): Promise<number> {
  return store.write(async (db) => {
    const rows = await db
      .selectFrom('broker_connections')
      .select(['id', 'owner', 'kind', 'environment', 'secret'])
      .execute();
    let changed = 0;
    for (const row of rows) {
      const secret = reseal(row);
      if (secret === null) continue;
      await updateRows(db, 'broker_connections', { id: row.id }, { secret });
      changed += 1;
    }
    for (const row of await leftIn(db)) {
      const secret = reseal(row);
      if (secret === null) continue;
      await resealLeft(db, row, secret);
      changed += 1;
    }
    return changed;
  });
}
