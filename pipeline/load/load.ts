import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { makeReason, quotedReason } from '../base/reasons/reason.ts';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { type Table, tables } from './columns.ts';
import type { DeliverySource } from './delivered.ts';
import { landDelivered, tableNamed } from './delivered-lines.ts';
import { noteProgress, type ProgressMade, takeUp } from './delivered-progress.ts';
import { discover, type LedgerFile } from './discover.ts';
import { chooseNew, type Failure, readFiles, sizeOf } from './intake.ts';
import { KnownFiles, readKnownFiles, stateOf } from './known-files.ts';
import { appendRows, type Landing, type LoadedFile, openLanding } from './landing.ts';
import { ledgerColumns, readLedger } from './ledger.ts';
import { mergeTables } from './merge.ts';
import { leaveOthersRows, type PartitionAccounts } from './others-rows.ts';
import { beginOwners, type OwnersAccounts, type OwnersIntake } from './owners-accounts.ts';
import { type LoadReport, type MergedFiles, report } from './report.ts';
import { findReplaced } from './winners.ts';

interface LoadOptions {
  database: Database;
  sources: readonly string[];
  /** Loads only these tables. A load of the calendar reports no unknown files. */
  part?: 'accounts' | 'calendar';
  runId: string;
  /** Any refused row or file fails the load. */
  strict: boolean;
  /** Reads every file for its fingerprint, even if it is unchanged since it was read last. */
  readsAll?: boolean;
  /** An existing directory for unpacked data; left as it was. */
  temporaryDirectory: string;
  log: Pick<Log, 'warn'>;
  /** Receives the bytes of all new files before they are read. */
  onContents?: (bytes: number) => Promise<void>;
  /** Hears how many rows more were read, and how many of the bytes. */
  onRows?: (rows: number, bytes: number) => void;
  /** Hears of how many bytes more the rows are where they belong. */
  onMerged?: (bytes: number) => void;
  /** Which accounts owners may send data of; unset where they send none. */
  owners?: OwnersAccounts | undefined;
  /** Accounts whose rows count; unset if all do. */
  accounts?: PartitionAccounts | undefined;
  /** Deliveries to load after the sources. Unset if there never were any. */
  deliveries?: DeliverySource | undefined;
}

/**
 * Loads every new file of the sources in the caller's transaction. It leaves a temp table
 * `touched_accounts`, with the accounts that have a new or changed row.
 */
export async function loadSources(options: LoadOptions): Promise<LoadReport> {
  const { database, log } = options;
  const { files, ignored } = discover(options.sources);
  const found = files.filter(({ table }) => isPart(table, options.part));
  const owners = options.owners ? beginOwners(database, options.owners, options.deliveries) : null;
  if (options.part !== 'calendar') {
    for (const file of ignored) log.warn('file matches no table, ignored', { file });
  }
  await database.run('create or replace temp table touched_accounts (account_id varchar)');
  const isCalendar = options.part === 'calendar'; // Its database is another, and its files are few.
  const known = isCalendar || options.readsAll ? new KnownFiles() : await readKnownFiles(database);
  const ledger = await readLedger(database);
  const { contents, skipped, failures } = chooseNew(found, ledger, known);
  if (!isCalendar) await known.store(database);
  const delivered = await takeUp(database, options.deliveries, owners, options.accounts);
  const loaded = await load(options, contents, failures, owners, delivered).finally(() =>
    delivered?.taken.close(),
  );
  const hasProgress =
    delivered !== null && (await noteProgress(database, delivered, owners?.taken() ?? []));
  failures.push(...loaded.failures);
  for (const failure of failures) log.warn('file refused', { ...failure });
  const cleared = delivered?.cleared ?? [];
  return report(loaded, {
    skipped,
    failures,
    closed: owners?.closed() ?? [],
    cleared,
    hasProgress,
  });
}

/** Returns true if the sources have any calendar. */
export const haveCalendar = (sources: readonly string[]): boolean =>
  discover(sources).files.some(({ table }) => isPart(table, 'calendar'));

const isPart = ({ name }: Table, part: LoadOptions['part']): boolean =>
  part === undefined || (name === 'calendar_events') === (part === 'calendar');

