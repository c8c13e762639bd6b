import { copyDirectory, type DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import type { PartName } from '../publish/snapshot/layout.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot } from '../publish/snapshot/reader.ts';
import { hasVersion, openShared, type Shared } from '../publish/snapshot/shared.ts';
import { type VerifiedChain, verifyChain } from '../publish/snapshot/verify-chain.ts';
import { type Machines, oneMachine, severalMachines } from '../run/machines.ts';
import type { RunRecord } from '../run/run-log.ts';
import { verifySharedChain } from './shared-chain.ts';
import { type InstallationStatus, localStatus, readSharedStatus } from './shared-status.ts';
import { type VerifiedStore, verifyShared } from './shared-verify.ts';

/** One machine alone, or all machines that share a store, as commands use them. */
export interface Installation extends Machines {
  /** Reads a part of an account or portfolio that is in service. Null if no version has it. */
  readPart(id: string, name: PartName): Promise<Buffer | null>;
  /** Checks what is stored for all machines. */
  verifyStore(): Promise<VerifiedStore>;
  verifyChain(): Promise<VerifiedChain>;
  /** Reads the state of all machines. */
  status(localRuns: readonly RunRecord[]): Promise<InstallationStatus>;
}

/** Lends the installation that the settings name. */
export async function withInstallation<Result>(
  config: Config,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const shared = await openShared(config);
  if (shared === null) return work(installationAlone(config));
  try {
    return await work(sharedInstallation(shared, config));
  } finally {
    await shared.close();
  }
}

const installationAlone = ({ dataDir }: Config): Installation => ({
  ...oneMachine,
  async readPart(id, name) {
    const version = currentVersion(dataDir);
    return version === null ? null : partIn(dataDir, version, id, name);
  },
  verifyStore: async () => ({ faults: [], lines: [], hasOwnVersion: true }),
  verifyChain: async () => verifyChain(dataDir),
  status: async (localRuns) => localStatus(localRuns),
});

const sharedInstallation = (shared: Shared, { dataDir }: Config): Installation => ({
  ...severalMachines(shared),
  async readPart(id, name) {
    const pointed = await shared.pointer.read();
    const { version } = pointed;
    if (version === '') return null;
    const folder = [dataDir, copyDirectory(dataDir)].find((place) => hasVersion(place, pointed));
    if (folder === undefined) {
      throw new CommandError(
        `version ${version} is not on this machine; use a machine that runs or serves`,
      );
    }
    return partIn(folder, version, id, name);
  },
  verifyStore: () => verifyShared(shared, dataDir),
  verifyChain: () => verifySharedChain(shared, dataDir),
  status: (localRuns) => readSharedStatus(shared, dataDir, localRuns),
});

/** Reads a part from a version of a data directory. Null if the version lacks it. */
function partIn(
  dataDir: DataDirectory,
  version: string,
  id: string,
  name: PartName,
): Buffer | null {
  const snapshot = openSnapshot(dataDir, version);
  try {
    return snapshot.part(id, name) ?? null;
  } finally {
    snapshot.close();
  }
}
