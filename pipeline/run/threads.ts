import { availableParallelism } from 'node:os';
import type { Database } from '../duckdb/database.ts';
import type { DatabaseLimits } from '../duckdb/persistent-database.ts';

/** Bytes of new files from which several threads load them sooner. */
const manyBytes = 8 * 1024 * 1024;
const manyTrades = 100_000;
const manySubjects = 100;
/** Trades from which it is worth the time to look for what a statement computes twice. */
const worthSearching = 2000;
/** Statements that Node.js waits for at once if its environment does not say. */
const usualWaits = 4;

/** Amount of work of a run. */
export interface RunSize {
  readonly subjects: number;
  readonly trades: number;
}

type ThreadLimit = Pick<DatabaseLimits, 'threads'>;

interface ThreadOptions extends ThreadLimit {
  /** Lets the server go first. Called for work that takes several threads. */
  readonly giveWay?: () => void;
}

/** Returns true if one thread computes it at least as fast as several. */
export const isSmall = (size: RunSize): boolean =>
  hasFewTrades(size) && size.subjects < manySubjects;

const hasFewTrades = ({ trades }: RunSize): boolean => trades < manyTrades;

/** Returns true if several threads load new files of this size sooner than one. */
export const isMuchToLoad = (bytes: number): boolean => bytes >= manyBytes;

/**
 * Returns how many chunks a run computes at once, one for each thread that it may use. It needs as
 * many chunks, and memory for them. Each takes one of the threads with which Node.js waits, so
 * there are at most `UV_THREADPOOL_SIZE` (4 if unset).
 */
export const mostChunksAtOnce = (
  { threads }: ThreadLimit,
  waits = Number(process.env.UV_THREADPOOL_SIZE) || usualWaits,
): number => Math.min(waits, threads ?? availableParallelism());

/**
 * Sets the threads of DuckDB: one, or as many as the run may use for so many statements at once.
 * Each statement has the thread that waits for it, so that
 * `atOnce` statements on as many processors have one each.
 * Threads that wait for each other take a quarter more processor time: a checkpoint of little data
 * 180 ms, with two 410 ms. Work for several threads gives way to the server. Little work does not:
 * next to a busy server it would take minutes for a second of processor time.
 */
export async function useThreads(
  database: Database,
  number: 'one' | 'all',
  { threads, giveWay }: ThreadOptions,
  atOnce: number = 1,
): Promise<void> {
  if (number === 'all') giveWay?.();
  if (threads === 1) return;
  const all = (threads ?? availableParallelism()) - atOnce + 1;
  await database.run(`set threads = ${number === 'one' ? 1 : all}`);
}

/**
 * Has DuckDB plan statements for a run of this size. To look for equal expressions takes a twelfth
 * of a run over a few trades, and saves a fifth of one over 30,000. Figures are the same.
 */
export async function usePlans(database: Database, { trades }: RunSize): Promise<void> {
  await database.run(
    trades < worthSearching
      ? "set disabled_optimizers = 'common_subexpressions,common_subplan'"
      : 'reset disabled_optimizers',
  );
}
