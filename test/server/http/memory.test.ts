import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { memoize } from '../../../server/http/memory.ts';

const memory = suite('what is remembered');

memory('is computed once', async () => {
  const asked: string[] = [];
  const find = memoize(async (name: string) => {
    asked.push(name);
    return name.toUpperCase();
  });
  const [one, same] = [find('a'), find('a')];
  assert.is(await one, 'A');
  assert.is(await same, 'A');
  assert.equal(asked, ['a']);
});

memory('remembers null', async () => {
  let times = 0;
  const find = memoize(async () => {
    times += 1;
    return null;
  });
  assert.is(await find('a'), null);
  assert.is(await find('a'), null);
  assert.is(times, 1);
});

memory('forgets a failure', async () => {
  let times = 0;
  const find = memoize(async () => {
    times += 1;
    if (times === 1) throw new Error('no');
    return times;
  });
  await Promise.resolve(find('a')).then(
    () => assert.unreachable(),
    () => {},
  );
  assert.is(await find('a'), 2);
  // Known results need no promise.
  assert.is(find('a'), 2);
});

memory('keeps the results that were used last', async () => {
  const asked: string[] = [];
  const find = memoize(
    async (name: string) => {
      asked.push(name);
      return name;
    },
    String,
    2,
  );
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await find(name);
  assert.equal(asked, ['a', 'b', 'c', 'b']);
});

memory.run();
