import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { attributionOf, type Site } from '../accounts/attribution.ts';
import { escapeHtml } from '../accounts/widget.ts';
import type { Size, SizeName, Theme } from '../site/widget/sizes.ts';

/** How a widget is to look. */
export interface Look {
  readonly size: SizeName;
  readonly theme: Theme;
}

/** What to paste elsewhere, by the kind of place. */
export interface Snippets {
  readonly html: string;
  readonly iframe: string;
  readonly markdown: string;
  readonly image: string;
}

/** Everything that shows an account in this look; safe to paste whatever its name is. */
export function snippetsOf(
  { slug, name }: Pick<RegistryAccount, 'slug' | 'name'>,
  look: Look,
  { width, height }: Pick<Size, 'width' | 'height'>,
  site: Site,
): Snippets {
  const { text, account_url } = attributionOf(site, slug, true);
  const query = new URLSearchParams({ ...look });
  const words = `${name}: ${text}`;
  const frame = `${site.baseUrl}/widget/${slug}?${query}`;
  const image = `${site.baseUrl}/widget/${slug}.svg?${query}`;
  const at = `width="${width}" height="${height}"`;
  const drawing = `<img src="${escapeHtml(image)}" alt="${escapeHtml(words)}" ${at}>`;
  return {
    html: `<a href="${escapeHtml(account_url)}" target="_blank" rel="noopener">${drawing}</a>`,
    iframe: `<iframe src="${escapeHtml(frame)}" title="${escapeHtml(words)}" ${at} style="border:0" loading="lazy"></iframe>`,
    markdown: `[![${inMarkdown(words)}](${image})](${account_url})`,
    image,
  };
}

/** Text that stays text between the brackets of Markdown, in which HTML counts too. */
const inMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]()<>!&|]/g, (character) => `\\${character}`);
