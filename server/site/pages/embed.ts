import { attributionOf } from '../../accounts/attribution.ts';
import { snippetsOf } from '../../accounts/widget.ts';
import {
  sizeNames,
  sizes,
  themes,
  type WidgetOptions,
  widgetParameters,
} from '../../accounts/widget-options.ts';
import { readQuery } from '../../http/parameters.ts';
import { catalogueIn, languageCodes } from '../../language/catalogues.ts';
import type { PublicAccount } from '../account.ts';
import { freshPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { creditText } from '../credit.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import { languageFor } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageResources } from '../page-resources.ts';
import { choice } from '../parts/form.ts';
import { readSummary } from '../public-accounts.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';

/** Builds the page for choosing the look of a widget and copying its code. */
function embedPage(account: PublicAccount, look: WidgetOptions, context: Context): Html {
  const { site, language } = context;
  const { type, slug, name } = account;
  const { words, to, code } = language;
  const { embed: texts } = words;
  const title = texts.title[type];
  const options = { ...look, lang: look.lang ?? (code === 'en' ? null : code) };
  const ofSizes = sizeNames.map((size) => {
    const { width, height } = sizes[size];
    return [size, `${texts.sizes[size]}, ${width} × ${height}`] as const;
  });
  const main = html`<article class="account">
<header class="identity"><h1>${title}</h1>
<p class="owner"><a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></p></header>
<p>${texts.lead}</p>
<form class="filters" id="look" method="get" action="/account/${slug}/embed">
${choice('size', texts.size, ofSizes, look.size ?? 'small')}${choice(
  'theme',
  texts.colours,
  themes.map((theme) => [theme, words.layout[theme]] as const),
  look.theme ?? 'light',
)}${choice(
  'lang',
  words.layout.languages,
  languageCodes.map((named) => [named, catalogueIn(named).name] as const),
  options.lang ?? 'en',
)}<button type="submit">${words.search.show}</button>
</form>
<section id="made" aria-live="polite" aria-label="${title}">
${codeToCopy(account, options, context)}
</section>
${dataBlock('copy-words', words.layout.copying)}
</article>`;
  return layout(
    {
      title: `${title} · ${name} · ${site.name}`,
      description: texts.lead,
      path: `/account/${slug}/embed`,
      section: '/',
      script: 'owners.ts',
      main,
    },
    context,
  );
}

/** Kinds of code to copy, the most common first. */
const kinds = ['html', 'iframe', 'markdown', 'png_url', 'image_url'] as const;

/** Preview of the widget and text areas with its code. */
function codeToCopy(
  { slug, name }: PublicAccount,
  look: WidgetOptions,
  { site, language }: Context,
): Html {
  const { embed: texts } = language.words;
  const size = sizes[look.size ?? 'small'];
  const { width, height } = size;
  const credit = creditText(attributionOf(site, slug, true), languageFor(look.lang, undefined));
  const snippets = snippetsOf({ slug, name }, look, site, size, credit);
  const image = snippets.image_url.slice(site.baseUrl.length);
  return html`<p><img class="shown" src="${image}" alt="${fillText(texts.shown, { name })}" width="${width}" height="${height}" loading="lazy"></p>
<div class="decide">${kinds.map(
    (kind) =>
      html`<label>${texts.kinds[kind]} <textarea class="secret" rows="${kind.endsWith('_url') ? 1 : 3}" readonly spellcheck="false">${snippets[kind]}</textarea></label>
`,
  )}</div>
<p class="hint">${fill(texts.json, { link: html`<a href="/api/v1/accounts/${slug}/widget">JSON</a>` })}</p>`;
}

/**
 * Answers with the page for choosing how a widget looks; private and unknown accounts give the same
 * 404.
 */
export async function embedAnswer(
  { params, query, language }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  const look = readQuery(widgetParameters, query);
  using moment = await takeMoment(services);
  const account = readSummary(await viewAsStranger(moment, params.slug ?? ''), moment.version);
  const page = embedPage(account, look, { site: services.site(), assets, language });
  return freshPage(page);
}
