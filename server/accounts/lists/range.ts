import { rowAt, type VisibleList } from './open-lists.ts';

/** Range of Unix milliseconds, both ends included; null means no bound. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

export const wholeRange: Range = { from: null, to: null };

/** Returns the indexes of the rows within a range; `last` is not included. */
export function indexesWithin(
  list: VisibleList,
  { from, to }: Range,
): [first: number, last: number] {
  if (from === null && to === null) return [0, list.total];
  const { instants } = list.stored.index;
  const instantAt = (index: number) => instants[rowAt(list, index)] ?? 0;
  const first = to === null ? 0 : firstIndex(list.total, (index) => instantAt(index) <= to);
  const last =
    from === null ? list.total : firstIndex(list.total, (index) => instantAt(index) < from);
  return [first, last];
}

/** Returns the first index that passes, if all later ones pass too (binary search). */
function firstIndex(total: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
