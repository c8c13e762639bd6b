import { snippetsOf } from '../accounts/widget.ts';
import { widgetParameters } from '../accounts/widget-options.ts';
import { readQuery } from '../http/parameters.ts';
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
  const { code } = request.context.language;
  const look = {
    size: chosen.size ?? 'small',
    theme: chosen.theme ?? 'light',
    lang: code === 'en' ? null : code,
  } as const;
  const snippets = snippetsOf(own.account, look, request.context.site);
  return { page: widgetBuilder(request, own.account, look, snippets) };
}
