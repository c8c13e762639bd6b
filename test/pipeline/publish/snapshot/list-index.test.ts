import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createListIndex,
  indexBytes,
  readListIndex,
} from '../../../../pipeline/publish/snapshot/list-index.ts';

const lists = suite('list index');

lists('reads back what was written, wherever in memory it lies', () => {
  for (const rows of [0, 1, 2, 3, 5000]) {
    const index = createListIndex(rows);
    for (let row = 0; row < rows; row += 1) {
      index.offsets[row + 1] = (row + 1) * 2 ** 33;
      index.instants[row] = 1_700_000_000_123 - row;
      index.members[row] = row % 65_536;
    }
    assert.is(index.bytes.length, indexBytes(rows));
    for (const shift of [0, 1, 3, 8]) {
      const memory = new Uint8Array(index.bytes.length + shift);
      memory.set(index.bytes, shift);
      const read = readListIndex(memory.subarray(shift), rows);
      assert.is(read.rows, rows);
      assert.equal(read.offsets, index.offsets);
      assert.equal(read.instants, index.instants);
      assert.equal(read.members, index.members);
    }
  }
});

lists('refuses bytes that are not of that many rows', () => {
  const { bytes } = createListIndex(3);
  assert.throws(() => readListIndex(bytes, 2), 'index of 2 rows has 62 bytes');
  assert.throws(() => readListIndex(bytes.subarray(1), 3), 'index of 3 rows has 61 bytes');
});

lists.run();
