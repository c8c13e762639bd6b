import Type from 'typebox';
import { count, text, words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

/** What shows an account on another site. */
export const widget = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    name: text('Name of the account', 'public'),
    account_url: text('Public address of the account', 'public'),
    html: text('An image with a link to the account, safe to paste into a page', 'public'),
    iframe: text('The same in a frame, which follows the colours of its reader', 'public'),
    markdown: text('The same for Markdown', 'public'),
    iframe_url: text('A page that may be framed', 'public'),
    image_url: text('An SVG image', 'public'),
    png_url: text('The same as PNG, for where no SVG is shown', 'public'),
    width: count('Width of all of them, in CSS pixels', 'public'),
    height: count('Their height', 'public'),
    sizes: Type.Array(
      Type.Object({
        size: text('What `size` may be', 'public'),
        width: count('Width, in CSS pixels', 'public'),
        height: count('Height', 'public'),
      }),
      words('All sizes there are', 'public'),
    ),
    attribution,
  },
  { title: 'Widget', description: 'What shows an account on another site' },
);
