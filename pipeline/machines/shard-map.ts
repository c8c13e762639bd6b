import { createHash } from 'node:crypto';
import type { RegistryAccount } from '../registry/schema.ts';

/** Which shard has which account; kept, whatever else changes. */
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
  /** The map as it is then. */
  readonly map: ShardMap;
  /** Accounts that are new or have moved. */
  readonly accounts: ReadonlyMap<string, number>;
  readonly owners: ReadonlyMap<string, number>;
  readonly moves: readonly Move[];
}

/**
 * Gives each owner and account that has none a shard. A registered account goes where its owner
 * is, and moves there where it was elsewhere; any other stays where it was.
 */
export function assign(
  { shards, ...kept }: ShardMap,
  registered: readonly Pick<RegistryAccount, 'type' | 'account_id' | 'owner'>[],
  named: Iterable<string>,
): Assigned {
  const owners = new Map<string, number>();
  const accounts = new Map<string, number>();
  const moves: Move[] = [];
  for (const { type, account_id: account, owner } of registered) {
    const to = kept.owners.get(owner) ?? shardOf(owner, shards);
    if (!kept.owners.has(owner)) owners.set(owner, to);
    if (type !== 'account' || account === null) continue;
    const from = kept.accounts.get(account);
    if (from === to) continue;
    accounts.set(account, to);
    if (from !== undefined) moves.push({ account, from, to });
  }
  for (const account of named) {
    if (!kept.accounts.has(account) && !accounts.has(account)) {
      accounts.set(account, shardOf(account, shards));
    }
  }
  const map = {
    shards,
    accounts: new Map([...kept.accounts, ...accounts]),
    owners: new Map([...kept.owners, ...owners]),
  };
  return { map, accounts, owners, moves };
}

const shardOf = (name: string, shards: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % shards;
