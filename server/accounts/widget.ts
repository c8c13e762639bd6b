import type { Static } from 'typebox';
import type { widget } from '../schemas/widget.ts';
import type { Site } from './attribution.ts';
import type { View } from './view.ts';

const size = { width: 320, height: 120 } as const;

/** What a site that wants to show a published account may paste or link to. */
export function widgetOf({ account, attribution }: View, site: Site): Static<typeof widget> {
  const { slug, name } = account;
  const { account_url } = attribution;
  const iframe_url = `${site.baseUrl}/widget/${slug}`;
  const image_url = `${iframe_url}.svg`;
  const words = `${name}: ${attribution.text}`;
  const image = `<img src="${escapeHtml(image_url)}" alt="${escapeHtml(words)}" width="${size.width}" height="${size.height}">`;
  const html = `<a href="${escapeHtml(account_url)}" target="_blank" rel="noopener">${image}</a>`;
  return { slug, name, account_url, html, iframe_url, image_url, attribution };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stays text between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
