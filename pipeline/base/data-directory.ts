import { join } from 'node:path';
import { asFileFault, CommandError, exitCodes, writeReason } from './errors.ts';
import { makeFolder } from './files.ts';
import { narrowDataDirectory } from './modes.ts';
import { makeReason } from './reasons/reason.ts';

/** Paths of everything in a data directory. */
export interface DataDirectory {
  readonly path: string;
  readonly registry: string;
  /** Log of runs, a line each. */
  readonly runs: string;
  readonly lock: string;
  readonly temporary: string;
  readonly working: string;
  /** Copies of sources that are in S3, a folder each. */
  readonly sources: string;
  readonly archive: string;
  readonly warehouse: string;
  readonly demo: string;
  readonly snapshots: string;
  /** The file that names the published version. */
  readonly current: string;
  /**
   * The publication in service on all machines that this directory knows of; absent on one machine.
   */
  readonly serial: string;
  /** Chain of published versions, a line each. */
  readonly chain: string;
  /** Folder of the manifests of versions. */
  readonly versions: string;
  manifest(version: string): string;
  readonly calendar: CalendarDirectory;
  /** Data that owners send in. */
  readonly inbox: InboxDirectory;
}

/** Folder for data that owners send in. */
export interface InboxDirectory {
  readonly folder: string;
  /** The deliveries, with their rows; those that machines share are elsewhere. */
  readonly database: string;
  /** Files of statements while they are read. */
  readonly reading: string;
}

/** The calendar's part of a data directory. */
interface CalendarDirectory {
  readonly database: string;
  readonly lock: string;
  readonly temporary: string;
  readonly feeds: string;
  readonly actuals: string;
  readonly answers: string;
  /** Which state of what machines share this directory has; absent on one machine. */
  readonly state: string;
  /** The folder of its versions. */
  readonly snapshots: string;
  readonly current: string;
  /** The publication in service on all machines that a copy knows of; absent on one machine. */
  readonly serial: string;
  version(version: string): string;
}

/** Ending of the files of versions. */
export const versionEnding = '.json';

/** Every path of a data directory, which need not be there yet. */
export function dataDirectory(path: string): DataDirectory {
  const snapshots = join(path, 'snapshots');
  return {
    path,
    registry: join(path, 'registry.db'),
    runs: join(path, 'runs.ndjson'),
    lock: join(path, 'run.lock'),
    temporary: join(path, '.tmp'),
    working: join(path, 'working.duckdb'),
    sources: join(path, 'sources'),
    archive: join(path, 'archive.duckdb'),
    warehouse: join(path, 'warehouse.duckdb'),
    demo: join(path, 'demo'),
    snapshots,
    current: join(snapshots, 'current'),
    serial: join(snapshots, 'serial'),
    chain: join(snapshots, 'chain.ndjson'),
    versions: join(snapshots, 'versions'),
    manifest: (version) => join(snapshots, 'versions', `${version}${versionEnding}`),
    calendar: calendarDirectory(path, join(snapshots, 'calendar')),
    inbox: inboxDirectory(join(path, 'inbox')),
  };
}

/** Returns the server's own copy of the shared store, apart from the data of runs here. */
export const copyDirectory = ({ path }: DataDirectory): DataDirectory =>
  dataDirectory(join(path, 'copy'));

function inboxDirectory(folder: string): InboxDirectory {
  return {
    folder,
    database: join(folder, 'inbox.db'),
    reading: join(folder, 'reading'),
  };
}

function calendarDirectory(path: string, snapshots: string): CalendarDirectory {
  const calendarFolder = join(path, 'calendar');
  return {
    database: join(path, 'calendar.duckdb'),
    lock: join(path, 'calendar.lock'),
    temporary: join(path, '.tmp-calendar'),
    feeds: join(calendarFolder, 'feeds'),
    actuals: join(calendarFolder, 'actuals'),
    answers: join(calendarFolder, 'answers'),
    state: join(calendarFolder, 'state.json'),
    snapshots,
    current: join(snapshots, 'current'),
    serial: join(snapshots, 'serial'),
    version: (version) => join(snapshots, `${version}${versionEnding}`),
  };
}

/** Makes the folders of a data directory, which nobody else may read. */
export function prepareDirectories({ path, snapshots }: DataDirectory): void {
  try {
    makeFolder(snapshots);
  } catch (error) {
    const fault = asFileFault(error, path);
    if (fault instanceof CommandError) throw fault;
    throw new CommandError(
      makeReason('system_cannot_make_folder', { file: snapshots, detail: writeReason(error) }),
      exitCodes.failed,
      { cause: error },
    );
  }
  narrowDataDirectory(path);
}
