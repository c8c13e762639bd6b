import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type SizeName, sizeNames, sizes, type Theme, themes } from '../../accounts/looks.ts';
import type { Snippets } from '../../accounts/widget.ts';
import { type Html, html } from '../../site/html.ts';
import { choice } from '../../site/parts/form.ts';
import type { OwnersVisit } from '../visit.ts';
import { ownersPage } from './frame.ts';

const kinds = [
  ['html', 'HTML, an image with a link'],
  ['iframe', 'HTML, a frame'],
  ['markdown', 'Markdown'],
  ['image_url', 'Address of the image'],
  ['png_url', 'The same as PNG'],
] as const;

/** Where an owner chooses how a widget looks, and takes what shows it elsewhere. */
export function widgetBuilder(
  visit: OwnersVisit,
  { slug, name, published }: RegistryAccount,
  { size, theme }: { readonly size: SizeName; readonly theme: Theme },
  snippets: Snippets,
): Html {
  const { width, height } = sizes[size];
  const query = new URLSearchParams({ size, theme }).toString();
  return ownersPage(
    visit,
    `Widget · ${name}`,
    '/me',
    html`<h1>Widget</h1>
<p class="lead">Of <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>, for another site. It shows what strangers see, at every moment.</p>
<form class="decide" id="look" method="get" action="/me/accounts/${slug}/widget">
${choice(
  'size',
  'Size',
  sizeNames.map((one) => [one, `${one}, ${sizes[one].width} × ${sizes[one].height}`] as const),
  size,
)}${choice(
  'theme',
  'Theme',
  themes.map((one) => [one, one] as const),
  theme,
)}<button>Show</button>
</form>
<section id="made" aria-live="polite" aria-label="The widget">
${published ? html`<p><img class="shown" src="/widget/${slug}.svg?${query}" alt="The widget of ${name}" width="${width}" height="${height}"></p>` : html`<p class="notice">It is private: nobody sees a widget of it, until you publish it.</p>`}
<div class="decide">${kinds.map(
      ([kind, label]) =>
        html`<label>${label} <textarea class="secret" rows="${kind.endsWith('_url') ? 2 : 4}" readonly spellcheck="false">${snippets[kind]}</textarea></label>
`,
    )}</div>
</section>`,
  );
}