async function load(
  options: LoadOptions,
  contents: readonly LedgerFile[],
  failures: readonly Failure[],
  owners: OwnersIntake | null,
  delivered: ProgressMade | null,
): Promise<MergedFiles> {
  const {
    database,
    strict,
    log,
    onContents = () => {},
    onRows = () => {},
    onMerged = () => {},
  } = options;
  const lines = delivered?.taken.lines ?? [];
  if (contents.length === 0 && lines.length === 0) {
    if (strict) refuse(0, failures);
    return { files: [], failures: [], changed: new Set() };
  }
  const bytes = [...contents, ...lines].reduce((sum, each) => sum + each.bytes, 0);
  await onContents(bytes);
  const directory = mkdtempSync(join(options.temporaryDirectory, 'load-'));
  try {
    const sent = new Set(lines.map((of) => tableNamed(of.table)));
    const named = new Set([...contents.map(({ table }) => table), ...sent]);
    const landing = await openLanding(database, named, {
      source: 'operator_file',
      delivery: options.runId,
    });
    try {
      // Rows that are read in place can't be left out.
      const copied = options.accounts ? named : sent;
      const landed = await readFiles(landing, directory, contents, copied, { log, onRows });
      if (delivered !== null) {
        const first = Math.max(-1, ...contents.map(({ number }) => number)) + 1;
        const ofDeliveries = await landDelivered(landing, delivered.taken, delivered.before, first);
        onRows(...sizeOf(ofDeliveries));
        landed.files.push(...ofDeliveries);
      }
      const counting = options.accounts
        ? await leaveOthersRows(database, landing, landed.files, options.accounts)
        : landed.files;
      const files = owners ? await owners.settle(landing, counting) : counting;
      const read = { ...landed, files };
      // Nothing of files that failed is merged.
      const [, merging] = sizeOf(files);
      onMerged(bytes - merging);
      if (strict) await refuseRejects(landing, read.files, [...failures, ...read.failures]);
      const changed = await deliver(options, landing, read.files).catch((error: unknown) => {
        refuseWritten(landing, read.files);
        throw error;
      });
      refuseWritten(landing, read.files);
      return { ...read, changed };
    } finally {
      await landing.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Brings the rows that stand to where they go, and notes each file and row of what was read. */
async function deliver(
  { database, runId, onMerged = () => {} }: LoadOptions,
  landing: Landing,
  files: readonly LoadedFile[],
): Promise<Set<string>> {
  const loads = tables
    .map((table) => ({ table, files: files.filter((file) => file.table === table) }))
    .filter((load) => load.files.length > 0);
  for (const load of loads) await findReplaced(landing, load);
  await appendRows(landing, 'loaded', ledgerColumns(files));
  const changed = await mergeTables(database, landing, loads, (load) => {
    const [, bytes] = sizeOf(load.files);
    onMerged(bytes);
  });
  await database.run(`insert into rejects
      (run_id, file, line, table_name, reason, reason_code, reason_values, raw, account_id)
    select ${literal(runId)}, file, line, table_name, reason, reason_code, reason_values, raw,
      account_id
    from ${landing.catalog}.rejected order by file_number, line`);
  await database.run(`insert into loaded_files
      (sha256, table_name, file, run_id, rows_in, rows_kept, rows_replaced, rows_rejected, bytes)
    select sha256, table_name, file, ${literal(runId)},
      rows_in, rows_kept, rows_replaced, rows_rejected, bytes
    from ${landing.catalog}.loaded`);
  return changed;
}

/** Throws if a file read in place no longer has its fingerprint. */
function refuseWritten({ inPlace }: Landing, files: readonly LoadedFile[]): void {
  const written = files
    .filter(({ table }) => inPlace.has(table))
    .find(({ path, writtenAt }) => !existsSync(path) || stateOf(path).writtenAt !== writtenAt);
  if (!written) return;
  throw new CommandError(makeReason('run_file_changed', { file: written.file }));
}

async function refuseRejects(
  landing: Landing,
  files: readonly LoadedFile[],
  failures: readonly Failure[],
): Promise<void> {
  const [first] = await landing.database.rows(
    `select file, line, reason from ${landing.catalog}.rejected order by file_number, line limit 1`,
  );
  const rows = files.reduce((sum, { rejected }) => sum + rejected, 0);
  refuse(rows, failures, first && `${first.file} line ${first.line}: ${first.reason}`);
}

function refuse(rows: number, failures: readonly Failure[], firstRow?: string): void {
  if (rows === 0 && failures.length === 0) return;
  const first = firstRow ?? `${failures[0]?.file}: ${failures[0]?.reason}`;
  const refused = {
    rows: makeReason(rows === 1 ? 'run_one_row' : 'run_several_rows', { count: rows }),
    files: makeReason(failures.length === 1 ? 'run_one_file' : 'run_several_files', {
      count: failures.length,
    }),
  };
  throw new CommandError(
    makeReason('run_strict_refusal', { ...refused, detail: quotedReason(first) }),
  );
}
