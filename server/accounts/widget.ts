import type { Static } from 'typebox';
import type { widget } from '../schemas/widget.ts';
import { attributionOf, type Site } from './attribution.ts';
import { escapeHtml } from './escape-html.ts';
import type { View } from './view.ts';
import { sizeNames, sizes, type WidgetOptions } from './widget-options.ts';

const addressed = ['size', 'theme', 'lang'] as const;

/** Size in CSS pixels. */
interface Extent {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns code that shows an account on another site. It is safe to paste, even if the account's
 * name has HTML in it. The credit is in English unless `credit` is given.
 */
export function snippetsOf(
  { slug, name }: { readonly slug: string; readonly name: string },
  look: Partial<WidgetOptions>,
  site: Site,
  { width, height }: Extent = sizes[look.size ?? 'small'],
  credit?: string,
) {
  const { text, account_url } = attributionOf(site, slug, true);
  const chosen = new URLSearchParams(
    addressed.flatMap((name): [string, string][] => (look[name] ? [[name, look[name]]] : [])),
  );
  const query = chosen.size > 0 ? `?${chosen}` : '';
  const words = `${name}: ${credit ?? text}`;
  const iframe_url = `${site.baseUrl}/widget/${slug}${query}`;
  const image_url = `${site.baseUrl}/widget/${slug}.svg${query}`;
  const png_url = `${site.baseUrl}/widget/${slug}.png${query}`;
  const at = `width="${width}" height="${height}"`;
  const image = `<img src="${escapeHtml(image_url)}" alt="${escapeHtml(words)}" ${at}>`;
  return {
    html: `<a href="${escapeHtml(account_url)}" target="_blank" rel="noopener">${image}</a>`,
    iframe: `<iframe src="${escapeHtml(iframe_url)}" title="${escapeHtml(words)}" ${at} style="border:0;max-width:100%;height:auto;aspect-ratio:${width}/${height}" loading="lazy"></iframe>`,
    markdown: `[![${inMarkdown(words)}](${image_url})](${account_url})`,
    iframe_url,
    image_url,
    png_url,
    width,
    height,
  };
}

/** Returns the body of the widget endpoint. */
export function widgetOf(
  { account, attribution }: View,
  look: WidgetOptions,
  site: Site,
): Static<typeof widget> {
  const { slug, name } = account;
  const { account_url } = attribution;
  const all = sizeNames.map((size) => {
    const { width, height } = sizes[size];
    return { size, width, height };
  });
  return { slug, name, account_url, ...snippetsOf(account, look, site), sizes: all, attribution };
}

/** Escapes text for brackets in Markdown. HTML is escaped too, since Markdown may contain it. */
const inMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]()<>!&|]/g, (character) => `\\${character}`);
