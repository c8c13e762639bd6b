import Type from 'typebox';
import { text } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

/** What shows an account on another site. */
export const widget = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    name: text('Name of the account', 'public'),
    account_url: text('Public address of the account', 'public'),
    html: text('A snippet that is safe to paste into a page', 'public'),
    iframe_url: text('A page that may be framed', 'public'),
    image_url: text('An SVG image', 'public'),
    attribution,
  },
  { title: 'Widget', description: 'What shows an account on another site' },
);
