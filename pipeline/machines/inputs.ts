import { nextSequence } from '../publish/snapshot/publish.ts';
import { manifestName, type Shared } from '../publish/snapshot/shared.ts';
import type { PublishedPointer } from '../publish/store/pointer.ts';
import type { Content } from '../publish/store/store.ts';
import type { Registered } from '../run/registered.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { ShardInput } from './batch.ts';
import { isIdle, isUntouched } from './idle.ts';
import { lostPacks, withLastVersions } from './last-version.ts';
import { shareChain } from './previous-version.ts';
import { shareEvents } from './share-calendar.ts';
import type { ShardRegister } from './state.ts';

/** Inputs of all shards in a batch. */
interface BatchInputs {
  readonly inputs: readonly ShardInput[];
  /** Inputs of the shards that must be computed. */
  readonly due: readonly ShardInput[];
  /** True if nobody has decided anything since the last batch and nothing else is new. */
  readonly isQuiet: boolean;
}

/** News since the last batch, besides rows. */
export interface BatchNews {
  readonly registered: Pick<Registered, 'accounts'>;
  /** State of the registry's decisions. */
  readonly decided: string | null;
  readonly deleted: readonly string[];
  /** Events of the calendar. */
  readonly events: Content | null;
}

type PrepareOptions = Pick<RunOptions, 'asOf' | 'dataDir' | 'log'> & { readonly shared: Shared };

/** Makes the input of every shard. What all shards read is put in the store if any must compute. */
export async function prepareInputs(
  register: ShardRegister,
  pointed: PublishedPointer,
  { registered, decided, deleted, events }: BatchNews,
  options: PrepareOptions,
): Promise<BatchInputs> {
  const { dataDir, shared } = options;
  const isFirst = pointed.serial === 0;
  const common = {
    asOf: options.asOf.toISOString(),
    versionNo: nextSequence(dataDir),
    deleted,
    calendar: events,
    chain: null,
    lost: isFirst ? [] : await lostIn(pointed, register, options),
    before: isFirst ? null : pointed,
  };
  if (isDecided(register, decided)) {
    const inputs = shardInputs(register, { ...common, registered: [] });
    if (inputs.every(isUntouched)) return { inputs, due: [], isQuiet: true };
  }
  const inputs = shardInputs(register, { ...common, registered: await registered.accounts() });
  if (inputs.every(isIdle)) return { inputs, due: [], isQuiet: false };
  await shareEvents(shared.store, dataDir, events);
  const chain = await shareChain(shared.store, dataDir);
  const continued = withLastVersions(inputs, register.map, dataDir).map((input) => ({
    ...input,
    chain,
  }));
  return { inputs: continued, due: continued.filter((input) => !isIdle(input)), isQuiet: false };
}

/**
 * Returns packs that the store has lost, and logs how many these are. Shards need the manifest to
 * find out what is lost, so it is put back.
 */
async function lostIn(
  { version, manifest }: PublishedPointer,
  { states }: Pick<ShardRegister, 'states'>,
  { dataDir, shared, log }: PrepareOptions,
): Promise<string[]> {
  const lost = await lostPacks(shared.store, dataDir, version, states);
  if (lost.length === 0) return lost;
  log.warn('the store has lost packs', { version, packs: lost.length });
  await shared.store.put(manifestName(manifest), manifest, dataDir.manifest(version));
  return lost;
}

/** Tells whether the registry is as the last batch published it. */
export const isDecided = ({ decided }: ShardRegister, now: string | null): boolean =>
  now !== null && decided === now;

/** Values that all shards of a batch share. */
type CommonInput = Pick<
  ShardInput,
  'asOf' | 'versionNo' | 'registered' | 'deleted' | 'calendar' | 'chain' | 'lost' | 'before'
>;

/** Makes the input of every shard, each with only its own accounts and portfolios. */
export function shardInputs(
  { map, states, slices, departures }: ShardRegister,
  { registered, ...common }: CommonInput,
): ShardInput[] {
  const registeredIn = byShard(registered, ({ owner }) => map.owners.get(owner));
  const slicesOf = byShard(slices, ({ shard }) => shard);
  const departuresOf = byShard(departures, ({ shard }) => shard);
  return states.map((state) => {
    const { shard, loadedTo, departedTo } = state;
    const ofShard = slicesOf(shard).map(({ shard: _, ...slice }) => slice);
    return {
      shard,
      shards: map.shards,
      ...common,
      state,
      rows: ofShard.filter(({ sequence }) => sequence <= loadedTo),
      slices: ofShard.filter(({ sequence }) => sequence > loadedTo),
      departed: departuresOf(shard)
        .filter(({ sequence }) => sequence > departedTo)
        .map(({ shard: _, ...departure }) => departure),
      registered: registeredIn(shard),
      continues: null,
    };
  });
}

/** Divides items in one pass. Returns a function that finds those of a shard, in their order. */
function byShard<Item>(
  items: readonly Item[],
  shardOf: (item: Item) => number | undefined,
): (shard: number) => readonly Item[] {
  const found = new Map<number | undefined, Item[]>();
  for (const item of items) {
    const shard = shardOf(item);
    const listed = found.get(shard);
    if (listed) listed.push(item);
    else found.set(shard, [item]);
  }
  return (shard) => found.get(shard) ?? [];
}
