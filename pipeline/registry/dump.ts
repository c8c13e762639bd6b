import type { Registry } from './registry.ts';
import { selectAccounts, sortBySlug, toAccounts } from './rows.ts';
import type { RegistryAccount, RegistryOwner } from './schema.ts';

/** The registry as `registry apply` takes it, sorted by slug; keys are no part of it. */
export async function dumpRegistry(registry: Registry) {
  return registry.store.read(async (db) => ({
    owners: sortBySlug(await db.selectFrom('owners').selectAll().execute()).map(ownerEntry),
    accounts: toAccounts(await selectAccounts(db).execute()).map(accountEntry),
  }));
}

function ownerEntry({ slug, name, plan, plan_until }: RegistryOwner) {
  return { slug, name, plan, plan_until };
}

function accountEntry(account: RegistryAccount) {
  const { slug, type, owner, name, published, confirmed, hide, created_at } = account;
  const { account_id, history_cut_at, currency, members } = account;
  const verified = {
    identity: confirmed.identity ?? false,
    track_record: confirmed.track_record ?? false,
  };
  const common = { owner, name, published, verified };
  return type === 'account'
    ? { slug, type, account_id, ...common, history_cut_at, hide, created_at }
    : { slug, type, ...common, currency, members, hide, created_at };
}
