import { sizes, widgetParameters } from '../../accounts/widget-options.ts';
import { readQuery } from '../../http/parameters.ts';
import { shortWarnings } from '../behaviour-warnings.ts';
import { textOf } from '../html.ts';
import { languageFor } from '../language/languages.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { tilesOf } from '../parts/headline.ts';
import { sharedPolicy } from '../policies.ts';
import {
  curveKey,
  readBehaving,
  readCurve,
  readStatistics,
  readSummary,
} from '../public-accounts.ts';
import { bytesOf, type PageAnswer, splitEnding, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';
import { card, widgetPage } from './card.ts';
import { cardContentOf } from './card-content.ts';

/** Answers with the widget of a published account: a page for frames, an SVG or a PNG. */
export async function widgetAnswer(
  { params, query, client, signal }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { bodies, drawings }: PageCache,
): Promise<PageAnswer> {
  const { slug, ending } = splitEnding(params.name ?? '', ['.svg', '.png']);
  const { size: sizeName, theme, lang } = readQuery(widgetParameters, query);
  // Ignore Accept-Language: the widget has the language of the other site, not of its reader.
  const language = languageFor(lang, undefined);
  const size = sizes[sizeName ?? 'small'];
  using moment = await takeMoment(services);
  const view = await viewAsStranger(moment, slug);
  const { version } = moment;
  const account = readSummary(view, version);
  const isPreview = size === sizes.preview;
  const tiles = isPreview ? tilesOf(account, readStatistics(view, version), language) : [];
  const now = services.clock?.() ?? new Date();
  const { warned, hidden } = shortWarnings(readBehaving(view, account, version), language);
  const content = cardContentOf(account, now, language, [...warned, ...hidden], tiles);
  const line = curveKey(view);
  // Everything that changes the widget is part of the cache key.
  const key = JSON.stringify([
    'widget',
    ending,
    size,
    theme,
    content,
    line,
    language.code,
    assets.version,
  ]);
  const colours = ending === '' ? 'page' : (theme ?? 'light');
  const drawing = () =>
    card(content, line === null ? null : readCurve(view, version), size, colours, language);
  if (ending === '.png') {
    const asker = { client, signal, owner: view.account.owner };
    const { zoom } = size;
    const body = await drawings.get(key, asker, () => ({
      kind: 'png',
      svg: textOf(drawing()),
      zoom,
    }));
    return { body, type: types.png, policy: sharedPolicy, isForAll: true };
  }
  if (ending === '.svg') {
    const body = bodies.get(key, () => Buffer.from(textOf(drawing())));
    return { body, type: types.svg, policy: sharedPolicy, isForAll: true };
  }
  const context = { site: services.site(), assets, language };
  const body = bodies.get(key, () => bytesOf(widgetPage(content, drawing(), theme, context)));
  return { body, type: types.html, policy: sharedPolicy };
}
