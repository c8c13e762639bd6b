import { createBody } from '../../body.ts';
import { readerOf } from '../../parameters.ts';
import type { Services } from '../../services.ts';
import { askCurve, readAccount } from '../asking.ts';
import { textOf } from '../html.ts';
import type { Pages } from '../pages.ts';
import { sharedPolicy } from '../policies.ts';
import { type Answer, bytesOf, splitEnding, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';
import { card } from '../widget/card.ts';
import { imageOf } from '../widget/image.ts';
import { widgetPage } from '../widget/page.ts';
import { sizeParameter, sizes, themeParameter } from '../widget/sizes.ts';

/** A published account for other sites: a page to frame, a drawing or an image. */
export async function widgetAnswer(
  { params, query }: AskedPage,
  services: Services,
  { assets }: Pages,
): Promise<Answer> {
  const { slug, ending } = splitEnding(params.name ?? '', ['.svg', '.png']);
  const read = readerOf(query);
  const size = sizes[read('size', sizeParameter) ?? 'small'];
  const theme = read('theme', themeParameter);
  const account = readAccount(await askCurve(services, slug));
  const returns = account.twr?.twr_trade_by_trade ?? null;
  const drawing = card(account, returns, size, theme ?? 'light');
  const policy = sharedPolicy;
  if (ending === '.png') {
    const body = await imageOf(textOf(drawing), size.zoom);
    return { body, type: types.png, policy };
  }
  if (ending === '.svg') {
    return { body: createBody(Buffer.from(textOf(drawing))), type: types.svg, policy };
  }
  const page = widgetPage(account, drawing, theme, { site: services.site(), assets });
  return { body: createBody(bytesOf(page)), type: types.html, policy };
}
