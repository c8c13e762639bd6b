import Type from 'typebox';
import { count, text, words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

/** Schema of code and links that show an account on another site. */
export const widget = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    name: text('Name of the account', 'public'),
    account_url: text('Public address of the account', 'public'),
    html: text('An image with a link to the account, safe to paste into a page', 'public'),
    iframe: text('A frame that follows the colour scheme of its reader', 'public'),
    markdown: text('An image with a link, in Markdown', 'public'),
    iframe_url: text('Address of a page that may be framed', 'public'),
    image_url: text('Address of the SVG image', 'public'),
    png_url: text('Address of the PNG image, for places that show no SVG', 'public'),
    width: count('Width of the widget, in CSS pixels', 'public'),
    height: count('Height of the widget, in CSS pixels', 'public'),
    sizes: Type.Array(
      Type.Object({
        size: text('Value for `size`', 'public'),
        width: count('Width, in CSS pixels', 'public'),
        height: count('Height, in CSS pixels', 'public'),
      }),
      words('All sizes', 'public'),
    ),
    attribution,
  },
  { title: 'Widget', description: 'Code and links that show an account on another site' },
);
