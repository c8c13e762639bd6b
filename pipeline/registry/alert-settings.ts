import { recordChange } from './audit.ts';
import { actorOf, NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { findRow, replaceRows } from './table-rows.ts';
import { type AlertKind, alertKinds, wordsIn } from './words.ts';

/** Alerts of an account that are switched on. */
export interface AlertSettings {
  readonly kinds: readonly AlertKind[];
  /** Percent below the peak from which `drawdown` is sent; null if it is off. */
  readonly drawdownLimit: number | null;
  /** First month that `new_month` tells of, as YYYY-MM; null if it is off. */
  readonly monthsSince: string | null;
}

const noAlerts: AlertSettings = { kinds: [], drawdownLimit: null, monthsSince: null };

/** Alerts of an account with its present owner. */
export interface WatchedAccount extends AlertSettings {
  readonly account: string;
  readonly owner: string;
}

/** Lists the accounts that have alerts and still belong to the owner who switched them on. */
export async function watchedAccounts({
  store,
}: Pick<Registry, 'store'>): Promise<WatchedAccount[]> {
  const rows = await store.db
    .selectFrom('alert_settings')
    .innerJoin('accounts', 'accounts.slug', 'alert_settings.account')
    .select(['alert_settings.account', 'alert_settings.owner', 'kinds'])
    .select(['drawdown_limit', 'months_since'])
    .whereRef('accounts.owner', '=', 'alert_settings.owner')
    .where('kinds', '<>', '')
    .orderBy('alert_settings.account')
    .execute();
  return rows.map(({ account, owner, kinds, drawdown_limit, months_since }) => ({
    account,
    owner,
    kinds: wordsIn(alertKinds, kinds),
    drawdownLimit: drawdown_limit,
    monthsSince: months_since,
  }));
}

/** Returns the alerts that an owner has switched on for an account. */
export async function alertSettingsOf(
  { store }: Pick<Registry, 'store'>,
  owner: string,
  account: string,
): Promise<AlertSettings> {
  const row = await findRow(store.db, 'alert_settings', { account, owner });
  if (row === undefined) return noAlerts;
  return {
    kinds: wordsIn(alertKinds, row.kinds),
    drawdownLimit: row.drawdown_limit,
    monthsSince: row.months_since,
  };
}

/** Switches alerts of an account on and off. Throws a NotOwnedError for another owner's account. */
export async function setAlerts(
  registry: Registry,
  owner: string,
  account: string,
  { kinds, drawdownLimit }: Pick<AlertSettings, 'kinds' | 'drawdownLimit'>,
): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const found = await findRow(db, 'accounts', { slug: account, owner });
    if (found === undefined) throw new NotOwnedError();
    const before = await findRow(db, 'alert_settings', { account });
    const isOwners = before?.owner === owner;
    const earlier = isOwners ? before.months_since : null;
    // Months that ended before it was switched on are no news.
    const months_since = kinds.includes('new_month')
      ? (earlier ?? now.toISOString().slice(0, 7))
      : null;
    const row = {
      owner,
      kinds: kinds.join(' '),
      months_since,
      drawdown_limit: kinds.includes('drawdown') ? drawdownLimit : null,
    };
    await replaceRows(db, 'alert_settings', 'account', [{ account, ...row }]);
    const termsOf = (of: { kinds: string; drawdown_limit: number | null }) => ({
      kinds: of.kinds,
      drawdown_limit: of.drawdown_limit,
    });
    const from = isOwners ? termsOf(before) : { kinds: '', drawdown_limit: null };
    const to = termsOf(row);
    if (JSON.stringify(from) === JSON.stringify(to)) return;
    const change = { kind: found.type, entry: account, field: 'alerts', from, to };
    await recordChange(db, change, actorOf(owner), now);
  });
}
