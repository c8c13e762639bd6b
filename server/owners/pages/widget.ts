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
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { SignedInRequest } from '../page-request.ts';
import { ownersPage } from './frame.ts';

const kinds = ['html', 'iframe', 'markdown', 'image_url', 'png_url'] as const;

/** Look of a widget; its language is null for English. */
interface WidgetLook {
  readonly size: SizeName;
  readonly theme: Theme;
  readonly lang: string | null;
}

/**
 * Returns the page where an owner chooses how a widget looks and copies its code for another site.
 */
export function widgetBuilder(
  request: SignedInRequest,
  { slug, name, published }: RegistryAccount,
  look: WidgetLook,
  snippets: Snippets,
): Html {
  const { widget: texts } = request.words.senders;
  const { embed, layout } = request.context.language.words;
  const { size, theme, lang } = look;
  const { width, height } = sizes[size];
  const query = new URLSearchParams({ size, theme, ...(lang && { lang }) }).toString();
  return ownersPage(
    request,
    `${texts.title} · ${name}`,
    '/me',
    html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, { account: html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>` })}</p>
<form class="decide" id="look" method="get" action="/me/accounts/${slug}/widget">
${choice(
  'size',
  texts.size,
  sizeNames.map(
    (name) => [name, `${embed.sizes[name]}, ${sizes[name].width} × ${sizes[name].height}`] as const,
  ),
  size,
)}${choice(
  'theme',
  texts.theme,
  themes.map((name) => [name, layout[name]] as const),
  theme,
)}<button>${texts.preview}</button>
</form>
<section id="made" aria-live="polite" aria-label="${texts.region}">
${published ? html`<p><img class="shown" src="/widget/${slug}.svg?${query}" alt="${fillText(texts.alt, { name })}" width="${width}" height="${height}"></p>` : html`<p class="notice">${texts.private}</p>`}
<div class="decide">${kinds.map(
      (kind) =>
        html`<label>${texts.kinds[kind]} <textarea class="secret" rows="${kind.endsWith('_url') ? 2 : 4}" readonly spellcheck="false">${snippets[kind]}</textarea></label>
`,
    )}</div>
</section>`,
  );
}
