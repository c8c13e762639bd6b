import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { isAbsent, namesIn, replaceFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { literal } from '../base/sql-text.ts';
import { openDatabase } from '../duckdb/database.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { fingerprint } from '../load/ledger.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { eachFewAtOnce } from '../publish/store/few-at-once.ts';
import type { PublishedPointer } from '../publish/store/pointer-row.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { fetchCalendar, isFetched } from './replica.ts';

/**
 * State from which calendar runs continue: the database, copies of feeds, and when to request them
 * again.
 */
export interface CalendarState {
  /** One more with every change. */
  readonly number: number;
  /** The data directory that it is of, below which the files are that its database names. */
  readonly home: string;
  readonly files: readonly StateFile[];
}

interface StateFile extends Content {
  /** Below the data directory. */
  readonly path: string;
}

/** Returns the object name of a file of the state. */
export const stateObject = ({ sha256 }: Content): string => `feeds/${sha256}`;

/** Returns the state stored in a row of the pointer, or null. */
export const stateOf = ({ state }: PublishedPointer): CalendarState | null =>
  state as CalendarState | null;

/** The state that a data directory is in; the one before where nothing is other than there. */
export function nextState(dataDir: DataDirectory, before: CalendarState | null): CalendarState {
  const { path: home } = dataDir;
  const files = stateFiles(dataDir).map((path) => {
    const at = join(home, path);
    return { path, sha256: fingerprint(at), bytes: statSync(at).size };
  });
  const next = { number: (before?.number ?? 0) + 1, home, files };
  const isSame = (of: CalendarState): string => JSON.stringify(of.files.map(partsOf));
  return before !== null && isSame(before) === isSame(next) ? before : next;
}

const partsOf = ({ path, sha256 }: StateFile) => [path, sha256];

/** Paths of what there is of a state, in their order. */
function stateFiles({ path, calendar }: DataDirectory): string[] {
  if (existsSync(`${calendar.database}.wal`)) {
    throw new Error(`${calendar.database} has a write-ahead log next to it`);
  }
  const copies = foldersOf(calendar).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => !name.endsWith('.tmp'))
      .map((name) => join(folder, name)),
  );
  return [...copies, ...[calendar.database].filter(existsSync)]
    .map((file) => file.slice(path.length + 1))
    .sort();
}

const foldersOf = ({ feeds, actuals, answers }: DataDirectory['calendar']): string[] => [
  feeds,
  actuals,
  answers,
];

/**
 * State of a data directory, compared with the one it started from. Null if it never shared one.
 */
type NotedState = number | 'ahead' | null;

/** Reads which state a data directory has. */
export function readLocalState({ calendar }: DataDirectory): NotedState {
  try {
    return JSON.parse(readFileSync(calendar.state, 'utf8')).state;
  } catch (error) {
    if (isAbsent(error)) return null;
    // What is not as it was written is brought again.
    return 'ahead';
  }
}

/** Notes which state a data directory has. */
export function noteLocalState({ calendar }: DataDirectory, state: number | 'ahead'): void {
  mkdirSync(dirname(calendar.state), { recursive: true });
  replaceFile(calendar.state, `${JSON.stringify({ state })}\n`);
}

/** Brings a data directory to the state and version of a row, unless it is there. */
export async function moveToState(
  store: Store,
  dataDir: DataDirectory,
  pointed: PublishedPointer,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const state = stateOf(pointed);
  if (state === null) return;
  const noted = readLocalState(dataDir);
  if (noted === state.number) return;
  const { calendar } = dataDir;
  const brought = join(calendar.temporary, 'brought');
  rmSync(brought, { recursive: true, force: true });
  mkdirSync(brought, { recursive: true });
  await eachFewAtOnce(state.files, (file) =>
    store.fetch(stateObject(file), file, join(brought, file.sha256)),
  );
  if (pointed.serial > 0 && !isFetched(dataDir, pointed)) {
    await fetchCalendar(store, dataDir, pointed);
  }
  if (noted === null) saveLocal(calendar.database, log);
  noteLocalState(dataDir, 'ahead');
  removeDatabase(calendar.database);
  for (const folder of foldersOf(calendar)) rmSync(folder, { recursive: true, force: true });
  for (const { path, sha256 } of state.files) {
    const place = join(dataDir.path, path);
    mkdirSync(dirname(place), { recursive: true });
    // Two files may have the same content.
    copyFileSync(join(brought, sha256), place);
  }
  rmSync(calendar.temporary, { recursive: true, force: true });
  if (state.home !== dataDir.path) await moveHome(calendar.database, state.home, dataDir.path);
  if (pointed.serial > 0) {
    writePointer(calendar.current, pointed.version, {
      code: 'run_unconfirmed_calendar',
      again: makeReason('run_again'),
    });
  }
  noteLocalState(dataDir, state.number);
}

/** Renames the calendar that a machine had loaded before it shared one. */
function saveLocal(database: string, log: Pick<Log, 'warn'>): void {
  if (!existsSync(database)) return;
  const saved = `${database}.own`;
  renameSync(database, saved);
  log.warn('the calendar that all machines share replaces the one of this machine', { saved });
}

const withFiles = ['main.loaded_files', 'main.rejects', 'main.file_events', 'actuals.file_events'];

/**
 * Renames source files from one data directory to another, so that their rows still count as
 * loaded.
 */
async function moveHome(path: string, from: string, to: string): Promise<void> {
  if (!existsSync(path)) return;
  const database = await openDatabase(path, { threads: 1 });
  try {
    for (const table of withFiles) {
      await database.run(`update ${table}
        set file = ${literal(to)} || substr(file, ${from.length + 1})
        where starts_with(file, ${literal(`${from}/`)})`);
    }
    await database.run('checkpoint');
  } finally {
    database.close();
  }
}
