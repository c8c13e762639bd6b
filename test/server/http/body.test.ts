import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBodyCache } from '../../../server/http/body.ts';

const bodyCache = suite('body cache');

bodyCache('makes a body once and names it by its bytes', () => {
  const cache = createBodyCache(100_000);
  let made = 0;
  const make = () => {
    made += 1;
    return Buffer.from('one');
  };
  const first = cache.get('a', make);
  assert.is(cache.get('a', make), first);
  assert.is(cache.get('b', make).etag('identity'), first.etag('identity'));
  assert.is(made, 2);
  assert.match(first.etag('identity'), /^"[\w-]{43}"$/);
  assert.is.not(cache.get('c', () => Buffer.from('two')).etag('identity'), first.etag('identity'));
});

bodyCache('forgets what was used longest ago once it is full', () => {
  const cache = createBodyCache(11_000);
  const made: string[] = [];
  const get = (key: string, bytes = 1000) =>
    cache.get(key, () => {
      made.push(key);
      return Buffer.alloc(bytes);
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) get(key);
  assert.is(made.join(''), 'abcdb');
  get('huge', 50_000);
  get('huge', 50_000);
  assert.is(made.slice(-2).join(' '), 'huge huge');
});

bodyCache.run();
