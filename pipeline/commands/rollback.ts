import { prepareDirectories } from '../base/data-directory.ts';
import { exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { lockRuns } from '../duckdb/run-lock.ts';
import { rollBack } from '../publish/snapshot/rollback.ts';
import { ownAccounts, registryOf } from '../run/own-accounts.ts';
import { settleAtRollback } from '../run/settle-marks.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface RollbackOptions {
  readonly version?: string;
}

/** Puts an earlier version in service; 75 while a run is under way. */
export async function rollbackCommand(
  config: Config,
  { version }: RollbackOptions,
  io: CommandIo,
): Promise<number> {
  const { dataDir, partition } = config;
  prepareDirectories(dataDir);
  const unlock = await lockRuns(dataDir);
  try {
    const published = await withInstallation(config, async (installation) => {
      await installation.refuseOtherSet();
      return withRegistry(config, io, async (registry) => {
        const accounts = await ownAccounts({ partition, registry });
        return rollBack(dataDir, version ?? null, installation, createLog(config), (earlier) =>
          settleAtRollback({ dataDir, registry: registryOf(registry, accounts) }, earlier),
        );
      });
    });
    io.stdout(
      `version ${published} is in service; the next run publishes a new version from the data it finds`,
    );
    return exitCodes.done;
  } finally {
    await unlock();
  }
}
