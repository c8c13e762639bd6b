import { attributionOf, type Site } from '../../accounts/attribution.ts';
import { type Snippets, snippetsOf } from '../../accounts/widget.ts';
import { sizes, type WidgetOptions } from '../../accounts/widget-options.ts';
import type { PublicAccount } from '../account.ts';
import { creditText } from '../credit.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import { type Language, languageFor } from '../language/languages.ts';

/** Kinds of code to copy, the most common first. */
const kinds = ['html', 'iframe', 'markdown', 'png_url', 'image_url'] as const;

type NamedAccount = Pick<PublicAccount, 'slug' | 'name'>;

/** Preview of the widget and text areas with its code. */
export function embedCode(
  account: NamedAccount,
  look: WidgetOptions,
  site: Site,
  { words }: Language,
): Html {
  const { slug, name } = account;
  const { embed: texts } = words;
  const size = sizes[look.size ?? 'small'];
  const { width, height } = size;
  const credit = creditText(attributionOf(site, slug, true), languageFor(look.lang, undefined));
  const snippets: Snippets = snippetsOf(account, look, site, size, credit);
  const image = snippets.image_url.slice(site.baseUrl.length);
  return html`<p><img class="shown" src="${image}" alt="${fillText(texts.shown, { name })}" width="${width}" height="${height}" loading="lazy"></p>
<div class="paste">${kinds.map(
    (kind) =>
      html`<label>${texts.kinds[kind]} <textarea rows="${kind.endsWith('_url') ? 1 : 3}" readonly spellcheck="false">${snippets[kind]}</textarea></label>
`,
  )}</div>
<p class="hint">${fill(texts.json, { link: html`<a href="/api/v1/accounts/${slug}/widget">JSON</a>` })}</p>`;
}
