import { answerTasks } from '../../../pipeline/base/child-task.ts';

/** Behaviour that a test asks of this child. */
export interface Deed {
  readonly does: 'answers' | 'waits' | 'crashes' | 'fills memory';
}

const filled: unknown[] = [];

answerTasks(async ({ does }: Deed) => {
  if (does === 'crashes') process.exit(134);
  if (does === 'waits') await new Promise((resolve) => setTimeout(resolve, 1e9));
  while (does === 'fills memory') {
    filled.push(Buffer.alloc(4 * 2 ** 20, 1));
    await new Promise(setImmediate);
  }
  return { umask: process.umask(), pid: process.pid };
});
