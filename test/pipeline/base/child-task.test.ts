import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChildFailed, createChild, createChildQueue } from '../../../pipeline/base/child-task.ts';
import type { Deed } from './task-child.ts';

const childTask = suite('a task of a child process');

type Answer = { readonly umask: number; readonly pid: number };

const limits = (seconds = 600) => ({
  module: new URL('task-child.js', import.meta.url),
  heapMegabytes: 32,
  megabytes: 400,
  seconds,
});
const queue = (seconds?: number) => createChildQueue<Deed, Answer>(limits(seconds), 1);

const stays = new AbortController().signal;

const faultOf = (answer: Promise<Answer>): Promise<unknown> =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof ChildFailed ? error.fault : String(error)),
  );

childTask('is answered by a process whose files are for its user alone', async () => {
  assert.is((await queue()('somebody', { does: 'answers' }, stays)).umask, 0o077);
});

childTask('ends a process that takes too long or too much memory, or crashes', async () => {
  assert.is(await faultOf(queue(0.1)('somebody', { does: 'waits' }, stays)), 'late');
  const inTurn = queue();
  const child = createChild<Deed, Answer>(limits());
  for (const ask of [(deed: Deed) => inTurn('somebody', deed, stays), child.ask]) {
    assert.is(await faultOf(ask({ does: 'crashes' })), 'ended');
    assert.is(await faultOf(ask({ does: 'fills memory' })), 'large');
    assert.is((await ask({ does: 'answers' })).umask, 0o077, 'the next one works');
  }
  child.end();
});

childTask('gets a process of its own, unless a child is kept', async () => {
  const ask = queue();
  const deed = { does: 'answers' } as const;
  const { pid } = await ask('somebody', deed, stays);
  assert.is.not((await ask('somebody', deed, stays)).pid, pid);
  // Nothing ends this child: this process must end all the same.
  const child = createChild<Deed, Answer>(limits());
  const first = await child.ask(deed);
  assert.is((await child.ask(deed)).pid, first.pid);
  assert.is(readFileSync(`/proc/${first.pid}/oom_score_adj`, 'utf8').trim(), '1000');
});

childTask('ends its process when they go who asked for it', async () => {
  const leaving = new AbortController();
  const ask = queue();
  const waits = faultOf(ask('somebody', { does: 'waits' }, leaving.signal));
  setImmediate(() => leaving.abort(new Error('gone')));
  assert.is(await waits, 'Error: gone');
  assert.is((await ask('somebody', { does: 'answers' }, stays)).umask, 0o077);
});

childTask.run();
