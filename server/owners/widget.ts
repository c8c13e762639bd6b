import { widgetParameters } from '../accounts/looks.ts';
import { snippetsOf } from '../accounts/widget.ts';
import { readQuery } from '../http/parameters.ts';
import { readOne } from './accounts.ts';
import { widgetBuilder } from './pages/widget.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** The widget of an account in a size and a theme, with everything that shows it elsewhere. */
export async function buildWidget(visit: OwnersVisit): Promise<Reply> {
  const { own } = await readOne(visit);
  const chosen = readQuery(widgetParameters, visit.query);
  const look = { ...chosen, size: chosen.size ?? 'small', theme: chosen.theme ?? 'light' } as const;
  const snippets = snippetsOf(own.account, look, visit.context.site);
  return { page: widgetBuilder(visit, own.account, look, snippets) };
}
