import { dirname } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import {
  CommandError,
  connectReason,
  mayNotRead,
  mayNotWrite,
  writeReason,
} from '../base/errors.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { DatabaseOutOfReach } from '../base/tables.ts';
import { noteAccountsWithData } from './accounts-with-data.ts';
import { type Deletions, deletionsIn } from './deletion-queue.ts';
import { openEmbedded } from './embedded.ts';
import { type MarkTrail, readMarkTrail } from './mark-trail.ts';
import { type DecideMark, type SettledVersions, settleMarks } from './marks.ts';
import { noteOperatorAccounts } from './operator-accounts.ts';
import { notePublications, type ServedData } from './publications.ts';
import { type Reads, readsOf } from './reads.ts';
import type { RegistryStore } from './store.ts';
import { registrySchema } from './tables.ts';

/** Owners, plans, keys and accounts. Every answer is as of the instant of the call. */
export interface Registry extends Reads {
  readonly store: RegistryStore;
  readonly clock: () => Date;
  /** Notes what marks cover and which lapse, as `settleMarks` does. */
  settleMarks(settle: DecideMark, versions?: SettledVersions): Promise<string[]>;
  /** Notes what strangers can read in the version in service, as `notePublications` does. */
  notePublications(
    entries: Parameters<typeof notePublications>[1],
    served: ServedData,
  ): Promise<void>;
  /** Returns the state of the trail of badges. */
  markTrail(): Promise<MarkTrail>;
  /** Records accounts that the operator's files have rows of. */
  noteOperatorAccounts(accountIds: readonly string[]): Promise<void>;
  /** Records accounts that a run loaded data of which their owners sent. */
  noteAccountsWithData(accountIds: readonly string[]): Promise<void>;
  /** Deleted accounts and owners whose data a run has yet to remove. */
  readonly deletions: Deletions;
  close(): Promise<void>;
}

interface RegistryOptions {
  readonly dataDir: DataDirectory;
  readonly databaseUrl?: string | null;
  readonly clock: () => Date;
  /** Longest time of a query in PostgreSQL; by default a minute, since commands may wait. */
  readonly queryMilliseconds?: number;
}

/** Opens the registry, making it or bringing its schema up to date where needed. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const { databaseUrl, dataDir, queryMilliseconds } = options;
  const store = await openStore({
    databaseUrl,
    file: dataDir.registry,
    option: 'DATABASE_URL',
    queryMilliseconds,
  });
  return {
    ...readsOf(store.db, options.clock),
    store,
    clock: options.clock,
    settleMarks: (settle, versions) => settleMarks(store, settle, options.clock(), versions),
    notePublications: (entries, served) =>
      notePublications(store, entries, served, options.clock()),
    markTrail: () => readMarkTrail(store),
    noteOperatorAccounts: (accountIds) => noteOperatorAccounts(store, accountIds),
    noteAccountsWithData: (accountIds) => noteAccountsWithData(store, accountIds),
    deletions: deletionsIn(store, databaseUrl ? null : dataDir.registry),
    close: () => store.close(),
  };
}

/** Database of a registry: PostgreSQL if `databaseUrl` is set, else a SQLite file. */
interface StorePlace {
  readonly databaseUrl?: string | null | undefined;
  readonly file: string;
  /** Name of the database in messages. Its address may have a password. */
  readonly option: string;
  readonly queryMilliseconds?: number | undefined;
}

/** Opens the tables of a registry, making them or bringing them up to date where needed. */
export async function openStore({
  databaseUrl,
  file,
  option,
  queryMilliseconds,
}: StorePlace): Promise<RegistryStore> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(databaseUrl, queryMilliseconds).catch((error: unknown) => {
      const detail = connectReason(error);
      return fail(makeReason('system_check_postgres', { name: option, detail }), error);
    });
  }
  return openEmbedded(file).catch((error: unknown) => {
    // SQLite doesn't say why it can't open a file.
    const isClosed = mayNotWrite(file) || mayNotWrite(dirname(file));
    const written = isClosed ? makeReason('system_may_not_write') : writeReason(error);
    const detail = mayNotRead(file) ? makeReason('system_may_not_read') : written;
    return fail(makeReason('system_database_unreachable', { name: file, detail }), error);
  });
}

function fail(reason: CodedReason, error: unknown): never {
  if (error instanceof CommandError) throw error;
  throw new DatabaseOutOfReach(registrySchema, reason, { cause: error });
}
