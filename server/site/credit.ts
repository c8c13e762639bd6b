import { type Attribution, nameIn } from '../accounts/attribution.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** Returns the credit line in the language of the page or widget. The API writes it in English. */
export const creditText = (attribution: Pick<Attribution, 'text'>, { words }: Language): string =>
  fillText(words.widget.credit, { host: nameIn(attribution) });
