import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { wholePartition } from '../base/partition.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import type { WaitingAccount } from '../base/waiting-accounts.ts';
import { withNoun } from '../base/with-noun.ts';
import { calendarWarnings } from '../calendar/lacks.ts';
import { currentCalendar } from '../calendar/snapshot.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../duckdb/database.ts';
import { useWarehouse } from '../duckdb/persistent-database.ts';
import { chainEnd } from '../publish/snapshot/chain.ts';
import { readCopies } from '../publish/snapshot/in-service.ts';
import { pointerFault } from '../publish/snapshot/pointer.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { machineOf } from '../publish/snapshot/shared.ts';
import { chainFault } from '../publish/snapshot/verify-chain.ts';
import { lastRuns } from '../run/run-log.ts';
import type { UnreconciledAccount } from '../run/unreconciled.ts';
import { readWarnings, warningLines } from '../run/warnings.ts';
import {
  readWithheld,
  type Withheld,
  waitingLines,
  withheldIn,
  withheldLines,
  withheldRecord,
  wordedWithheld,
} from '../run/withheld.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { nearLines, readOwnerUse } from './owner-use.ts';
import { runLines } from './run-lines.ts';
import {
  type InstallationStatus,
  localStatus,
  readRuns,
  type SharedStatus,
  type ShownRun,
} from './shared-status.ts';

/** Number of last runs in JSON. */
const shownRuns = 10;

interface StatusOptions {
  readonly json?: boolean;
}

/**
 * Prints published versions, shared state, owners near a limit, and the last runs, newest first.
 * Returns 1 if the shared state, the store or the owners' data cannot be read.
 */
export async function statusCommand(
  config: Config,
  { json }: StatusOptions,
  io: CommandIo,
): Promise<number> {
  const { dataDir } = config;
  const version = currentVersion(dataDir);
  const chain = chainEnd(dataDir)?.sha256 ?? null;
  const calendar = currentCalendar(dataDir);
  const { shared, fault: sharedFault, ...machines } = await readMachines(config);
  const { use, fault } =
    sharedFault === null ? await readOwnerUse(config, io) : { use: null, fault: sharedFault };
  const runs = machines.runs.map(withDuration);
  const lastGood = runs.find(({ outcome }) => outcome === 'published');
  const good = shared === null ? [lastGood ?? []].flat() : machines.good;
  const { held, unnamedHeld, unreconciled, lines } = await readFound(dataDir, shared, good);
  const ofCalendar = calendarWarnings(dataDir, calendar, io.clock());
  const ofChain = [chainFault(dataDir) ?? []].flat();
  const warnings = [...good.flatMap((run) => run.warnings), ...ofCalendar, ...ofChain];
  const waiting = good.flatMap((run) => run.waiting);
  const unnamed = sumOf(good, ({ accounts_waiting }) => accounts_waiting) - waiting.length;
  const damaged = [dataDir.current, dataDir.calendar.current].map(pointerFault);
  const isPointerDamaged = damaged[0] !== null;
  const found = [fault, shared?.store_fault ?? null, ...damaged].filter((line) => line !== null);
  const exitCode = found.length === 0 ? exitCodes.done : exitCodes.failed;
  for (const line of found) io.stderr(line);
  if (json) {
    io.stdout(
      JSON.stringify({
        version,
        chain,
        calendar,
        held_back: wordedWithheld(held.map(withheldRecord)),
        waiting: wordedWaiting(waiting),
        unreconciled,
        warnings,
        use,
        shared,
        runs: runs.slice(0, shownRuns).map((run) => ({
          ...run,
          error: run.error && inEnglish(run.error),
          held_back: wordedWithheld(run.held_back),
          waiting: wordedWaiting(run.waiting),
        })),
      }),
    );
    return exitCode;
  }
  const nothing = isPointerDamaged ? 'unknown' : nothingWords(sharedFault, machines.isInService);
  io.stdout(`published: ${version ?? nothing}`);
  if (chain !== null) io.stdout(`chain: ${chain}`);
  if (calendar !== null) io.stdout(`calendar: ${calendar}`);
  for (const line of machines.lines) io.stdout(line);
  for (const [at, line] of withheldLines(held, Number.POSITIVE_INFINITY).entries()) {
    io.stdout(`${line}, since ${held[at]?.since}`);
  }
  if (unnamedHeld > 0) io.stdout(`${withNoun(unnamedHeld, 'more account')} held back`);
  for (const line of waitingLines(waiting, Number.POSITIVE_INFINITY)) io.stdout(line);
  if (unnamed > 0) io.stdout(`${withNoun(unnamed, 'more account')} waiting`);
  for (const line of [...lines, ...ofCalendar, ...ofChain]) io.stdout(line);
  for (const line of nearLines(use ?? [])) io.stdout(line);
  for (const line of runLines(runs)) io.stdout(line);
  return exitCode;
}

