import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { warnLarge } from '../../../pipeline/machines/large-shards.ts';

const test = suite('large shards');

const gibibyte = 1024 ** 3;
const statesOf = (...sizes: (number | null)[]) =>
  sizes.map((size, shard) => ({
    shard,
    working: size === null ? null : { sha256: '', bytes: size * gibibyte },
  }));

test('are reported beyond half of the largest object, with the number of shards to use', () => {
  assert.equal(warnLarge(statesOf(0.5, null, 2.5)), []);
  assert.equal(warnLarge(statesOf(0.5, 2.6, 3.25, null)), [
    'shard 2 has a database of 3.3 GiB, and a store holds 5 GiB at most; run coordinate --shards 8',
  ]);
});

test.run();
