import { createHash } from 'node:crypto';
import type { RegistryAccount } from '../registry/schema.ts';

/** Shards of accounts and owners. An assignment stays until the account gets another owner. */
export interface ShardMap {
  readonly shards: number;
  readonly accounts: ReadonlyMap<string, number>;
  /** Every account and portfolio of an owner is in one shard. */
  readonly owners: ReadonlyMap<string, number>;
}

/** An account whose rows go from one shard to another. */
export interface Move {
  readonly account: string;
  readonly from: number;
  readonly to: number;
}

/** Changes that a batch makes to the map. */
export interface Assigned {
  /** Map after the changes. */
  readonly map: ShardMap;
  /** Accounts that are new or have moved. */
  readonly accounts: ReadonlyMap<string, number>;
  readonly owners: ReadonlyMap<string, number>;
  readonly moves: readonly Move[];
}

/**
 * Assigns a shard to each owner and account without one. A registered account goes to the shard of
 * its owner, and moves if it was in another shard. All other accounts stay.
 */
export function assign(
  { shards, ...current }: ShardMap,
  registered: readonly Pick<RegistryAccount, 'type' | 'account_id' | 'owner'>[],
  named: Iterable<string>,
): Assigned {
  const owners = new Map<string, number>();
  const accounts = new Map<string, number>();
  const moves: Move[] = [];
  for (const { type, account_id: account, owner } of registered) {
    const to = current.owners.get(owner) ?? shardOf(owner, shards);
    if (!current.owners.has(owner)) owners.set(owner, to);
    if (type !== 'account' || account === null) continue;
    const from = current.accounts.get(account);
    if (from === to) continue;
    accounts.set(account, to);
    if (from !== undefined) moves.push({ account, from, to });
  }
  for (const account of named) {
    if (!current.accounts.has(account) && !accounts.has(account)) {
      accounts.set(account, shardOf(account, shards));
    }
  }
  const map = {
    shards,
    accounts: new Map([...current.accounts, ...accounts]),
    owners: new Map([...current.owners, ...owners]),
  };
  return { map, accounts, owners, moves };
}

const shardOf = (name: string, shards: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % shards;
