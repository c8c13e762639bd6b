import Type from 'typebox';
import { count, fromTrades, words } from '../../sql/shared.ts';

/** Where a page stands among all. */
export const pagination = Type.Object(
  {
    page: count('This page; the first is 1', 'public'),
    limit: count('Rows a page holds at most', 'public'),
    total: count('Rows of all pages; 0 where the list is hidden', fromTrades),
    has_more: Type.Boolean(words('Whether there is a next page', fromTrades)),
  },
  { title: 'Pagination', ...words('Where this page stands among all', 'public') },
);
