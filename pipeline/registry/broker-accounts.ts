import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { recordOwned } from './audit.ts';
import { ownedIn, withReason } from './broker-connections.ts';
import type { Registry } from './registry.ts';
import { findRows, updateRows } from './table-rows.ts';

/** Account that a connection shows, and the slug that it is recorded under; null if it is not. */
export interface ShownAccount {
  readonly broker_id: string;
  /** JSON of the account as the sign-in showed it. */
  readonly details: string;
  readonly account: string | null;
  readonly last_read_at: string | null;
  readonly fault: CodedReason | null;
  readonly notes: readonly CodedReason[];
}

/** Lists the accounts that a connection shows, by their ids. */
export async function shownAccounts(
  { store }: Pick<Registry, 'store'>,
  connection: string,
): Promise<ShownAccount[]> {
  const rows = await findRows(store.db, 'broker_accounts', { connection }, ['broker_id']);
  return rows.map(({ connection: _, notes, ...row }) => ({
    ...withReason(row),
    notes: JSON.parse(notes),
  }));
}

/** Returns the slugs of an owner's accounts that a connection reads. Paused ones read none. */
export async function slugsBeingRead(
  { store }: Pick<Registry, 'store'>,
  owner: string,
): Promise<ReadonlySet<string>> {
  const rows = await store.db
    .selectFrom('broker_accounts')
    .innerJoin('broker_connections', 'broker_connections.id', 'broker_accounts.connection')
    .select('account')
    .where('owner', '=', owner)
    .where('paused_at', 'is', null)
    .where('account', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ account }) => account ?? []));
}

/**
 * Sets which accounts of a connection are recorded, and under which slugs. Throws a CommandError if
 * another connection records one of the slugs.
 */
export async function recordAccounts(
  registry: Registry,
  owner: string,
  id: string,
  slugs: ReadonlyMap<string, string>,
  actor: string,
): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    await ownedIn(db, owner, id);
    const before = await findRows(db, 'broker_accounts', { connection: id });
    const taken = await db
      .selectFrom('broker_accounts')
      .select('account')
      .where('connection', '!=', id)
      .where('account', 'in', ['', ...slugs.values()])
      .execute();
    const account = taken[0]?.account ?? null;
    if (account !== null)
      throw new CommandError(makeReason('connector_already_filled', { account }));
    for (const { broker_id, account } of before) {
      const slug = slugs.get(broker_id) ?? null;
      if (slug === account) continue;
      await updateRows(
        db,
        'broker_accounts',
        { connection: id, broker_id },
        { account: slug, fault: null, notes: '[]' },
      );
      await recordOwned(db, owner, `connections.${id}`, { account }, { account: slug }, actor, now);
    }
    await updateRows(db, 'broker_connections', { id }, { due_at: null });
  });
}
