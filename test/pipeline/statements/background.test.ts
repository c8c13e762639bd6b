import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReadings } from '../../../pipeline/statements/background.ts';

const readings = suite('statements read in the background');

/** Waits until it is stopped, like a process that reads a statement. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });

readings('are one at a time of a statement, and the newest counts', async () => {
  const { has, begin, idle } = createReadings({ warn: () => {} });
  const done: string[] = [];
  begin('a', async (signal) => {
    await untilAborted(signal);
    done.push('the first has ended');
  });
  begin('b', async () => {
    done.push('another is not waited for');
  });
  await new Promise(setImmediate);
  assert.ok(has('a'));
  assert.not(has('b'));
  begin('a', async () => {
    done.push('the second begins');
  });
  await idle();
  assert.equal(done, ['another is not waited for', 'the first has ended', 'the second begins']);
  assert.not(has('a'));
});

readings('that fail are logged, and can be begun again', async () => {
  const warnings: unknown[] = [];
  const { has, begin, idle } = createReadings({ warn: (_, fields) => warnings.push(fields) });
  begin('a', async () => {
    throw new Error('no room');
  });
  await idle();
  assert.equal(warnings, [{ statement: 'a', reason: 'Error: no room' }]);
  assert.not(has('a'));
});

readings('end when their server does', async () => {
  const warnings: unknown[] = [];
  const { begin, close } = createReadings({ warn: (_, fields) => warnings.push(fields) });
  begin('a', async (signal) => {
    await untilAborted(signal);
    signal.throwIfAborted();
  });
  await new Promise(setImmediate);
  begin('b', async () => assert.unreachable('nothing begins any more'));
  await close();
  assert.equal(warnings, []);
});

readings.run();
