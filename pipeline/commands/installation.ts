import { copyDirectory, type DataDirectory } from '../base/data-directory.ts';
import { CommandError, UsageError } from '../base/errors.ts';
import { isIn, type Partition, partitionsOf, partitionText } from '../base/partition.ts';
import type { Config } from '../config/config.ts';
import { type PartName, portfolioId } from '../publish/snapshot/layout.ts';
import { readWholePointer } from '../publish/snapshot/pointer.ts';
import { openSnapshot } from '../publish/snapshot/reader.ts';
import {
  hasVersion,
  openShared,
  readNotedPointer,
  type Shared,
  sharedInService,
} from '../publish/snapshot/shared.ts';
import { partDirectory } from '../publish/snapshot/united.ts';
import { type VerifiedChain, verifyChain } from '../publish/snapshot/verify-chain.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { type Machines, oneMachine, severalMachines } from '../run/machines.ts';
import type { RunRecord } from '../run/run-log.ts';
import { verifySharedChain } from './shared-chain.ts';
import { type InstallationStatus, localStatus, readSharedStatus } from './shared-status.ts';
import { type VerifiedStore, verifyShared } from './shared-verify.ts';

/** One machine alone, or all machines that share a store, as commands use them. */
export interface Installation extends Machines {
  /** Reads a part of an account or portfolio that is in service. Null if no version has it. */
  readPart(entry: RegistryAccount, name: PartName): Promise<Buffer | null>;
  /** Throws a CommandError if other partitions are in service. */
  refuseOtherSet(): Promise<void>;
  /** Checks what is stored for all machines. */
  verifyStore(): Promise<VerifiedStore>;
  /** Verifies the chain of each partition. Without partitions it is one. */
  verifyChains(): Promise<VerifiedChain[]>;
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
  async readPart(entry, name) {
    const version = readWholePointer(dataDir.current);
    return version === null ? null : partIn(dataDir, version, entry, name);
  },
  refuseOtherSet: async () => {},
  verifyStore: async () => ({ faults: [], lines: [], hasOwnVersion: true }),
  verifyChains: async () => [verifyChain(dataDir)],
  status: async (localRuns) => localStatus(localRuns),
});

const sharedInstallation = (shared: Shared, { dataDir }: Config): Installation => ({
  ...severalMachines(shared),
  async readPart(entry, name) {
    const [member] = (await sharedInService(shared)).filter(({ partition }) =>
      isIn(partition, entry),
    );
    if (member === undefined) throw new CommandError(elsewhereWords(shared.partition, entry));
    const pointed = await member.pointer.read();
    const { version } = pointed;
    if (version === '') return null;
    const places = [dataDir, partDirectory(copyDirectory(dataDir), member.partition)];
    const folder = places.find(
      (place) => hasVersion(place, pointed) && readNotedPointer(place).isWhole,
    );
    if (folder === undefined) {
      throw new CommandError(
        `version ${version} is not on this machine; use a machine that runs or serves`,
      );
    }
    return partIn(folder, version, entry, name);
  },
  async refuseOtherSet() {
    const { length } = (await shared.pointer.readSet()).partitions;
    if (length === shared.partition.count) return;
    throw new UsageError(
      length === 1
        ? 'runs without partitions are in service; leave out --partition'
        : `${length} partitions are in service; give one of them with --partition, and its --data`,
    );
  },
  verifyStore: () => verifyShared(shared, dataDir),
  async verifyChains() {
    const chains: VerifiedChain[] = [];
    for (const member of await sharedInService(shared)) {
      chains.push(await verifySharedChain(member, dataDir, member === shared));
    }
    return chains;
  },
  status: (localRuns) => readSharedStatus(shared, dataDir, localRuns),
});

/** Says that another partition has an account or portfolio. */
function elsewhereWords({ count }: Partition, entry: RegistryAccount): string {
  const home = partitionsOf(count).find((partition) => isIn(partition, entry));
  return `${entry.slug}: partition ${home && partitionText(home)} has it; give that with --partition`;
}

/** Reads a part from a version of a data directory. Null if the version lacks it. */
function partIn(
  dataDir: DataDirectory,
  version: string,
  { type, slug, account_id }: RegistryAccount,
  name: PartName,
): Buffer | null {
  const id = type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
  const snapshot = openSnapshot(dataDir, version);
  try {
    return snapshot.part(id, name) ?? null;
  } finally {
    snapshot.close();
  }
}
