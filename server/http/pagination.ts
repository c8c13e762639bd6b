import type { Static } from 'typebox';
import type { pagination } from '../schemas/pagination.ts';
import type { PageRequest } from './parameters.ts';

export type Pagination = Readonly<Static<typeof pagination>>;

/** Returns the rows of a page, with the page's position in the list. */
export function paginate<Row>(
  rows: readonly Row[],
  { page, limit }: PageRequest,
): { rows: readonly Row[]; pagination: Pagination } {
  const start = (page - 1) * limit;
  const end = start + limit;
  const total = rows.length;
  return {
    rows: rows.slice(start, end),
    pagination: { page, limit, total, has_more: end < total },
  };
}
