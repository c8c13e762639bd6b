import Type, { type Static } from 'typebox';
import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import type { Body, BodyCache } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { type PageRequest, withDescription } from '../../http/parameters.ts';
import type { listPagination } from '../../schemas/pagination.ts';
import type { Moment } from '../moment.ts';
import type { View, Viewer } from '../view.ts';
import { hashOfRows } from './hash.ts';
import type { OpenLists } from './open-lists.ts';
import { type Range, wholeRange } from './range.ts';
import { shownRows } from './rows.ts';

type ListPagination = Static<typeof listPagination>;

/** Page of a list that a caller asks for. */
interface ListRequest {
  readonly name: ListName;
  readonly page: PageRequest;
  readonly range: Range;
  /** Version that an earlier page named; null to read the newest. */
  readonly version: string | null;
}

/**
 * Returns a page of a list: of the version in service, or of the version that the request names.
 * Throws a 404 as `moment.view` does, and a 410 if no kept version has those rows.
 */
export async function listPage(
  slug: string,
  viewer: Viewer,
  request: ListRequest,
  moment: Moment,
  bodies: BodyCache,
): Promise<Body> {
  const { name, version } = request;
  const view = await moment.view(slug, viewer);
  const { lists } = moment.version;
  const newest = await versionOf(view, name, lists);
  if (version === null || version === newest) return listBody(view, request, lists, newest, bodies);
  for await (const earlier of moment.earlierViews(slug, viewer)) {
    if ((await versionOf(earlier.view, name, earlier.lists)) !== version) continue;
    return listBody(earlier.view, request, earlier.lists, version, bodies);
  }
  throw new ApiError('gone');
}

const versionDigits = 32;
const versionPattern = new RegExp(`^[0-9a-f]{${versionDigits}}$`);

/**
 * Returns the name of the state that a list is in: a hash of all rows that the view shows. It is no
 * name of a published version, since that would tell strangers when private accounts change.
 */
async function versionOf(view: View, name: ListName, lists: OpenLists): Promise<string> {
  const hash = await hashOfRows(view, name, shownRows(view, name, wholeRange, lists));
  return hash.slice(0, versionDigits);
}

/** Parameter that asks for further pages of the version that an earlier page named. */
export const versionParameter = {
  version: withDescription(
    {
      allowed: 'the `pagination.version` of an earlier page',
      schema: Type.String({ pattern: versionPattern.source }),
      parse: (text: string) => (versionPattern.test(text) ? text : undefined),
    },
    { description: '`pagination.version` of page 1, for the next pages of that version' },
  ),
} as const;

/** Returns a page of a list as a view shows it, from the cache if it was built before. */
function listBody(
  view: View,
  { name, page: { page, limit }, range }: ListRequest,
  lists: OpenLists,
  version: string,
  bodies: BodyCache,
): Body {
  const rows = shownRows(view, name, range, lists);
  const { first, last } = rows;
  const total = last - first;
  const start = Math.min(first + (page - 1) * limit, last);
  const end = Math.min(start + limit, last);
  const pagination: ListPagination = {
    page,
    limit,
    total,
    has_more: page * limit < total,
    version,
  };
  const tail = `"pagination":${JSON.stringify(pagination)},"attribution":${JSON.stringify(view.attribution)}`;

  const key = `${view.fingerprint} ${name} ${start} ${end} ${tail}`;
  return bodies.get(key, () => Buffer.from(`{"data":[${rows.text(start, end)}],${tail}}`));
}
