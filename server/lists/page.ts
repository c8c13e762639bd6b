import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { ListName } from '../../pipeline/snapshot/layout.ts';
import type { AccountView } from '../account-object.ts';
import type { Body } from '../body.ts';
import type { BodyCache } from '../body-cache.ts';
import type { Pagination } from '../pagination.ts';
import type { PageRequest } from '../parameters.ts';
import { neutralise } from '../privacy.ts';
import { type OpenLists, rowAt, type VisibleList } from './open-lists.ts';
import { placesWithin, type Range } from './range.ts';

const resources = { trades: 'trade', positions: 'position' } as const;
const separator = ',\n';

/** A page of a list as this view shows it; the same page of the same list is made once. */
export function listBody(
  view: AccountView,
  name: ListName,
  { page, limit }: PageRequest,
  range: Range,
  lists: OpenLists,
  bodies: BodyCache,
): Body {
  const { entry, rows } = view.subject;
  const list = lists.visible(
    entry,
    name,
    rows.map((hidden) => hidden !== null),
  );
  const [first, last] = list ? placesWithin(list, range) : [0, 0];
  const total = last - first;
  const start = Math.min(first + (page - 1) * limit, last);
  const end = Math.min(start + limit, last);
  const pagination: Pagination = { page, limit, total, has_more: page * limit < total };
  const tail = `"pagination":${JSON.stringify(pagination)},"attribution":${JSON.stringify(view.attribution)}`;

  const key = `${view.fingerprint} ${name} ${start} ${end} ${tail}`;
  return bodies.get(key, () => {
    const data = list ? pageText(list, start, end, rows, resources[name]) : '';
    return Buffer.from(`{"data":[${data}],${tail}}`);
  });
}

function pageText(
  list: VisibleList,
  start: number,
  end: number,
  rows: readonly (Hidden | null)[],
  resource: 'trade' | 'position',
): string {
  const { index } = list.stored;
  const isAsPublished = rows.every((hidden) => hidden === null || hidden.size === 0);
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
      if (!hidden) throw new Error(`row ${row} of a list belongs to nobody that shows it`);
      const rowEnd = (index.offsets[row + 1] ?? 0) - separator.length;
      const text = bytes.toString('utf8', (index.offsets[row] ?? 0) - offset, rowEnd - offset);
      texts.push(neutralise(resource, text, hidden));
    }
  }
  return texts.join(separator);
}

/** Stretches of neighbouring rows, each read at once. */
function* runs(list: VisibleList, start: number, end: number): Generator<[number, number]> {
  let place = start;
  while (place < end) {
    const from = rowAt(list, place);
    let to = from;
    while (place < end && rowAt(list, place) === to) {
      place += 1;
      to += 1;
    }
    yield [from, to];
  }
}
