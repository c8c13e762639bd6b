import Type from 'typebox';
import { count, fromTrades, words } from '../../sql/shared.ts';

/** Schema of a page's position in a list. */
export const pagination = Type.Object(
  {
    page: count('Number of this page; the first is 1', 'public'),
    limit: count('Most rows of a page', 'public'),
    total: count('Rows on all pages; 0 if the list is hidden', fromTrades),
    has_more: Type.Boolean(words('True if there is a next page', fromTrades)),
  },
  { title: 'Pagination', ...words('Position of this page in the list', 'public') },
);
