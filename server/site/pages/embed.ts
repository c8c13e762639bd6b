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
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { PageResources } from '../page-resources.ts';
import { embedCode } from '../parts/embed.ts';
import { choice } from '../parts/form.ts';
import { readSummary, takeMoment, viewAsStranger } from '../public-accounts.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

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
<form class="filters" method="get" action="/account/${slug}/embed">
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
<section aria-label="${title}">
${embedCode(account, options, site, language)}
</section>
</article>`;
  return layout(
    {
      title: `${title} · ${name} · ${site.name}`,
      description: texts.lead,
      path: `/account/${slug}/embed`,
      section: '/',
      main,
    },
    context,
  );
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
