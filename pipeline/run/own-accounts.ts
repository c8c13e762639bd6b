import { existsSync } from 'node:fs';
import { homeOf, isIn, type Partition, wholePartition } from '../base/partition.ts';
import { literal } from '../base/sql-text.ts';
import type { OwnAmong } from '../deliveries/states.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { noteOthers, type PartitionAccounts } from '../load/others-rows.ts';
import { removeRows } from '../load/remove-rows.ts';
import { portfolioId } from '../publish/snapshot/layout.ts';
import { ownersOfAccounts } from '../registry/owners-of-accounts.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { purgeDeleted } from './deletions.ts';
import type { RunOptions } from './run-options.ts';

/** Returns the accounts that a run publishes. Null if it publishes all. */
export async function ownAccounts({
  partition,
  registry,
}: Pick<RunOptions, 'partition' | 'registry'>): Promise<PartitionAccounts | null> {
  if (!partition || partition.count === 1) return null;
  const entries = await registry.accounts();
  const homes = entries.map((entry) => [idOf(entry), homeOf(partition.count, entry)] as const);
  return accountsWith(partition, new Map(homes));
}

/** Returns the accounts of a partition that still publishes some of other homes. */
export const retaining = (
  { partition, homes }: PartitionAccounts,
  ids: Iterable<string>,
): PartitionAccounts =>
  accountsWith(
    partition,
    new Map([...homes, ...Array.from(ids, (id) => [id, partition.index] as const)]),
  );

function accountsWith(partition: Partition, homes: ReadonlyMap<string, number>): PartitionAccounts {
  const unregistered = (id: string) => homeOf(partition.count, { owner: null, account_id: id });
  const homeIn = (id: string) => homes.get(id) ?? unregistered(id);
  return { partition, homes, homeIn, isOwn: (id) => homeIn(id) === partition.index };
}

const idOf = ({ account_id, slug }: Pick<RegistryAccount, 'account_id' | 'slug'>): string =>
  account_id ?? portfolioId(slug);

/** Returns a function that chooses the accounts of a partition by their owners in a registry. */
export const ownAmong =
  (partition: Partition | null, { store }: Pick<Registry, 'store'>): OwnAmong =>
  async (accountIds) => {
    const owners = await ownersOfAccounts(store, accountIds);
    return accountIds.filter((id) =>
      isIn(partition ?? wholePartition, { owner: owners.get(id) ?? null, account_id: id }),
    );
  };

/** Returns a registry as the run of a partition sees it: without the entries of others. */
export function registryOf(
  registry: RunOptions['registry'],
  own: PartitionAccounts | null,
): RunOptions['registry'] {
  if (own === null) return registry;
  const { settleMarks } = registry;
  const isShown = (entry: Parameters<typeof idOf>[0] & Parameters<typeof isIn>[1]): boolean =>
    own.homes.has(idOf(entry)) ? own.isOwn(idOf(entry)) : isIn(own.partition, entry);
  return {
    ...registry,
    hasAccounts: registry.hasAccounts ?? (async () => (await registry.accounts()).length > 0),
    everyAccount: registry.accounts,
    accounts: async () => (await registry.accounts()).filter(isShown),
    // Without the names of versions, of which each partition has its own.
    ...(settleMarks && {
      settleMarks: (decide: Parameters<typeof settleMarks>[0]) =>
        settleMarks((entry) => (isShown(entry) ? decide(entry) : null)),
    }),
  };
}

/**
 * Tells whether a partition has an account now whose rows it left to others. Their files are known,
 * so that only a rebuild reads them again.
 */
export async function isJoined(
  { dataDir: { working } }: Pick<RunOptions, 'dataDir'>,
  own: PartitionAccounts | null,
): Promise<boolean> {
  if (own === null || !existsSync(working)) return false;
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    await database.run(`attach ${literal(working)} as before (read_only)`);
    const rows = await database.rows('select account_id from before.others_accounts');
    return rows.some(({ account_id }) => own.isOwn(String(account_id)));
  } catch {
    // Opening it for the run says what is wrong.
    return false;
  } finally {
    database.close();
  }
}

/**
 * Removes what a partition has of accounts that belong to another one by now. Returns them. They
 * leave no byte behind, since their owners may remove history elsewhere.
 */
export async function removeLeft(
  database: Database,
  own: PartitionAccounts | null,
): Promise<string[]> {
  if (own === null) return [];
  const rows = await database.rows(
    'select account_id from account_numbers union select account_id from accounts',
  );
  const left = rows.map(({ account_id }) => String(account_id)).filter((id) => !own.isOwn(id));
  if (left.length === 0) return [];
  await removeRows(database, left);
  await removeRows(database, left, ['accounts', 'operator_accounts']);
  await noteOthers(database, left);
  await purgeDeleted(database, left);
  return left;
}
