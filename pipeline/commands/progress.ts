import type { Log, LogFields } from '../base/log.ts';
import { logStages, type Progress } from '../base/stages.ts';
import type { Config } from '../config/config.ts';
import type { CommandIo } from './io.ts';
import type { StageList } from './stage-list.ts';

/** Returns true if a person watches the terminal and has asked for no finer log and no JSON. */
export function isWatched(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  { env }: Pick<CommandIo, 'env'>,
): boolean {
  const { stdout, stderr } = process;
  const isTerminal = stdout.isTTY && stderr.isTTY && stdout.columns > 0 && env.TERM !== 'dumb';
  return isTerminal && logFormat !== 'json' && logLevel !== 'debug' && logLevel !== 'trace';
}

/** Does a run with its stages drawn where they are watched, and with log lines elsewhere. */
export async function withStages<Result>(
  log: Log,
  isWatched: boolean,
  work: (log: Log, progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!isWatched) return work(log, logStages(log));
  const { StageList } = await import('./stage-list.ts');
  const list = new StageList();
  const forget = closeOnSignal(list);
  try {
    return await work({ ...log, debug: () => {}, info: () => {} }, list);
  } finally {
    await list.close();
    forget();
  }
}

/** Does long work with a live line where it is watched, and with plain log lines elsewhere. */
export async function withProgress<Result>(
  log: Log,
  isWatched: boolean,
  work: (log: Log) => Promise<Result>,
): Promise<Result> {
  if (!isWatched) return work(log);
  const { Listr } = await import('listr2');
  let result: { value: Result } | undefined;
  const tasks = new Listr([
    {
      title: 'run',
      task: async (_, task) => {
        const show = (message: string, fields: LogFields = {}): void => {
          const details = Object.entries(fields).map(([name, value]) => `${name} ${String(value)}`);
          task.output = [message, ...details].join(', ');
        };
        result = { value: await work({ ...log, info: show }) };
      },
    },
  ]);
  await tasks.run();
  if (!result) throw new Error('the work ended without a result');
  return result.value;
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the drawing before a signal ends the process; answers with the function that forgets it. */
function closeOnSignal(list: StageList): () => void {
  const forget = (): void => {
    for (const name of endings) process.off(name, end);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await list.close();
    forget();
    process.kill(process.pid, signal);
  };
  for (const name of endings) process.on(name, end);
  return forget;
}
