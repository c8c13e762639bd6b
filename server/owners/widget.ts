import { attributionOf } from '../accounts/attribution.ts';
import { snippetsOf } from '../accounts/widget.ts';
import { sizes, widgetParameters } from '../accounts/widget-options.ts';
import { readQuery } from '../http/parameters.ts';
import { creditText } from '../site/credit.ts';
import { readOwnAccount } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { widgetBuilder } from './pages/widget.ts';

/**
 * Shows an account's widget in the chosen size and theme and in the page's language, with the code
 * that embeds it.
 */
export async function buildWidget(request: SignedInRequest): Promise<Reply> {
  const { own } = await readOwnAccount(request);
  const chosen = readQuery(widgetParameters, request.query);
  const { site, language } = request.context;
  const { code } = language;
  const look = {
    size: chosen.size ?? 'small',
    theme: chosen.theme ?? 'light',
    lang: code === 'en' ? null : code,
  } as const;
  const credit = creditText(attributionOf(site, own.account.slug, true), language);
  const snippets = snippetsOf(own.account, look, site, sizes[look.size], credit);
  return { page: widgetBuilder(request, own.account, look, snippets) };
}
