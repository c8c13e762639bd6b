import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { literal } from '../base/sql-text.ts';
import { forgetCalendar } from '../calendar/database.ts';
import type { CalendarElection } from '../calendar/election.ts';
import { refusalsIn } from '../deliveries/refused-rows.ts';
import { openDatabase } from '../duckdb/database.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { fingerprint, isSourceFile } from '../load/ledger.ts';
import type { PartitionAccounts } from '../load/others-rows.ts';
import { oneMachine } from './machines.ts';
import type { RunOptions } from './run-options.ts';

/** Loaded file, as the ledger has it. */
interface LoadedFile {
  readonly sha256: string;
  readonly table: string;
  readonly file: string;
}

export interface Rebuild {
  /** Sources to load, in their original order. */
  readonly sources: readonly string[];
  /** Warnings about rows that the sources no longer have. */
  readonly warnings: readonly string[];
}

/**
 * Removes every database that the sources can restore. Without named sources the ledger names them.
 * Throws, with nothing removed, if one of its files is gone. The caller must hold the run lock.
 */
export async function beginRebuild({
  dataDir,
  sources: named,
  machines = oneMachine,
  accounts,
  clock,
}: Pick<RunOptions, 'dataDir' | 'sources' | 'machines' | 'partition' | 'clock'> & {
  readonly accounts?: PartitionAccounts | null;
}): Promise<Rebuild> {
  const { calendar } = machines;
  const rebuild =
    named.length > 0 ? { sources: named, warnings: [] } : await fromLedger(dataDir, calendar);
  const { working, archive } = dataDir;
  const deliveries = machines.deliveries(dataDir, clock);
  try {
    const refusals = refusalsIn(deliveries);
    await refusals.forget(accounts?.isOwn ?? (() => true));
  } finally {
    await deliveries.close();
  }
  await forgetCalendar(dataDir, calendar);
  for (const path of [working, archive]) removeDatabase(path);
  return rebuild;
}

async function fromLedger(dataDir: DataDirectory, election: CalendarElection): Promise<Rebuild> {
  const { working, warehouse, calendar } = dataDir;
  const ledger = (await readLedger(working)) ?? (await readLedger(warehouse));
  if (!ledger) {
    throw new CommandError(makeReason('run_no_ledger', { file: working, other: warehouse }));
  }
  // Every run finds copies of fetched feeds by itself.
  const copies = [calendar.feeds, calendar.actuals];
  const ofCalendar = await Promise.all(election.ledgers(dataDir).map(readLedger));
  const loaded = [...ledger, ...ofCalendar.flatMap((files) => files ?? [])].filter(
    ({ file }) => !copies.some((folder) => isWithin(file, folder)),
  );
  const gone = loaded.find(({ file }) => !existsSync(file));
  if (gone) {
    throw new CommandError(makeReason('run_loaded_file_gone', { file: gone.file }));
  }
  return { sources: [...new Set(loaded.map(sourceOf))], warnings: overwrittenWarnings(loaded) };
}

const isWithin = (file: string, folder: string): boolean =>
  !relative(folder, file).startsWith('..');

/** Reads the loaded files, in the order of loading. Null if the database cannot be read. */
async function readLedger(path: string): Promise<LoadedFile[] | null> {
  if (!existsSync(path)) return null;
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    await database.run(`attach ${literal(path)} as before (read_only)`);
    const rows = await database.rows(
      `select sha256, table_name, file from before.loaded_files where ${isSourceFile} order by rowid`,
    );
    return rows.map(({ sha256, table_name, file }) => ({
      sha256: String(sha256),
      table: String(table_name),
      file: String(file),
    }));
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** Returns the source directory of a file. A table may be a folder of it. */
function sourceOf({ table, file }: LoadedFile): string {
  const folder = file.lastIndexOf(`/${table}/`);
  return folder < 0 ? dirname(file) : file.slice(0, folder) || '/';
}

function overwrittenWarnings(loaded: readonly LoadedFile[]): string[] {
  const hashes = new Map<string, string>();
  const isOverwritten = ({ file, sha256 }: LoadedFile): boolean => {
    const content = hashes.get(file) ?? fingerprint(file);
    hashes.set(file, content);
    return content !== sha256;
  };
  const [first, ...more] = loaded.filter(isOverwritten);
  if (!first) return [];
  const remainder = more.length > 0 ? ` and ${more.length} more` : '';
  return [
    `${first.file}${remainder}: overwritten after it was loaded; rows of its earlier content are not rebuilt`,
  ];
}
