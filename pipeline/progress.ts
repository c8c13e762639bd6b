import { Listr } from 'listr2';
import type { Fields, Log } from './log.ts';

/** Does long work with a live line on a terminal, and with plain log lines elsewhere. */
export async function withProgress<Result>(
  log: Log,
  work: (log: Log) => Promise<Result>,
  isTerminal: boolean = process.stderr.isTTY === true,
): Promise<Result> {
  if (!isTerminal) return work(log);
  let result: { value: Result } | undefined;
  const tasks = new Listr([
    {
      title: 'run',
      task: async (_, task) => {
        const show = (message: string, fields: Fields = {}): void => {
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
