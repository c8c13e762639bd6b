import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { IndexCache } from '../../../pipeline/snapshot/index-cache.ts';
import { createListIndex } from '../../../pipeline/snapshot/list-index.ts';

const indexCache = suite('index-cache');

function counting() {
  const loads = new Map<string, number>();
  const load = (key: string, bytes: number) => () => {
    loads.set(key, (loads.get(key) ?? 0) + 1);
    return { index: createListIndex(1), bytes };
  };
  return { loads, load };
}

indexCache('reads an index once', () => {
  const { loads, load } = counting();
  const cache = new IndexCache(100);
  const first = cache.get('a', load('a', 10));
  assert.is(cache.get('a', load('a', 10)), first);
  assert.is(loads.get('a'), 1);
});

indexCache('forgets what was used longest ago', () => {
  const { loads, load } = counting();
  const cache = new IndexCache(100);
  for (const key of ['a', 'b', 'a', 'c', 'b']) cache.get(key, load(key, 40));
  assert.equal(
    [...loads],
    [
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ],
  );
});

indexCache('keeps one that is larger than the limit until the next comes', () => {
  const { loads, load } = counting();
  const cache = new IndexCache(100);
  for (const key of ['huge', 'huge', 'a', 'huge']) cache.get(key, load(key, 500));
  assert.is(loads.get('huge'), 2);
});

indexCache.run();
