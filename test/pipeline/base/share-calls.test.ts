import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareCalls } from '../../../pipeline/base/share-calls.ts';

const sharing = suite('shared calls');

/** Work that ends when the test says so. */
function startedWork() {
  const calls: { end(result: string): void; fail(error: Error): void }[] = [];
  const ask = shareCalls(
    () =>
      new Promise<string>((resolve, reject) => {
        calls.push({ end: resolve, fail: reject });
      }),
  );
  return { calls, ask };
}

sharing('give no result that is older than the question', async () => {
  const { calls, ask } = startedWork();
  const first = ask();
  const later = [ask(), ask()];
  assert.is(calls.length, 1);
  calls[0]?.end('before');
  assert.is(await first, 'before');
  const latest = ask();
  assert.is(calls.length, 2);
  calls[1]?.end('after');
  assert.equal(await Promise.all(later), ['after', 'after']);
  calls[2]?.end('last');
  assert.is(await latest, 'last');
  assert.is(calls.length, 3);
});

sharing('fail for those who wait, and are tried again for the next who asks', async () => {
  const { calls, ask } = startedWork();
  const asked = [ask(), ask(), ask()].map((answer) => answer.catch(String));
  calls[0]?.fail(new Error('silent'));
  assert.equal(await Promise.all(asked), Array(3).fill('Error: silent'));
  assert.is(calls.length, 1);
  const again = ask();
  calls[1]?.end('well');
  assert.is(await again, 'well');
});

sharing.run();
