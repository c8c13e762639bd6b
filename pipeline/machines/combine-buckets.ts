import type { BucketInput, EnteredAccount } from '../publish/snapshot/assemble.ts';
import type { Entries } from '../publish/snapshot/entries.ts';
import { emptyId } from '../publish/snapshot/layout.ts';
import { renumberedBy } from '../publish/snapshot/stored-parts.ts';
import type { HomeOf } from './last-version.ts';
import type { ShardOutput } from './shard-output.ts';
import { accountsOf } from './stored-version.ts';

/** Buckets of a version of all shards. */
interface CombinedBuckets {
  readonly buckets: ReadonlyMap<number, BucketInput>;
  /** Ids in service whose accounts are not taken from there. */
  readonly replaced: readonly string[];
}

type Computed = ShardOutput & { readonly computed: NonNullable<ShardOutput['computed']> };

/**
 * Combines the buckets of all shards. A bucket that no shard has changed stays as in service. In
 * the others, accounts of shards that changed the bucket replace those in service. Accounts without
 * a shard are left out.
 */
export function combineBuckets(
  shards: readonly ShardOutput[],
  homeOf: HomeOf,
  inService: Entries | null,
): CombinedBuckets {
  const computed = shards.filter((shard): shard is Computed => shard.computed !== null);
  const numbers = new Set([
    ...(inService?.buckets() ?? []),
    ...computed.flatMap((shard) => shard.computed.stored.entries.buckets()),
  ]);
  const buckets = new Map<number, BucketInput>();
  const replaced: string[] = [];
  for (const bucket of numbers) {
    const changing = computed.filter((shard) => shard.computed.hasBucket(bucket));
    const changed = new Set(changing.map(({ input }) => input.shard));
    const isKept = (id: string): boolean => {
      const home = homeOf(id);
      return id === emptyId || (home !== undefined && !changed.has(home));
    };
    const head = inService?.head(bucket);
    const gone = (head?.ids ?? []).filter((id) => !isKept(id));
    for (const id of gone) replaced.push(id);
    const isSame = changing.length === 0 && gone.length === 0;
    if (head && isSame) buckets.set(bucket, head);
    else buckets.set(bucket, () => accountsIn(bucket, inService, isKept, changing));
  }
  return { buckets, replaced };
}

/** Reads the accounts of a bucket: those in service that stay, and those of shards. */
function accountsIn(
  bucket: number,
  inService: Entries | null,
  isKept: (id: string) => boolean,
  changing: readonly Computed[],
): EnteredAccount[] {
  const accounts = new Map<string, EnteredAccount>();
  for (const account of inService ? accountsOf({ entries: inService }, bucket) : []) {
    if (isKept(account.identity.id)) accounts.set(account.identity.id, account);
  }
  for (const { computed } of changing) {
    const { stored, ordinals } = computed;
    for (const { parts, ...identity } of stored.entries.inBucket(bucket)) {
      // Each shard has the entry for accounts without data. The last one counts.
      accounts.set(identity.id, { identity, parts: renumberedBy(ordinals, parts) });
    }
  }
  return [...accounts.values()];
}
