import { type Html, html, textOf } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Part of the page. */
export interface PagePart {
  readonly id: string;
  readonly label: string;
  /** Null if the account has no such data. */
  readonly content: Html | null;
  /** True if the part has several sections, so that none of them has its id. */
  readonly isGroup?: true;
}

/** Bar that stays at the top of the screen and leads to every part of the page. */
export const contents = (parts: readonly PagePart[], { words }: Language): Html =>
  html`<nav class="contents" aria-label="${words.contents.title}" data-all-columns="${words.layout.allColumns}"><ul>${parts
    .filter(isReachable)
    .map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></nav>`;

/** Tells whether the page has the id of a part. A section that its owner hides has no id. */
const isReachable = ({ id, content, isGroup }: PagePart): boolean =>
  isGroup === true || (content !== null && textOf(content).includes(`<section id="${id}"`));

/** Writes the parts that have content. */
export const writeParts = (parts: readonly PagePart[]): Html =>
  html`${parts.map(
    ({ id, isGroup, content }) =>
      html`<div class="part"${isGroup && html` id="${id}"`}>
${content}
</div>
`,
  )}`;

/** Leaves out parts without content, so that every link of the bar leads somewhere. */
export const filledParts = (parts: readonly PagePart[]): PagePart[] =>
  parts.filter(({ content }) => content !== null && textOf(content).trim() !== '');
