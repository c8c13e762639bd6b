import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import type { Hidden } from '../../../pipeline/shown/shown.ts';
import { neutralise } from '../privacy.ts';
import type { View } from '../view.ts';
import { type OpenLists, rowAt, type VisibleList } from './open-lists.ts';
import { indexesWithin, type Range } from './range.ts';

const resources = { trades: 'trade', positions: 'position' } as const;
/** Text between the objects of a list. */
export const separator = ',\n';

/** Most bytes that are read at once from a list. */
const stretchBytes = 64 * 1024;

/** Rows of a list that a view shows within a range, newest first. */
export interface ShownRows {
  /** All visible rows; undefined if the account has no such list. */
  readonly list: VisibleList | undefined;
  /** Indexes of the range among the visible rows; `last` is not included. */
  readonly first: number;
  readonly last: number;
  /** True if every listed row is shown with all its values. */
  readonly isAsPublished: boolean;
  /** Returns the objects between two indexes as the view shows them, with separators. */
  text(start: number, end: number): string;
  /** Yields ranges of indexes that together cover all rows. Each range is quick to read. */
  stretches(): Iterable<[start: number, end: number]>;
}

export function shownRows(view: View, name: ListName, range: Range, lists: OpenLists): ShownRows {
  const { entry, rows } = view;
  const list = lists.visible(
    entry,
    name,
    rows.map((hidden) => hidden !== null),
  );
  const [first, last] = list ? indexesWithin(list, range) : [0, 0];
  const isAsPublished = rows.every((hidden) => hidden === null || hidden.size === 0);
  const text = (start: number, end: number): string =>
    list ? textOf(list, start, end, rows, isAsPublished, resources[name]) : '';
  return {
    list,
    first,
    last,
    isAsPublished,
    text,
    stretches: () => stretchesOf(list, first, last),
  };
}

function textOf(
  list: VisibleList,
  start: number,
  end: number,
  rows: readonly (Hidden | null)[],
  isAsPublished: boolean,
  resource: 'trade' | 'position',
): string {
  const { index } = list.stored;
  const texts: string[] = [];
  for (const [from, to] of runs(list, start, end)) {
    const bytes = list.stored.slice(from, to);
    if (isAsPublished) {
      texts.push(bytes.toString());
      continue;
    }
    const offset = index.offsets[from] ?? 0;
    for (let row = from; row < to; row += 1) {
      const hidden = rows[index.members[row] ?? 0];
      if (!hidden) throw new Error(`row ${row} belongs to an account that hides its list`);
      const rowEnd = (index.offsets[row + 1] ?? 0) - separator.length;
      const text = bytes.toString('utf8', (index.offsets[row] ?? 0) - offset, rowEnd - offset);
      texts.push(neutralise(resource, text, hidden));
    }
  }
  return texts.join(separator);
}

/** Yields ranges of stored rows that follow each other, so that each range is read at once. */
function* runs(list: VisibleList, start: number, end: number): Generator<[number, number]> {
  let index = start;
  while (index < end) {
    const from = rowAt(list, index);
    let to = from;
    while (index < end && rowAt(list, index) === to) {
      index += 1;
      to += 1;
    }
    yield [from, to];
  }
}

function* stretchesOf(
  list: VisibleList | undefined,
  first: number,
  last: number,
): Generator<[number, number]> {
  const { offsets = [] } = list?.stored.index ?? {};
  let start = first;
  let bytes = 0;
  for (let index = first; list && index < last; index += 1) {
    const row = rowAt(list, index);
    bytes += (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
    if (bytes < stretchBytes && index < last - 1) continue;
    yield [start, index + 1];
    start = index + 1;
    bytes = 0;
  }
}
