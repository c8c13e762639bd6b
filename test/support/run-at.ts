import { silentLog } from '../../pipeline/base/log.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import { runOnce } from '../../pipeline/run/run.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';

/** Runs the pipeline at an instant, silently and in one thread. By default it has no sources. */
export function runAt(
  asOf: Date,
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  options: Partial<RunOptions> = {},
): Promise<RunResult> {
  const clock = () => asOf;
  const usual = { sources: [], asOf, clock, log: silentLog, threads: 1 };
  return runOnce({ dataDir, registry, ...usual, ...options });
}
