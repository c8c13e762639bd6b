import type { Feeds } from '../calendar/feeds.ts';
import type { Config } from '../config.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createLog } from '../log.ts';
import { withProgress } from '../progress.ts';
import { isInstant } from '../registry/instants.ts';
import { type RunResult, runOnce } from '../run.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

export interface RunOptions {
  readonly source?: readonly string[];
  readonly full?: boolean;
  readonly asOf?: string;
  readonly strict?: boolean;
}

/** Runs one batch and says in a line what it did; 3 when some input was refused. */
export async function runCommand(
  config: Config,
  options: RunOptions,
  io: CommandIo,
): Promise<number> {
  const asOf = parseInstant(options.asOf, io);
  const result = await withRegistry(config, io, (registry) =>
    withProgress(createLog(config.logLevel), (log) =>
      runOnce({
        dataDir: config.dataDir,
        sources: options.source ?? [],
        feeds: feedsOf(config),
        registry,
        full: options.full ?? false,
        strict: options.strict ?? false,
        asOf,
        clock: io.clock,
        log,
        memoryLimit: config.memoryLimit ?? undefined,
        threads: config.threads ?? undefined,
        keepVersions: config.keepVersions,
      }),
    ),
  );
  return reportRun(result, io);
}

/** The addresses that the settings name for the calendar. */
export const feedsOf = ({ calendarUrl, calendarActualUrl }: Config): Feeds => ({
  urls: calendarUrl,
  actualUrls: calendarActualUrl,
});

/** Says what a run did; answers with its exit code. */
export function reportRun({ load, ...result }: RunResult, io: CommandIo): number {
  const files = `${load.files.length} files loaded, ${load.skipped} known already`;
  const rows = `${load.rowsLoaded} rows loaded, ${load.rowsRejected} rejected`;
  const accounts = `${result.accountsComputed} accounts computed`;
  const version = `version ${result.version}${result.isNew ? '' : ' stands'}`;
  io.stdout(`${version}: ${files}; ${rows}; ${accounts}`);
  if (result.calendar !== null) io.stdout(`calendar version ${result.calendar}`);
  for (const { file, reason } of load.failures) io.stderr(`${file}: ${reason}`);
  for (const warning of result.warnings) io.stderr(warning);
  if (load.rowsRejected > 0) {
    io.stderr(`${load.rowsRejected} rows rejected: see the table rejects of warehouse.duckdb`);
  }
  return load.rowsRejected > 0 || load.failures.length > 0 ? exitCodes.partly : exitCodes.done;
}

function parseInstant(text: string | undefined, io: CommandIo): Date {
  if (text === undefined) return io.clock();
  if (!isInstant(text)) {
    throw new CommandError(
      `--as-of ${text}: not an instant; give one such as 2027-01-01T00:00:00Z`,
      exitCodes.usage,
    );
  }
  return new Date(text);
}
