import { readerOf } from '../../parameters.ts';
import type { Services } from '../../services.ts';
import { lineOf, lookAt, readFacts, readLine } from '../asking.ts';
import { textOf } from '../html.ts';
import type { Kept } from '../kept.ts';
import type { Pages } from '../pages.ts';
import { sharedPolicy } from '../policies.ts';
import { type Answer, bytesOf, splitEnding, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';
import { card, cardFactsOf } from '../widget/card.ts';
import { renderPng } from '../widget/image.ts';
import { widgetPage } from '../widget/page.ts';
import { sizeParameter, sizes, themeParameter } from '../widget/sizes.ts';

/** A published account for other sites: a page to frame, a drawing or an image. */
export async function widgetAnswer(
  { params, query }: AskedPage,
  services: Services,
  { assets }: Pages,
  { bodies, images }: Kept,
): Promise<Answer> {
  const { slug, ending } = splitEnding(params.name ?? '', ['.svg', '.png']);
  const read = readerOf(query);
  const size = sizes[read('size', sizeParameter) ?? 'small'];
  const theme = read('theme', themeParameter);
  const body = await lookAt(services, slug, (view, edition) => {
    const facts = cardFactsOf(readFacts(view, edition));
    const line = lineOf(view);
    // A widget says nothing that these do not decide.
    const key = JSON.stringify(['widget', ending, size, theme, facts, line, assets.version]);
    const drawing = () =>
      card(facts, line === null ? null : readLine(view, edition), size, theme ?? 'light');
    if (ending === '.png') return images.get(key, () => renderPng(textOf(drawing()), size.zoom));
    if (ending === '.svg') return bodies.get(key, () => Buffer.from(textOf(drawing())));
    const context = { site: services.site(), assets };
    return bodies.get(key, () => bytesOf(widgetPage(facts, drawing(), theme, context)));
  });
  return { body, type: ending === '' ? types.html : endings[ending], policy: sharedPolicy };
}

const endings = { '.svg': types.svg, '.png': types.png } as const;
