import { CommandError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import type { ShardDue } from '../machines/due.ts';
import type { HandedOut } from '../machines/queue.ts';
import {
  type InService,
  type LocalCopy,
  readSharedState,
  type SharedState,
} from '../publish/snapshot/in-service.ts';
import { withShared } from '../publish/snapshot/shared.ts';
import type { ActiveLease } from '../publish/store/pointer.ts';
import type { SharedRun } from '../publish/store/shared-runs.ts';
import type { RunRecord } from '../run/run-log.ts';

/** Shared state as shown by `status`. */
interface SharedStatus extends SharedState {
  /** Null where accounts are not shared out. */
  readonly shards: ShardsStatus | null;
  /** The last run of any machine that published; null where none is known. */
  readonly last_good: MachineRun | null;
}

/** A run, and where it was. */
export type MachineRun = RunRecord & { readonly machine: string };

interface ShardsStatus {
  /** Of the batch under way; null where none is, or it has not come to that. */
  readonly handed_out: HandedOut | null;
  readonly shards: readonly ShardDue[];
}

/** Number of last runs to show. */
export const shownRuns = 10;

/**
 * Reads the shared state and the runs of all machines, or the reason why it cannot be read. Null on
 * one machine.
 */
export async function readShared(
  config: Config,
  now: Date,
): Promise<{ shared: SharedStatus | null; runs: MachineRun[]; fault: string | null }> {
  const { dataDir } = config;
  try {
    return await withShared(config, async (opened) => {
      if (opened === null) return { shared: null, runs: [], fault: null };
      const { pointer, databaseUrl } = opened;
      const state = await readSharedState(opened, dataDir);
      const isSharded = await pointer.isSharded();
      const good = await pointer.runs.lastGood();
      const shared: SharedStatus = {
        ...state,
        shards: isSharded ? await readShards(databaseUrl, state, now) : null,
        last_good: good && machineRun(good),
      };
      return { shared, runs: (await pointer.runs.last(shownRuns)).map(machineRun), fault: null };
    });
  } catch (error) {
    if (error instanceof CommandError) return { shared: null, runs: [], fault: error.message };
    throw error;
  }
}

const machineRun = ({ machine, run }: SharedRun): MachineRun => ({
  machine,
  ...(run as RunRecord),
});

async function readShards(
  databaseUrl: string,
  { accounts }: SharedState,
  now: Date,
): Promise<ShardsStatus> {
  const [{ readDue }, { readHandedOut }] = await Promise.all([
    import('../machines/due.ts'),
    import('../machines/queue.ts'),
  ]);
  return {
    handed_out: accounts.lease === null ? null : await readHandedOut(databaseUrl),
    shards: await readDue(databaseUrl, accounts.version, now),
  };
}

/** Returns the lines of `status` about shared state, one fact a line. */
export const sharedLines = ({
  store,
  accounts,
  calendar,
  chain,
  copies,
  shards,
  last_good: good,
}: SharedStatus): string[] => [
  `store: ${store}`,
  `in service: ${inServiceWords(accounts)}`,
  ...(chain === null ? [] : [`chain of all machines: ${chain}`]),
  `publishing: ${accounts.lease === null ? 'nobody' : leaseWords(accounts.lease)}`,
  ...(calendar.serial === 0 ? [] : [`calendar in service: ${inServiceWords(calendar)}`]),
  ...(calendar.lease === null ? [] : [`has the calendar: ${leaseWords(calendar.lease)}`]),
  ...copies.map(copyLine),
  ...(shards === null ? [] : shardLines(shards)),
  ...(good === null ? [] : [`last good run: ended ${good.ended_at}, of ${good.machine}`]),
];

function shardLines({ handed_out: handedOut, shards }: ShardsStatus): string[] {
  const due = new Map<string, number[]>();
  for (const { shard, due: reason } of shards) {
    if (reason !== null) due.set(reason, [...(due.get(reason) ?? []), shard]);
  }
  const reasons = [...due].map(([reason, numbers]) => `, ${reason}: ${numbers.join(' ')}`);
  const batch =
    handedOut &&
    `batch: ${handedOut.computing} shards are computed, ${handedOut.waiting} wait for a machine`;
  return [
    `shards: ${shards.length}${reasons.join('') || ', none to compute'}`,
    ...(batch ? [batch] : []),
  ];
}

const inServiceWords = ({ serial, version, form, age_seconds: age }: InService): string =>
  serial === 0
    ? 'nothing yet'
    : `serial ${serial}, version ${version}, published in form ${form}, confirmed ${age} s ago`;

const leaseWords = ({ holder, seconds }: ActiveLease): string =>
  `${holder}, for another ${Math.ceil(seconds)} s unless it renews`;

const owners = { runs: 'of runs here', server: "of the server's copy here" } as const;

function copyLine({ of, serial, version, behind }: LocalCopy): string {
  const distance =
    behind > 0
      ? `${behind} ${behind === 1 ? 'publication' : 'publications'} behind`
      : behind === 0
        ? 'up to date'
        : 'ahead of PostgreSQL, which was put back';
  return `${owners[of]}: serial ${serial}, version ${version}, ${distance}`;
}
