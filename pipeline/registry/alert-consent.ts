import { removeTarget } from './alert-targets.ts';
import { recordOwned } from './audit.ts';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { findRow } from './table-rows.ts';

/** Notes that the reader of an address agreed. A second time changes nothing. */
export async function confirmAlertTarget(registry: Registry, id: string): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const confirmed = await db
      .updateTable('alert_targets')
      .set({ confirmed_at: toStamp(now) })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .returning('owner')
      .executeTakeFirst();
    if (confirmed === undefined) return;
    await recordOwned(db, confirmed.owner, `alerts.${id}`, null, { confirmed: true }, 'link', now);
  });
}

/** Removes an address for its reader, who need not be the owner. */
export async function unsubscribeAlertTarget(registry: Registry, id: string): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const found = await findRow(db, 'alert_targets', { id });
    if (found === undefined) return;
    await removeTarget(db, id);
    const from = { kind: found.kind };
    await recordOwned(db, found.owner, `alerts.${id}`, from, null, 'link', now);
  });
}
