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
 * its owner, and moves if it was in another shard. All other accounts stay, unless `shards` is
 * another number than the map's: then each owner and account is assigned anew.
 */
export function assign(
  current: ShardMap,
  registered: readonly Pick<RegistryAccount, 'type' | 'account_id' | 'owner'>[],
  named: Iterable<string>,
  shards = current.shards,
): Assigned {
  const isResized = shards !== current.shards;
  const known = isResized ? nothing : current;
  const homeOf = (owner: string): number => known.owners.get(owner) ?? shardOf(owner, shards);
  const owners = new Map<string, number>();
  for (const owner of [
    ...(isResized ? current.owners.keys() : []),
    ...registered.map((entry) => entry.owner),
  ]) {
    if (!known.owners.has(owner)) owners.set(owner, homeOf(owner));
  }
  const homes = new Map<string, number>();
  for (const { type, account_id: account, owner } of registered) {
    if (type === 'account' && account !== null) homes.set(account, homeOf(owner));
  }
  for (const account of [...(isResized ? current.accounts.keys() : []), ...named]) {
    if (known.accounts.has(account) || homes.has(account)) continue;
    homes.set(account, shardOf(account, shards));
  }
  const accounts = new Map<string, number>();
  const moves: Move[] = [];
  for (const [account, to] of homes) {
    const from = current.accounts.get(account);
    if (from === to) continue;
    accounts.set(account, to);
    if (from !== undefined) moves.push({ account, from, to });
  }
  const map = {
    shards,
    accounts: new Map([...current.accounts, ...accounts]),
    owners: new Map([...current.owners, ...owners]),
  };
  return { map, accounts, owners, moves };
}

const nothing = { accounts: new Map<string, number>(), owners: new Map<string, number>() };

const shardOf = (name: string, shards: number): number => hashOf(name).readUInt32BE() % shards;

/** Returns the bucket of an account, which does not depend on its shard. */
export const bucketOf = (account: string, buckets: number): number =>
  hashOf(account).readUInt32BE(4) % buckets;

const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();
