import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askChild, type ChildFault } from '../../../pipeline/base/child-task.ts';
import type { Deed } from './task-child.ts';

const childTask = suite('a task of a child process');

type Outcome = { readonly umask: number } | { readonly fault: ChildFault };

const outcomeOf = (does: Deed['does'], seconds = 600, signal = new AbortController().signal) =>
  askChild<Deed, Outcome>(
    {
      module: new URL('task-child.js', import.meta.url),
      task: { does },
      heapMegabytes: 64,
      seconds,
      signal,
    },
    (fault) => ({ fault }),
  );

childTask('is answered by a process whose files are for its user alone', async () => {
  assert.equal(await outcomeOf('answers'), { umask: 0o077 });
});

childTask('tells apart lack of time, a crash and an abort', async () => {
  assert.equal(await outcomeOf('waits', 0.1), { fault: 'late' });
  assert.equal(await outcomeOf('crashes'), { fault: 'ended' });
  const aborted = await outcomeOf('waits', 600, AbortSignal.abort());
  assert.is('fault' in aborted && aborted.fault instanceof Error, true);
});

childTask.run();