/** Findings of the last runs that published. */
interface Found {
  readonly held: readonly Withheld[];
  /** Number of accounts that are held back without being named. */
  readonly unnamedHeld: number;
  readonly unreconciled: readonly UnreconciledAccount[];
  readonly lines: readonly string[];
}

/**
 * Reads what the last runs found. The databases of other machines have what these computed. Of
 * their runs only the records are known, which name a few accounts.
 */
async function readFound(
  dataDir: DataDirectory,
  shared: SharedStatus | null,
  good: readonly ShownRun[],
): Promise<Found> {
  const here = machineOf(dataDir);
  const elsewhere = shared === null ? [] : good.filter(({ machine }) => machine !== here);
  const isHere = shared === null || elsewhere.length < good.length;
  const stored = isHere ? await readWarehouse(dataDir) : { held: [], unreconciled: [], lines: [] };
  const named = elsewhere.flatMap((run) => run.held_back.map(withheldIn));
  return {
    ...stored,
    held: [...stored.held, ...named],
    unnamedHeld: sumOf(elsewhere, ({ accounts_held_back }) => accounts_held_back) - named.length,
    lines: [...stored.lines, ...elsewhere.flatMap(({ warnings }) => warnings)],
  };
}

const sumOf = (runs: readonly ShownRun[], countIn: (run: ShownRun) => number): number =>
  runs.reduce((sum, run) => sum + countIn(run), 0);

/**
 * Says why this machine has no version: unknown, published elsewhere, or nothing published at all.
 */
function nothingWords(sharedFault: string | null, isInService: boolean): string {
  if (sharedFault !== null) return 'unknown; this machine has published nothing';
  return isInService ? 'by other machines only' : 'nothing yet; start with `trackrecord run`';
}

/** Reads the state of all machines, or this machine's runs and the reason why it cannot be read. */
async function readMachines(
  config: Config,
): Promise<InstallationStatus & { readonly fault: string | null }> {
  const localRuns = lastRuns(config.dataDir, readRuns);
  try {
    const status = await withInstallation(config, (installation) => installation.status(localRuns));
    return { ...status, fault: null };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const copies = readCopies(config.dataDir, config.partition ?? wholePartition);
    return { ...localStatus(localRuns, copies), fault: error.message };
  }
}

/** Reads withheld accounts and all warnings as of the last published run. */
async function readWarehouse(dataDir: DataDirectory): Promise<Omit<Found, 'unnamedHeld'>> {
  const { warehouse } = dataDir;
  if (!existsSync(warehouse)) return { held: [], unreconciled: [], lines: [] };
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    await useWarehouse(database, warehouse);
    const warnings = await readWarnings(database, Number.POSITIVE_INFINITY);
    return {
      held: await readWithheld(database),
      unreconciled: warnings.unreconciled.first,
      lines: warningLines(warnings),
    };
  } finally {
    database.close();
  }
}

const withDuration = (run: ShownRun) => ({
  ...run,
  duration_seconds: (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000,
});

const wordedWaiting = (accounts: readonly WaitingAccount[]) =>
  accounts.map(({ id, reason, ...rest }) => ({ id, reason: inEnglish(reason), ...rest }));
