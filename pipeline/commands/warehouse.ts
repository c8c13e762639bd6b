import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { readShards } from '../machines/state.ts';
import { assembleWarehouse } from '../machines/warehouse.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface WarehouseCommandOptions {
  readonly out: string;
}

/** Makes the databases of all shards and lays the warehouse over them, for researchers. */
export async function warehouseCommand(
  config: Config,
  { out }: WarehouseCommandOptions,
  io: CommandIo,
): Promise<number> {
  const { dataDir, memoryLimit, threads } = config;
  const noShards = `warehouse: there are no shards; the warehouse is ${dataDir.warehouse}`;
  const version = await withRegistry(config, io, (registry) =>
    withInstallation(config, async (installation) => {
      const shared = installation.shared(noShards);
      if (!(await shared.pointer.isSharded())) throw new CommandError(noShards, exitCodes.usage);
      if (existsSync(out) && existsSync(join(out, 'snapshots'))) {
        throw new CommandError(
          `--out ${out} is a data directory; name another folder`,
          exitCodes.usage,
        );
      }
      const publication = await shared.pointer.read();
      if (publication.serial === 0) {
        throw new CommandError(
          `store ${shared.store.address} has nothing published; run coordinate first`,
        );
      }
      await assembleWarehouse({
        store: shared.store,
        out,
        publication,
        register: await readShards(shared.databaseUrl),
        registered: {
          accounts: await registry.accounts(),
          ownerNames: await registry.ownerNames(),
        },
        log: createLog(config),
        limits: { memoryLimit: memoryLimit ?? undefined, threads: threads ?? undefined },
      });
      return publication.version;
    }),
  );
  io.stdout(`warehouse of version ${version}: duckdb -init ${join(out, 'warehouse.sql')}`);
  return exitCodes.done;
}
