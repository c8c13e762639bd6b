import { createLog } from '../../pipeline/log.ts';
import { type RunResult, runOnce } from '../../pipeline/run.ts';
import type { RunOptions } from '../../pipeline/run-options.ts';
import { stageNames } from '../../pipeline/stages.ts';

export interface MeasuredRun {
  readonly costs: RunResult['costs'];
  /** From the start of the run to its end, outside its stages too. */
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /** From the start of the run until consumers see what is new. */
  readonly secondsToService: number;
}

/** Does one run and measures it from outside. */
export async function measuredRun(
  options: Omit<RunOptions, 'log' | 'clock'>,
): Promise<MeasuredRun> {
  const start = performance.now();
  const before = process.cpuUsage();
  let secondsToService = 0;
  const since = () => (performance.now() - start) / 1000;
  const info = (message: string) => {
    if (message === 'published') secondsToService = since();
  };
  const log = { ...createLog('warn'), info };
  const { costs } = await runOnce({ ...options, log, clock: () => new Date() });
  const { user, system } = process.cpuUsage(before);
  return { costs, seconds: since(), cpuSeconds: (user + system) / 1e6, secondsToService };
}

/** The line above those of `comparison`. */
export const comparisonHeading = [
  'run            ',
  'seconds  of full',
  'CPU s  of full',
  'in service after',
  ...stageNames,
].join('  ');

/** A run beside the full one of the same world, on one line. */
export function comparison(name: string, run: MeasuredRun, full: MeasuredRun): string {
  const cells: [string, number][] = [
    [run.seconds.toFixed(2), 9],
    [percent(run.seconds, full.seconds), 9],
    [run.cpuSeconds.toFixed(2), 7],
    [percent(run.cpuSeconds, full.cpuSeconds), 9],
    [run.secondsToService.toFixed(2), 18],
    ...stageNames.map((stage): [string, number] => [
      run.costs[stage].seconds.toFixed(2),
      stage.length + 2,
    ]),
  ];
  return name.padEnd(15) + cells.map(([text, width]) => text.padStart(width)).join('');
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
