import { copyDirectory, type DataDirectory } from '../../base/data-directory.ts';
import type { ActiveLease, PointerRow, PublishedPointer } from '../store/pointer.ts';
import { type NotedPointer, readNotedPointer, type Shared } from './shared.ts';
import { chainEndOf } from './shared-chain.ts';

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
export interface LocalCopy extends NotedPointer {
  /** Owner of the folder: the runs on this machine, or the server. */
  readonly of: 'runs' | 'server';
  /** Publications since the one that it has. Null if PostgreSQL doesn't answer. */
  readonly behind: number | null;
}

/** Shared state as seen from one machine. */
export interface SharedState {
  /** The store's address. */
  readonly store: string;
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
  { store, pointer }: Shared,
  dataDir: DataDirectory,
): Promise<SharedState> {
  const [accounts, calendar, pointed, set] = await Promise.all([
    readInService(pointer),
    readInService(pointer.calendar),
    pointer.read(),
    pointer.readSet(),
  ]);
  const partitions = set.partitions.length === 1 ? [] : set.partitions.map(publicationIn);
  const copies = readCopies(dataDir, accounts.serial);
  return {
    store: store.address,
    accounts,
    calendar,
    partitions,
    chain: chainEndOf(pointed),
    copies,
  };
}

/** Reads what this machine has. The newest serial is null if PostgreSQL doesn't answer. */
export function readCopies(dataDir: DataDirectory, newest: number | null): LocalCopy[] {
  const folders = { runs: dataDir, server: copyDirectory(dataDir) };
  return (['runs', 'server'] as const).flatMap((of) => {
    const noted = readNotedPointer(folders[of]);
    const behind = newest === null ? null : newest - noted.serial;
    return noted.serial === 0 ? [] : [{ of, ...noted, behind }];
  });
}

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
