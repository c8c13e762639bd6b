import { join } from 'node:path';
import { afterFault } from './aftermath.ts';
import { type Call, callsBelow, isNamedAnew, startCounted, traceCommand } from './calls.ts';
import { commandOf, copyPlace, stepAt } from './place.ts';
import type { Stage } from './stage.ts';
import { publishedIn } from './undisturbed.ts';

const making = ['fsync', 'fdatasync', 'rename', 'renameat2', 'mkdir', 'ftruncate', 'fallocate'];

/** Faults of a call, for strace, and the calls that can have them. */
export const injections = {
  kill: { what: 'signal=KILL', calls: null },
  io: { what: 'error=EIO', calls: null },
  full: {
    what: 'error=ENOSPC',
    calls: [...making, 'openat', 'write', 'pwrite64', 'copy_file_range'],
  },
} as const;
export type Injection = keyof typeof injections;

const argsOf = ({ at, number }: Stage): string[] => commandOf(at, stepAt(number));
const traceOf = ({ at }: Stage): string => join(at.root, 'calls.trace');

/** Calls of a run on its data. Calls on its source are left out. */
export async function callsOf(stage: Stage): Promise<Call[]> {
  copyPlace(stage.before, stage.at);
  return callsBelow(stage.at.dataDir.path, argsOf(stage), traceOf(stage));
}

export interface SweepReport {
  /** Number of runs in which the fault happened. */
  injected: number;
  /** Number of those that still published a complete version. */
  published: number;
  /** Number of runs that did not make the call this time. */
  missed: string[];
  /** Number of faults in spite of which the run succeeded. */
  unharmed: string[];
  faults: string[];
}

/**
 * For each call, runs once with a fault in it and once more without, and checks the results of
 * both.
 */
export async function sweep(
  stage: Stage,
  calls: readonly Call[],
  injection: Injection,
): Promise<SweepReport> {
  const report: SweepReport = { injected: 0, published: 0, missed: [], unharmed: [], faults: [] };
  const { what, calls: possible } = injections[injection];
  const struck = calls.filter(({ name }) => !possible || possible.some((item) => item === name));
  let next = startCounted();
  for (const { name, thread, nth, path } of struck) {
    const which = `${injection} at ${name} ${nth} of ${path}, thread ${thread}`;
    const command = await next;
    next = startCounted();
    next.catch(() => {});
    copyPlace(stage.before, stage.at);
    const inject = `inject=${name}:${what}:when=${nth}`;
    const only = isNamedAnew(path) ? [] : ['-P', path];
    const options = [...only, '-e', `trace=${name}`, '-e', inject];
    const run = await traceCommand(command, argsOf(stage), traceOf(stage), options, thread);
    const met = run.lines.find((line) =>
      injection === 'kill' ? isUnended(line) : line.includes('(INJECTED)'),
    );
    if (!met?.includes(stage.at.dataDir.path)) {
      report.missed.push(which);
      continue;
    }
    report.injected += 1;
    if (run.ended.exitCode === 0) report.unharmed.push(which);
    if (publishedIn(stage.at).content === stage.wanted.content) report.published += 1;
    for (const fault of await afterFault(stage, run.ended, injection === 'kill')) {
      report.faults.push(`${which}: ${fault}`);
    }
  }
  const spare = await next;
  spare.child.kill('SIGKILL');
  await spare.ended;
  return report;
}

/** The last call of a killed thread has no result. */
const isUnended = (line: string): boolean => /= \?$|<unfinished \.\.\.>$/.test(line);
