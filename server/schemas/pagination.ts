import Type from 'typebox';
import { count, fromTrades, text, words } from '../../sql/shared.ts';

const members = {
  page: count('Number of this page; the first is 1', 'public'),
  limit: count('Most rows of a page', 'public'),
  total: count('Rows on all pages; 0 if the list is hidden', fromTrades),
  has_more: Type.Boolean(words('True if there is a next page', fromTrades)),
};

/** Schema of a page's position in a list. */
export const pagination = Type.Object(members, {
  title: 'Pagination',
  ...words('Position of this page in the list', 'public'),
});

/** Schema of a page's position in trades or positions: each version can be read to its end. */
export const listPagination = Type.Object(
  {
    ...members,
    version: text(
      'Version of the list, the same while its rows are. Send it as `version` to read its next pages',
      fromTrades,
    ),
  },
  { title: 'ListPagination', ...words('Position of this page in a version of the list', 'public') },
);
