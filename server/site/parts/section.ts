import type { PageAccount } from '../account.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Section of a page with a heading. */
export const section = (id: string, title: HtmlContent, content: HtmlContent): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;

interface PartOptions {
  /** Names in `hidden` that stand for the part; by default its id. */
  readonly flags?: readonly string[];
  /** True if the title names the currency. */
  readonly isMoney?: true;
  /** True if `draw` writes the section with its heading too. */
  readonly isWhole?: true;
  /** True if no notice stands in place of a hidden part; `draw` finds its data missing. */
  readonly isSilent?: true;
}

/**
 * Returns a function that draws the parts of a record, each as a section. A hidden part is a
 * notice, a part with nothing to show is null, and the owner reads what only the owner sees.
 */
export const partsOf =
  (account: PageAccount, language: Language) =>
  (
    id: string,
    title: string,
    draw: (account: PageAccount, language: Language) => Html | null,
    { flags = [id], isMoney, isWhole, isSilent }: PartOptions = {},
  ): Html | null => {
    const { hidden, ownersView, currency } = account;
    const { account: texts } = language.words;
    if (!isSilent && flags.some((flag) => hidden.includes(flag))) {
      return html`<section class="withheld" aria-labelledby="no-${id}">
<h2 id="no-${id}">${title}</h2>
<p>${texts.notShownHere}</p>
</section>`;
    }
    const content = draw(account, language);
    if (content === null) return null;
    const unit = isMoney && currency !== null ? `, ${currency}` : '';
    const drawn = isWhole ? content : section(id, `${title}${unit}`, content);
    if (!flags.some((flag) => ownersView?.hidden.includes(flag))) return drawn;
    return html`<p class="only-you">${texts.onlyYou}</p>
${drawn}`;
  };
