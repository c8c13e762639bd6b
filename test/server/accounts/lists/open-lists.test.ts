import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createListIndex } from '../../../../pipeline/publish/snapshot/list-index.ts';
import { createOpenLists, rowAt } from '../../../../server/accounts/lists/open-lists.ts';
import { indexesWithin } from '../../../../server/accounts/lists/range.ts';
import { randomFrom } from '../../../support/random.ts';

const openLists = suite('open lists');

const entry = { id: 'portfolio:long' };
const rows = 100_000;

/** Makes a list with one row a second, shared out to three members. */
function longList() {
  const random = randomFrom(5);
  const index = createListIndex(rows);
  for (let row = 0; row < rows; row += 1) {
    index.instants[row] = (rows - row) * 1000;
    index.members[row] = Math.floor(random() * 3);
  }
  return { index, slice: () => Buffer.alloc(0) };
}

openLists('filter 100,000 rows by member once and find ranges in them', () => {
  let opened = 0;
  const lists = createOpenLists({
    list: () => {
      opened += 1;
      return longList();
    },
  });
  const visible = (...isListed: boolean[]) => {
    const list = lists.visible(entry, 'trades', isListed);
    if (!list) throw new Error('the list is there');
    return list;
  };
  const shown = visible(true, false, true);
  const { stored, total } = shown;
  assert.is(total, stored.index.members.filter((member) => member !== 1).length);
  for (let place = 0; place < total; place += 1) {
    const row = rowAt(shown, place);
    if (stored.index.members[row] === 1) throw new Error(`row ${row} is hidden`);
  }

  assert.is(visible(true, false, true).rows, shown.rows, 'worked out once');
  const [first, last] = indexesWithin(shown, { from: 1_000_000, to: 2_000_000 });
  const instantAt = (place: number) => stored.index.instants[rowAt(shown, place)] ?? 0;
  assert.ok(instantAt(first) <= 2_000_000 && instantAt(first - 1) > 2_000_000);
  assert.ok(instantAt(last - 1) >= 1_000_000 && instantAt(last) < 1_000_000);
  assert.is(visible(true, true, true).total, rows);
  assert.is(visible(false, false, false).total, 0);
  assert.is(opened, 1);
});

openLists('take both ends of a range in', () => {
  const list = createOpenLists({ list: longList }).visible(entry, 'trades', [true, true, true]);
  assert.ok(list);
  assert.equal(indexesWithin(list, { from: null, to: null }), [0, rows]);
  assert.equal(indexesWithin(list, { from: 1000, to: 1000 }), [rows - 1, rows]);
  assert.equal(indexesWithin(list, { from: 1001, to: 1999 }), [rows - 1, rows - 1]);
  assert.equal(indexesWithin(list, { from: null, to: 999 }), [rows, rows]);
  assert.equal(indexesWithin(list, { from: rows * 1000, to: null }), [0, 1]);
  assert.equal(indexesWithin(list, { from: rows * 1000 + 1, to: null }), [0, 0]);
});

openLists('know an account without a list', () => {
  const lists = createOpenLists({ list: () => undefined });
  assert.is(lists.visible(entry, 'positions', []), undefined);
});

openLists.run();
