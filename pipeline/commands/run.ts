import { spawnSync } from 'node:child_process';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes, UsageError } from '../base/errors.ts';
import { giveWay } from '../base/give-way.ts';
import { createLog, type Log } from '../base/log.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Feeds } from '../calendar/feeds.ts';
import { calendarWarnings } from '../calendar/lacks.ts';
import { runCalendarOnce } from '../calendar/run.ts';
import type { Config, SettingTexts } from '../config/config.ts';
import type { LoadReport } from '../load/report.ts';
import { isInstant } from '../registry/instants.ts';
import type { RunResult } from '../run/recorded.ts';
import { runOnce } from '../run/run.ts';
import { waitingLines, withheldLines } from '../run/withheld.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { isWatched, withStages } from './progress.ts';
import { foldersOf } from './sources.ts';
import { withRegistry } from './with-registry.ts';

export interface RunCommandOptions {
  readonly source?: readonly string[];
  readonly full?: boolean;
  readonly rebuild?: boolean;
  readonly asOf?: string;
  readonly strict?: boolean;
  readonly emptyRegistry?: boolean;
  readonly calendar?: boolean;
}

/**
 * Runs one batch and says in a line what it did; 3 when some input was refused or held back. The
 * operator's command is called when it fails.
 */
export async function runCommand(
  config: Config,
  options: RunCommandOptions,
  io: CommandIo,
): Promise<number> {
  const asOf = parseInstant(options.asOf, io);
  if (options.calendar && options.rebuild) {
    throw new UsageError('--rebuild rebuilds the calendar too; leave out --calendar');
  }
  try {
    return await (options.calendar ? runCalendar : runAll)(config, options, asOf, io);
  } catch (error) {
    const exitCode = error instanceof CommandError ? error.exitCode : exitCodes.failed;
    if (config.onFailure !== null && exitCode !== exitCodes.locked) {
      const reason = error instanceof Error ? error.message : String(error);
      raiseAlarm(config.onFailure, { exitCode, reason }, io.env, createLog(config));
    }
    throw error;
  }
}

async function runAll(
  config: Config,
  options: RunCommandOptions,
  asOf: Date,
  io: CommandIo,
): Promise<number> {
  const sources = await foldersOf(options.source ?? [], config, createLog(config));
  const result = await withRegistry(config, io, (registry) =>
    withInstallation(config, (machines) =>
      withStages(createLog(config), isWatched(config, io), (log, progress) =>
        runOnce({
          dataDir: config.dataDir,
          machines,
          sources,
          feeds: feedsOf(config),
          registry,
          partition: config.partition,
          full: options.full ?? false,
          rebuild: options.rebuild ?? false,
          strict: options.strict ?? false,
          emptyRegistry: options.emptyRegistry ?? false,
          asOf,
          clock: io.clock,
          log,
          progress,
          memoryLimit: config.memoryLimit ?? undefined,
          threads: config.threads ?? undefined,
          keepVersions: config.keepVersions,
          giveWay,
        }),
      ),
    ),
  );
  const exitCode = reportRun(result, config.dataDir, io);
  // What starts partitions repeats those that fail, and here nothing did.
  return config.partition !== null && exitCode === exitCodes.partly ? exitCodes.done : exitCode;
}

async function runCalendar(
  config: Config,
  options: RunCommandOptions,
  asOf: Date,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config);
  const sources = await foldersOf(options.source ?? [], config, log);
  const { version, isNew, load } = await withInstallation(config, (machines) =>
    runCalendarOnce({
      dataDir: config.dataDir,
      machines,
      sources,
      feeds: feedsOf(config),
      strict: options.strict ?? false,
      asOf,
      clock: io.clock,
      log,
      keepVersions: config.keepVersions,
    }),
  );
  const state = version === null ? 'no calendar yet' : `version ${version}`;
  io.stdout(
    `${state}${isNew || version === null ? '' : ' is unchanged'}${load ? `: ${loadedWords(load)}` : ''}`,
  );
  return load ? reportRefusals(load, 'calendar.duckdb', io) : exitCodes.done;
}

/** The addresses that the settings name for the calendar. */
const feedsOf = ({ calendarUrl, calendarActualUrl }: Config): Feeds => ({
  urls: calendarUrl,
  actualUrls: calendarActualUrl,
});

/** Says what a run did; answers with its exit code. */
function reportRun({ load, ...result }: RunResult, dataDir: DataDirectory, io: CommandIo): number {
  const held = result.heldBack.length > 0 ? `, ${result.heldBack.length} held back` : '';
  const restated = result.restated > 0 ? `, ${result.restated} restated` : '';
  const accounts = `${withNoun(result.accountsComputed, 'account')} computed${restated}${held}`;
  const version = `version ${result.version}${result.isNew ? '' : ' is unchanged'}`;
  io.stdout(`${version}: ${loadedWords(load)}; ${accounts}`);
  const ofCalendar = calendarWarnings(dataDir, result.calendar, io.clock());
  for (const warning of [...result.warnings, ...ofCalendar]) io.stderr(warning);
  for (const line of withheldLines(result.heldBack)) io.stderr(line);
  for (const line of waitingLines(result.waiting)) io.stderr(line);
  const refused = reportRefusals(load, 'warehouse.duckdb', io);
  return result.heldBack.length > 0 || result.waiting.length > 0 ? exitCodes.partly : refused;
}

function loadedWords({ files, skipped, rowsLoaded, rowsRejected }: LoadReport): string {
  const known = `${withNoun(files.length, 'file')} loaded, ${skipped} known already`;
  return `${known}; ${withNoun(rowsLoaded, 'row')} loaded, ${rowsRejected} rejected`;
}

/** Names the refused files, and the database that keeps the refused rows. */
function reportRefusals(
  { failures, rowsRejected }: LoadReport,
  database: 'warehouse.duckdb' | 'calendar.duckdb',
  io: CommandIo,
): number {
  for (const { file, reason } of failures) io.stderr(`${file}: ${reason}`);
  if (rowsRejected > 0) {
    io.stderr(`${withNoun(rowsRejected, 'row')} rejected: see the table rejects of ${database}`);
  }
  return rowsRejected > 0 || failures.length > 0 ? exitCodes.partly : exitCodes.done;
}

function parseInstant(text: string | undefined, io: CommandIo): Date {
  if (text === undefined) return io.clock();
  if (!isInstant(text)) {
    throw new UsageError(`--as-of ${text}: not an instant; give one such as 2027-01-01T00:00:00Z`);
  }
  return new Date(text);
}

const timeoutMilliseconds = 30_000;

/** Outcome of a failed run for an operator's command. */
interface Failure {
  readonly exitCode: number;
  readonly reason: string;
}

/** Calls the operator's command with the failure in its environment; its own failure is logged. */
function raiseAlarm(
  command: string,
  { exitCode, reason }: Failure,
  env: SettingTexts,
  log: Log,
): void {
  const { status, error, signal } = spawnSync('/bin/sh', ['-c', command], {
    env: { ...env, TRACKRECORD_EXIT_CODE: String(exitCode), TRACKRECORD_ERROR: reason },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: timeoutMilliseconds,
  });
  if (status === 0) return;
  const why = error?.message ?? signal ?? `exit code ${status}`;
  // Not the command: it may hold a token.
  log.error('TRACKRECORD_ON_FAILURE: the command itself failed', { reason: why });
}
