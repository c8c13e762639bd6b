import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** What stands in the place of a section that its owner does not show. */
export const notShown = (id: string, title: string, { words }: Language): Html =>
  html`<section class="withheld" aria-labelledby="no-${id}">
<h2 id="no-${id}">${title}</h2>
<p>${words.account.notShownHere}</p>
</section>`;
