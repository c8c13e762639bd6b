import { emptyId, portfolioId } from '../publish/snapshot/layout.ts';
import type { ShardMap } from './shard-map.ts';
import type { ShardOutput } from './shard-output.ts';

/** Check of the shards of a version. Returns the fault in words, or null. */
type Check = (
  shards: readonly ShardOutput[],
  map: ShardMap,
  replaced: readonly string[],
) => string | null;

const checks: readonly Check[] = [
  formFault,
  loadFault,
  countFault,
  duplicateFault,
  memberFault,
  shardFault,
  missingFault,
];

/**
 * Checks that the output of all shards makes one version. `replaced` has the ids in service that a
 * shard must have again. Returns the first fault in words, or null.
 */
export function shardsFault(...shards: Parameters<Check>): string | null {
  for (const check of checks) {
    const fault = check(...shards);
    if (fault !== null) return fault;
  }
  return null;
}

/** Finds shards of another program version or instant. */
function formFault(shards: readonly ShardOutput[]): string | null {
  const [first] = shards;
  for (const { input, result } of shards) {
    const { shard, form, asOf } = result;
    if (form !== first?.result.form) {
      return `shard ${shard} was written by another version of trackrecord than shard ${first?.result.shard}; install the same one on every machine`;
    }
    if (asOf !== input.asOf) return `shard ${shard} computed as of ${asOf}, not ${input.asOf}`;
  }
  return null;
}

/** Finds shards that have not loaded all their slices and departures. */
function loadFault(shards: readonly ShardOutput[]): string | null {
  for (const { input, result } of shards) {
    const { shard, state } = result;
    const waiting = input.slices.find(({ sequence }) => !result.rows.dropped.includes(sequence));
    if (waiting !== undefined) return `shard ${shard} has not loaded slice ${waiting.sequence}`;
    const departures = input.departed.at(-1)?.sequence ?? input.state.departedTo;
    if (state.departedTo !== departures) {
      return `shard ${shard} has removed moved accounts up to ${state.departedTo}, not ${departures}`;
    }
  }
  return null;
}

/** Finds shards whose version lacks accounts or portfolios. */
function countFault(shards: readonly ShardOutput[]): string | null {
  for (const { result, count } of shards) {
    const { shard, subjects, heldBack } = result;
    const wanted = subjects - heldBack.filter(({ isPublished }) => !isPublished).length;
    if (count !== wanted) {
      return `shard ${shard} should publish ${wanted} accounts and portfolios, but its version has ${count}`;
    }
  }
  return null;
}

/** Finds accounts and portfolios in two shards. */
function duplicateFault(shards: readonly ShardOutput[]): string | null {
  const homes = new Map<string, number>();
  for (const { result, computed } of shards) {
    for (const identity of computed?.identities ?? []) {
      const earlierHome = homes.get(identity.id);
      if (earlierHome !== undefined && identity.id !== emptyId) {
        return `${identity.id} is in shards ${earlierHome} and ${result.shard}`;
      }
      homes.set(identity.id, result.shard);
    }
  }
  return null;
}

/** Finds accounts and portfolios in a shard that is not theirs. */
function shardFault(shards: readonly ShardOutput[], map: ShardMap): string | null {
  for (const { input, computed } of shards) {
    const { shard } = input;
    const portfolios = new Set(input.registered.map(({ slug }) => portfolioId(slug)));
    for (const { id, type } of computed?.identities ?? []) {
      if (type === 'portfolio' && !portfolios.has(id)) {
        return `${id} is in shard ${shard}, which was not asked to compute it`;
      }
      const home = map.accounts.get(id);
      if (type === 'account' && id !== emptyId && home !== shard) {
        return `${id} is in shard ${shard} but belongs to ${home === undefined ? 'no shard' : `shard ${home}`}`;
      }
    }
  }
  return null;
}

/** Finds portfolios with a member in another shard. */
function memberFault(shards: readonly ShardOutput[], map: ShardMap): string | null {
  for (const { result, computed } of shards) {
    for (const identity of computed?.identities ?? []) {
      const outsider = identity.members.find((member) => map.accounts.get(member) !== result.shard);
      if (identity.type === 'portfolio' && outsider !== undefined) {
        return `${identity.id} is in shard ${result.shard}, but its member ${outsider} is not`;
      }
    }
  }
  return null;
}

/**
 * Finds published accounts that no shard has. Portfolios and deleted accounts may be gone: owners
 * can remove them.
 */
function missingFault(
  shards: readonly ShardOutput[],
  _: ShardMap,
  replaced: readonly string[],
): string | null {
  const present = new Set(
    shards.flatMap(({ input, result, computed }) => [
      ...input.deleted,
      ...(computed?.identities ?? []).map(({ id }) => id),
      ...result.heldBack.map(({ id }) => id),
    ]),
  );
  const missing = replaced.find((id) => !id.startsWith(portfolioId('')) && !present.has(id));
  return missing === undefined ? null : `${missing} is in service but in no shard`;
}
