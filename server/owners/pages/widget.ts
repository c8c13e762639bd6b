import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { Snippets } from '../../accounts/widget.ts';
import {
  type SizeName,
  sizeNames,
  sizes,
  type Theme,
  themes,
} from '../../accounts/widget-options.ts';
import { type Html, html } from '../../site/html.ts';
import { choice } from '../../site/parts/form.ts';
import type { SignedInRequest } from '../page-request.ts';
import { ownersPage } from './frame.ts';

const kinds = [
  ['html', 'HTML: image with a link'],
  ['iframe', 'HTML: frame'],
  ['markdown', 'Markdown'],
  ['image_url', 'Image address (SVG)'],
  ['png_url', 'Image address (PNG)'],
] as const;

/**
 * Returns the page where an owner chooses how a widget looks and copies its code for another site.
 */
export function widgetBuilder(
  request: SignedInRequest,
  { slug, name, published }: RegistryAccount,
  { size, theme }: { readonly size: SizeName; readonly theme: Theme },
  snippets: Snippets,
): Html {
  const { width, height } = sizes[size];
  const query = new URLSearchParams({ size, theme }).toString();
  return ownersPage(
    request,
    `Widget · ${name}`,
    '/me',
    html`<h1>Widget</h1>
<p class="lead">For <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>. Paste the code into another site. The widget always shows what visitors can see.</p>
<form class="decide" id="look" method="get" action="/me/accounts/${slug}/widget">
${choice(
  'size',
  'Size',
  sizeNames.map((name) => [name, `${name}, ${sizes[name].width} × ${sizes[name].height}`] as const),
  size,
)}${choice(
  'theme',
  'Theme',
  themes.map((name) => [name, name] as const),
  theme,
)}<button>Preview</button>
</form>
<section id="made" aria-live="polite" aria-label="Widget preview">
${published ? html`<p><img class="shown" src="/widget/${slug}.svg?${query}" alt="The widget of ${name}" width="${width}" height="${height}"></p>` : html`<p class="notice">This account is private, so nobody can see its widget until you publish it.</p>`}
<div class="decide">${kinds.map(
      ([kind, label]) =>
        html`<label>${label} <textarea class="secret" rows="${kind.endsWith('_url') ? 2 : 4}" readonly spellcheck="false">${snippets[kind]}</textarea></label>
`,
    )}</div>
</section>`,
  );
}
