import { siteAt } from '../accounts/attribution.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** The credit of an account in the language of a page or a widget; the API says it in English. */
export const creditText = ({ url }: { readonly url: string }, { words }: Language): string =>
  fillText(words.widget.credit, { host: siteAt(url).host });
