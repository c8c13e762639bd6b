import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Notice in place of a section that the owner hides. */
export const notShown = (id: string, title: string, { words }: Language): Html =>
  html`<section class="withheld" aria-labelledby="no-${id}">
<h2 id="no-${id}">${title}</h2>
<p>${words.account.notShownHere}</p>
</section>`;
