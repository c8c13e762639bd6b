import { answerTask } from '../../../pipeline/base/child-task.ts';

/** Behaviour that a test asks of this child. */
export interface Deed {
  readonly does: 'answers' | 'waits' | 'crashes';
}

answerTask(async ({ does }: Deed) => {
  if (does === 'crashes') process.exit(134);
  if (does === 'waits') await new Promise((resolve) => setTimeout(resolve, 1e9));
  return { umask: process.umask() };
});
