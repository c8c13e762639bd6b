import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DataDirectory,
  dataDirectory,
  prepareDirectories,
} from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { withIntake } from '../../../pipeline/deliveries/intake.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { type AssembledBatch, assembleShards } from '../../../pipeline/machines/assemble-shards.ts';
import type { ShardInput, ShardResult, ShardState } from '../../../pipeline/machines/batch.ts';
import { isIdle } from '../../../pipeline/machines/idle.ts';
import { shardInputs } from '../../../pipeline/machines/inputs.ts';
import { withLastVersions } from '../../../pipeline/machines/last-version.ts';
import { shareChain } from '../../../pipeline/machines/previous-version.ts';
import type { ShardMap } from '../../../pipeline/machines/shard-map.ts';
import { runShard } from '../../../pipeline/machines/shard-run.ts';
import { prepareCalendar, shareEvents } from '../../../pipeline/machines/share-calendar.ts';
import { splitSources } from '../../../pipeline/machines/split-sources.ts';
import type { ShardRegister, ShardSlice, SplitChange } from '../../../pipeline/machines/state.ts';
import { nextSequence, publishVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { putVersion } from '../../../pipeline/publish/snapshot/shared.ts';
import { openDirectory } from '../../../pipeline/publish/store/directory.ts';
import type { Publication } from '../../../pipeline/publish/store/pointer.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { registeredAs } from '../../../pipeline/run/registered.ts';
import { settleInBatch } from '../../../pipeline/run/settle-marks.ts';
import { furnishedShard } from './furnished-shard.ts';

/** Options of a batch. */
export interface BatchOptions {
  readonly asOf: Date;
  readonly registered: readonly RegistryAccount[];
  readonly sources: readonly string[];
  /** Registry whose badges the batch updates. */
  readonly registry?: Registry;
  /** Number of shards from this batch on; unchanged if undefined. */
  readonly shards?: number;
}

/** Result of a batch, with its log messages and the shards' answers. */
export interface BatchDone {
  readonly assembled: AssembledBatch;
  readonly inputs: readonly ShardInput[];
  readonly results: readonly ShardResult[];
  readonly map: ShardMap;
}

/** A coordinator, a store, and machines that lose their databases before every second batch. */
export interface Cluster {
  readonly store: Store;
  readonly dataDir: DataDirectory;
  batch(options: BatchOptions): Promise<BatchDone>;
}

/**
 * Runs batches whose shards follow a map of accounts. PostgreSQL's part is done in this process.
 */
export function clusterAt(root: string, map: ShardMap): Cluster {
  let before: Publication | null = null;
  let register: ShardRegister = {
    epoch: 0,
    decided: null,
    map,
    intake: null,
    states: Array.from({ length: map.shards }, (_, shard) => emptyShard(shard)),
    slices: [],
    departures: [],
  };
  const store = openDirectory(join(root, 'store'));
  const dataDir = dataDirectory(join(root, 'coordinator'));
  prepareDirectories(dataDir);
  const run = async (input: ShardInput): Promise<ShardResult> => {
    const machine = dataDirectory(join(root, `machine-${input.shard}`));
    if (input.versionNo % 2 === 0) rmSync(machine.path, { recursive: true, force: true });
    const parsed: ShardInput = JSON.parse(JSON.stringify(await furnishedShard(input, machine)));
    const result = await runShard(parsed, {
      store,
      dataDir: machine,
      log: silentLog,
      threads: 1,
      fewBytes: 0,
      clock: () => new Date(input.asOf),
    });
    return JSON.parse(JSON.stringify(result));
  };

  return {
    store,
    dataDir,
    async batch({ asOf, registered, sources, registry, shards = register.map.shards }) {
      const runId = asOf.toISOString();
      const deliveries = deliveriesAt({ path: dataDir.inbox.database }, () => asOf);
      const { change } = await withIntake(
        { deliveries, dataDir, log: silentLog },
        async (intake) => {
          const split = await splitSources(
            { ...register, wanted: shards },
            {
              dataDir,
              store,
              sources,
              strict: true,
              log: silentLog,
              runId,
              registered: registeredAs(registered),
              ...(intake && { deliveries: intake }),
              limits: { threads: 1 },
            },
          );
          await intake?.noteLoaded(runId, []);
          return split;
        },
      );
      await deliveries.close();
      if (change) register = splitOf(register, change);
      const versionNo = nextSequence(dataDir);
      const settings = { dataDir, sources, asOf, clock: () => asOf, log: silentLog, threads: 1 };
      const { events: calendar } = await prepareCalendar(asOf.toISOString(), settings);
      await shareEvents(store, dataDir, calendar);
      const chain = await shareChain(store, dataDir);
      const facts = {
        asOf: asOf.toISOString(),
        versionNo,
        registered,
        deleted: [],
        calendar,
        chain,
        lost: [],
        before,
      };
      const inputs = withLastVersions(shardInputs(register, facts), register.map, dataDir);
      const results: ShardResult[] = [];
      for (const input of inputs.filter((input) => !isIdle(input))) results.push(await run(input));
      const assembled = await assembleShards(
        results,
        { inputs, map: register.map },
        { store, dataDir, marks: await registry?.markTrail() },
      );
      if (registry) await settleInBatch({ dataDir, registry }, assembled);
      const { version } = assembled;
      const manifest = await putVersion(store, dataDir, version);
      publishVersion(dataDir, version);
      before = { version, manifest };
      register = publishedOf(register, assembled);
      return { assembled, inputs, results, map: register.map };
    },
  };
}

function splitOf(
  { map, states, slices, departures, ...register }: ShardRegister,
  { shards, accounts, owners, intake, ...change }: SplitChange,
): ShardRegister {
  const remains = ({ shard }: { readonly shard: number }) => shard < shards;
  return {
    epoch: register.epoch + 1,
    decided: null,
    intake,
    map: {
      shards,
      accounts: new Map([...map.accounts, ...accounts]),
      owners: new Map([...map.owners, ...owners]),
    },
    states: Array.from({ length: shards }, (_, shard) => states[shard] ?? emptyShard(shard)),
    slices: inOrder([...replacedIn(slices, change.replaced), ...change.slices].filter(remains)),
    departures: [...departures, ...change.departures].filter(remains),
  };
}

const emptyShard = (shard: number): ShardState => ({
  shard,
  working: null,
  loadedTo: 0,
  departedTo: 0,
  idle: null,
  last: null,
});

const publishedOf = (
  register: ShardRegister,
  { states, rows }: Pick<AssembledBatch, 'states' | 'rows'>,
): ShardRegister => ({
  ...register,
  epoch: register.epoch + 1,
  states,
  slices: inOrder(
    rows.flatMap(({ shard, dropped, added }) => [
      ...register.slices.filter(
        (slice) => slice.shard === shard && !dropped.includes(slice.sequence),
      ),
      ...added.map((slice) => ({ shard, ...slice })),
    ]),
  ),
  departures: [],
});

const replacedIn = (
  slices: readonly ShardSlice[],
  replaced: SplitChange['replaced'],
): ShardSlice[] =>
  slices.flatMap((slice) => {
    const found = replaced.find(({ was }) => was === slice);
    if (found === undefined) return [slice];
    return found.now === null ? [] : [{ ...slice, ...found.now }];
  });

const inOrder = (slices: readonly ShardSlice[]): ShardSlice[] =>
  slices.toSorted(
    (first, second) => first.shard - second.shard || first.sequence - second.sequence,
  );
