import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import type { Body, BodyCache } from '../../http/body.ts';
import type { Pagination } from '../../http/pagination.ts';
import type { PageRequest } from '../../http/parameters.ts';
import type { View } from '../view.ts';
import type { OpenLists } from './open-lists.ts';
import type { Range } from './range.ts';
import { shownRows } from './rows.ts';

/** Returns a page of a list as a view shows it, from the cache if it was built before. */
export function listBody(
  view: View,
  name: ListName,
  { page, limit }: PageRequest,
  range: Range,
  lists: OpenLists,
  bodies: BodyCache,
): Body {
  const rows = shownRows(view, name, range, lists);
  const { first, last } = rows;
  const total = last - first;
  const start = Math.min(first + (page - 1) * limit, last);
  const end = Math.min(start + limit, last);
  const pagination: Pagination = { page, limit, total, has_more: page * limit < total };
  const tail = `"pagination":${JSON.stringify(pagination)},"attribution":${JSON.stringify(view.attribution)}`;

  const key = `${view.fingerprint} ${name} ${start} ${end} ${tail}`;
  return bodies.get(key, () => Buffer.from(`{"data":[${rows.text(start, end)}],${tail}}`));
}
