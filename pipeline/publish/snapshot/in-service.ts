import { copyDirectory, type DataDirectory } from '../../base/data-directory.ts';
import { type Partition, partitionsOf, partitionText } from '../../base/partition.ts';
import type { ActiveLease, PointerRow, PublishedPointer } from '../store/pointer-row.ts';
import { type NotedPointer, readNotedPointer, type Shared } from './shared.ts';
import { countIn, partDirectory } from './united.ts';

/** Version in service by one row of the pointer, with the lease on that row. */
export interface InService {
  /** 0 before the first publication. */
  readonly serial: number;
  readonly version: string;
  /** Published form of the program that published it. */
  readonly form: number;
  /** Seconds since a run published or confirmed it. */
  readonly age_seconds: number;
  /** Null while nobody is at work. */
  readonly lease: ActiveLease | null;
}

/** Newest publication that a folder of this machine has. */
export interface LocalCopy extends Pick<NotedPointer, 'serial' | 'version'> {
  /** Owner of the folder: the runs on this machine, or the server. */
  readonly of: 'runs' | 'server';
  /** The partition that it is of, such as `0/4`; null without partitions. */
  readonly partition: string | null;
  /** Publications since the one that it has. Null if that is unknown. */
  readonly behind: number | null;
}

/** Shared state as seen from one machine. */
export interface SharedState {
  /** The store's address. */
  readonly store: string;
  /** Partition that this process is about, such as `0/4`; null for all in service. */
  readonly partition: string | null;
  /** Publication of this partition, or of a run without partitions. */
  readonly accounts: InService;
  readonly calendar: InService;
  /** Publications of the partitions in service, by index; empty without partitions. */
  readonly partitions: readonly Omit<InService, 'lease'>[];
  /** SHA-256 of the newest line of the chain. Null if the store has no chain yet. */
  readonly chain: string | null;
  /** One for each folder that has noted a publication. */
  readonly copies: readonly LocalCopy[];
}

/**
 * Reads the version in service from PostgreSQL, and how far this machine is. Does not use the
 * store.
 */
export async function readSharedState(
  { store, pointer, partition }: Shared,
  dataDir: DataDirectory,
): Promise<SharedState> {
  const [accounts, calendar, chain, set] = await Promise.all([
    readInService(pointer),
    readInService(pointer.calendar),
    pointer.chain.end(),
    pointer.readSet(),
  ]);
  const partitions = set.partitions.length === 1 ? [] : set.partitions.map(publicationIn);
  const isOfAll = partition.count === 1;
  const runs = isOfAll && partitions.length > 0 ? null : accounts.serial;
  const server = set.partitions.map(({ serial }) => serial);
  const copies = readCopies(dataDir, partition, { runs, server });
  return {
    store: store.address,
    partition: nameOf(partition),
    accounts,
    calendar,
    partitions,
    chain,
    copies,
  };
}

/** Newest serials: of the runs on this machine, and of each partition in service. */
interface NewestSerials {
  /** Null if it is unknown. */
  readonly runs: number | null;
  readonly server: readonly number[];
}

/** Reads what this machine has. Without the newest serials nobody knows how far it is behind. */
export function readCopies(
  dataDir: DataDirectory,
  partition: Partition,
  newest: NewestSerials = { runs: null, server: [] },
): LocalCopy[] {
  const copy = copyDirectory(dataDir);
  const count = countIn(copy);
  const folders = [
    { of: 'runs' as const, partition, folder: dataDir, serial: newest.runs },
    ...partitionsOf(count).map((each) => ({
      of: 'server' as const,
      partition: each,
      folder: partDirectory(copy, each),
      serial: newest.server.length === count ? (newest.server[each.index] ?? null) : null,
    })),
  ];
  return folders.flatMap(({ of, partition: each, folder, serial }) => {
    const noted = readNotedPointer(folder);
    const behind = serial === null ? null : serial - noted.serial;
    const { version } = noted;
    return noted.serial === 0
      ? []
      : [{ of, partition: nameOf(each), serial: noted.serial, version, behind }];
  });
}

/** Names a partition. Null for a run without partitions. */
const nameOf = (partition: Partition): string | null =>
  partition.count === 1 ? null : partitionText(partition);

async function readInService(row: PointerRow): Promise<InService> {
  const [pointed, lease] = await Promise.all([row.read(), row.activeLease()]);
  return { ...publicationIn(pointed), lease };
}

const publicationIn = ({ serial, version, form, ageSeconds }: PublishedPointer) => ({
  serial,
  version,
  form,
  age_seconds: Math.round(ageSeconds),
});
