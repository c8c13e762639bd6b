import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import {
  type DataDirectory,
  dataDirectory,
  prepareDirectories,
} from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { accountTables } from '../../../pipeline/load/columns.ts';
import { fingerprint } from '../../../pipeline/load/ledger.ts';
import { type AssembledBatch, assembleShards } from '../../../pipeline/machines/assemble-shards.ts';
import type { ShardInput, ShardResult } from '../../../pipeline/machines/batch.ts';
import { shardInputs } from '../../../pipeline/machines/inputs.ts';
import { objects } from '../../../pipeline/machines/objects.ts';
import type { ShardMap } from '../../../pipeline/machines/shard-map.ts';
import { runShard } from '../../../pipeline/machines/shard-run.ts';
import type { Departure, Kept, ShardSlice } from '../../../pipeline/machines/state.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { nextSequence, publishVersion } from '../../../pipeline/snapshot/publish.ts';
import { putVersion } from '../../../pipeline/snapshot/shared.ts';
import { openDirectory } from '../../../pipeline/store/directory.ts';
import type { Pointed } from '../../../pipeline/store/pointer.ts';
import type { Store } from '../../../pipeline/store/store.ts';

type Cells = Record<string, string | number | null>;

/** Rows of source files, by table. */
export type Rows = Readonly<Record<string, readonly Cells[]>>;

/** What a batch is to do. */
export interface BatchOptions {
  readonly asOf: Date;
  readonly registered: readonly RegistryAccount[];
  /** Rows that came in since the batch before. */
  readonly rows: Rows;
  readonly map: ShardMap;
  readonly departures?: readonly Departure[];
}

/** What became of a batch, and what was told and answered. */
export interface BatchDone {
  readonly assembled: AssembledBatch;
  readonly inputs: readonly ShardInput[];
  readonly results: readonly ShardResult[];
}

/** A coordinator, its store and machines that keep nothing from batch to batch. */
export interface Cluster {
  readonly store: Store;
  readonly dataDir: DataDirectory;
  batch(options: BatchOptions): Promise<BatchDone>;
}

/** Splits sources by hand, runs each shard where none has run before, and publishes what they make. */
export function clusterAt(root: string, shards: number): Cluster {
  const store = openDirectory(join(root, 'store'));
  const dataDir = dataDirectory(join(root, 'coordinator'));
  const splitting = join(root, 'splitting');
  mkdirSync(splitting, { recursive: true });
  prepareDirectories(dataDir);
  let before: Pointed | null = null;
  let sequence = 0;
  let states = Array.from({ length: shards }, (_, shard): Kept['states'][number] => ({
    ...{ shard, working: null, setAside: null, loadedTo: 0, departedTo: 0 },
  }));

  async function split(rows: Rows, map: ShardMap): Promise<ShardSlice[]> {
    const slices: ShardSlice[] = [];
    const database = await openDatabase(':memory:', { threads: 1 });
    for (const [table, cells] of Object.entries(rows)) {
      for (let shard = 0; shard < shards; shard += 1) {
        const own = cells.filter(
          ({ account_id: id }) =>
            !accountTables.includes(table) || map.accounts.get(String(id)) === shard,
        );
        if (own.length === 0) continue;
        sequence += 1;
        const [csv, path] = [join(splitting, 'rows.csv'), join(splitting, 'slice.parquet')];
        writeFileSync(csv, stringify(own, { header: true }));
        await database.run(`copy (from read_csv('${csv}', all_varchar = true)) to '${path}'
          (format parquet, kv_metadata {place: '${sequence}'})`);
        const content = { sha256: fingerprint(path), bytes: statSync(path).size };
        await store.put(objects.slice(content), content, path);
        slices.push({ shard, sequence, table, ...content });
      }
    }
    await database.close();
    return slices;
  }

  const run = async (input: ShardInput): Promise<ShardResult> => {
    const machine = join(root, 'machine');
    mkdirSync(machine);
    try {
      const options = { store, dataDir: dataDirectory(machine), log: silentLog, threads: 1 };
      const told = JSON.parse(JSON.stringify(input));
      return await runShard(told, { ...options, clock: () => new Date(input.asOf) });
    } finally {
      rmSync(machine, { recursive: true });
    }
  };

  return {
    store,
    dataDir,
    async batch({ asOf, registered, rows, map, departures = [] }) {
      const slices = await split(rows, map);
      const kept: Kept = { epoch: 0, intake: null, map, states, slices, departures };
      const versionNo = nextSequence(dataDir);
      const facts = { asOf: asOf.toISOString(), versionNo, registered, before };
      const inputs = shardInputs(kept, facts);
      const results: ShardResult[] = [];
      for (const input of inputs) results.push(await run(input));
      const answered: ShardResult[] = JSON.parse(JSON.stringify(results));
      const assembled = await assembleShards(answered, { inputs, map }, { store, dataDir });
      const { version } = assembled;
      const manifest = await putVersion(store, dataDir, version);
      publishVersion(dataDir, version);
      before = { serial: versionNo, version, manifest, ageSeconds: 0 };
      states = [...assembled.states];
      return { assembled, inputs, results };
    },
  };
}
