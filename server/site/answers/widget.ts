import { readQuery } from '../../http/parameters.ts';
import { lineOf, lookAt, momentOf, readFacts, readLine } from '../asking.ts';
import { textOf } from '../html.ts';
import type { Kept } from '../kept.ts';
import type { Pages } from '../pages.ts';
import { sharedPolicy } from '../policies.ts';
import { type Answer, bytesOf, splitEnding, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';
import { card, cardFactsOf } from '../widget/card.ts';
import { renderPng } from '../widget/image.ts';
import { widgetPage } from '../widget/page.ts';
import { sizes, widgetParameters } from '../widget/sizes.ts';

/** A published account for other sites: a page to frame, a drawing or an image. */
export async function widgetAnswer(
  { params, query }: PageCall,
  services: SiteServices,
  { assets }: Pages,
  { bodies, images }: Kept,
): Promise<Answer> {
  const { slug, ending } = splitEnding(params.name ?? '', ['.svg', '.png']);
  const { size: sizeName, theme } = readQuery(widgetParameters, query);
  const size = sizes[sizeName ?? 'small'];
  using moment = await momentOf(services);
  const view = await lookAt(moment, slug);
  const { edition } = moment;
  const facts = cardFactsOf(readFacts(view, edition));
  const line = lineOf(view);
  // A widget says nothing that these do not decide.
  const key = JSON.stringify(['widget', ending, size, theme, facts, line, assets.version]);
  const drawing = () =>
    card(facts, line === null ? null : readLine(view, edition), size, theme ?? 'light');
  if (ending === '.png') {
    const body = await images.get(key, () => renderPng(textOf(drawing()), size.zoom));
    return { body, type: types.png, policy: sharedPolicy };
  }
  if (ending === '.svg') {
    const body = bodies.get(key, () => Buffer.from(textOf(drawing())));
    return { body, type: types.svg, policy: sharedPolicy };
  }
  const context = { site: services.site(), assets };
  const body = bodies.get(key, () => bytesOf(widgetPage(facts, drawing(), theme, context)));
  return { body, type: types.html, policy: sharedPolicy };
}
