import type { DataDirectory } from '../base/data-directory.ts';
import { partitionText } from '../base/partition.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import {
  type InService,
  type LocalCopy,
  readSharedState,
  type SharedState,
} from '../publish/snapshot/in-service.ts';
import { machineOf, type Shared, sharedInService } from '../publish/snapshot/shared.ts';
import type { ActiveLease } from '../publish/store/pointer-row.ts';
import { probeReason } from '../publish/store/probe.ts';
import type { SharedRun } from '../publish/store/shared-runs.ts';
import { type Store, StoreError } from '../publish/store/store.ts';
import type { RunRecord } from '../run/run-log.ts';

/** Shared state as shown by `status`. */
export interface SharedStatus extends SharedState {
  /** The last run that published; null where none is known. */
  readonly last_good: MachineRun | null;
  /** Why the store cannot be read; null if it can. */
  readonly store_fault: string | null;
}

/** A run, with its machine if there are several. */
export type ShownRun = RunRecord & { readonly machine?: string };

/** State of all machines, as `status` prints it. */
export interface InstallationStatus {
  /** Null on one machine. */
  readonly shared: SharedStatus | null;
  /** Lines about the shared state. */
  readonly lines: readonly string[];
  /** Last runs, newest first. */
  readonly runs: readonly ShownRun[];
  /** The last run of each partition that published, newest first. Empty on one machine. */
  readonly good: readonly ShownRun[];
  /** Set if a version is in service, whichever machine published it. */
  readonly isInService: boolean;
}

/** A run, and where it was. */
type MachineRun = RunRecord & { readonly machine: string };

/** Number of last runs to read: a day, with a run every five minutes. */
export const readRuns = 288;

/** Status of a machine that shares nothing, or cannot read what is shared: then with its copies. */
export const localStatus = (
  runs: readonly RunRecord[],
  copies: readonly LocalCopy[] = [],
): InstallationStatus => ({
  shared: null,
  lines: copies.map(copyLine),
  runs,
  good: [],
  isInService: false,
});

/** Reads the shared state and the runs of all machines, with local runs that are not there. */
export async function readSharedStatus(
  opened: Shared,
  dataDir: DataDirectory,
  localRuns: readonly RunRecord[],
): Promise<InstallationStatus> {
  const { pointer } = opened;
  const state = await readSharedState(opened, dataDir);
  const about = (await sharedInService(opened)).map(({ partition }) => partitionText(partition));
  const good = (await pointer.runs.lastGood(about)).map(machineRun);
  const shared: SharedStatus = {
    ...state,
    last_good: good[0] ?? null,
    store_fault: await faultOf(opened.store),
  };
  const all = (await pointer.runs.last(readRuns)).map(machineRun);
  return {
    shared,
    lines: sharedLines(shared),
    runs: together(all, localRuns, machineOf(dataDir)),
    good,
    isInService: [state.accounts, ...state.partitions].some(({ version }) => version !== ''),
  };
}

/** Asks the store for a small object. Returns why it cannot be read, or null. */
async function faultOf(store: Store): Promise<string | null> {
  try {
    await store.read('probes/status.txt');
    return null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return inEnglish(probeReason(error));
  }
}

const machineRun = ({ machine, run }: SharedRun): MachineRun => ({
  machine,
  ...(run as RunRecord),
});

/** The last runs of all machines, with those that this one could not tell the others of. */
function together(
  all: readonly MachineRun[],
  localRuns: readonly RunRecord[],
  machine: string,
): MachineRun[] {
  const isKnown = ({ run_id, ended_at }: RunRecord) =>
    all.some(
      (run) => run.machine === machine && run.run_id === run_id && run.ended_at === ended_at,
    );
  const oldest = all.at(-1)?.ended_at ?? '';
  const untold = localRuns.filter(
    (run) => !isKnown(run) && (all.length < readRuns || run.ended_at > oldest),
  );
  return [...untold.map((run) => ({ machine, ...run })), ...all]
    .sort((first, second) => Date.parse(second.ended_at) - Date.parse(first.ended_at))
    .slice(0, readRuns);
}

/** Returns the lines of `status` about shared state, one fact a line. */
const sharedLines = (shared: SharedStatus): string[] => [
  `store: ${shared.store}`,
  ...publicationLines(shared),
  ...restLines(shared),
];

/** Returns lines about what is in service, and about the partition of this process. */
function publicationLines({ partition, accounts, partitions, chain }: SharedStatus): string[] {
  const count = partitions.length;
  const isDivided = count > 0;
  const all = partitions.map(
    (publication, index) => `partition ${index}/${count}: ${inServiceWords(publication)}`,
  );
  const publishing = `publishing: ${accounts.lease === null ? 'nobody' : leaseWords(accounts.lease)}`;
  if (partition === null) {
    return isDivided
      ? [`in service: ${count} partitions`, ...all]
      : [
          `in service: ${inServiceWords(accounts)}`,
          ...(chain === null ? [] : [`chain of all machines: ${chain}`]),
          publishing,
        ];
  }
  const isMember = isDivided && partition.endsWith(`/${count}`);
  return [
    `in service: ${isDivided ? `${count} partitions` : 'runs without partitions'}`,
    ...all,
    ...(isMember ? [] : [`partition ${partition}, not in service: ${inServiceWords(accounts)}`]),
    ...(chain === null ? [] : [`chain of partition ${partition}: ${chain}`]),
    publishing,
  ];
}

const restLines = ({ calendar, copies, last_good: good }: SharedStatus): string[] => [
  ...(calendar.serial === 0 ? [] : [`calendar in service: ${inServiceWords(calendar)}`]),
  ...(calendar.lease === null ? [] : [`runs the calendar: ${leaseWords(calendar.lease)}`]),
  ...copies.map(copyLine),
  ...(good === null ? [] : [`last good run: ended ${good.ended_at}, on ${good.machine}`]),
];

const inServiceWords = ({
  serial,
  version,
  form,
  age_seconds: age,
}: Omit<InService, 'lease'>): string =>
  version === ''
    ? 'nothing yet'
    : `serial ${serial}, version ${version}, published in form ${form}, confirmed ${age} s ago`;

const leaseWords = ({ holder, seconds }: ActiveLease): string =>
  `${holder}; its lease ends in ${Math.ceil(seconds)} s unless it renews it`;

const owners = { runs: "this machine's runs", server: "this server's copy" } as const;

function copyLine({ of, partition, serial, version, behind }: LocalCopy): string {
  const what = partition === null ? owners[of] : `${owners[of]} of partition ${partition}`;
  if (behind === null) return `${what}: serial ${serial}, version ${version}`;
  const distance =
    behind > 0
      ? `${behind} ${behind === 1 ? 'publication' : 'publications'} behind`
      : behind === 0
        ? 'up to date'
        : 'ahead of PostgreSQL, which was restored from a backup';
  return `${what}: serial ${serial}, version ${version}, ${distance}`;
}
