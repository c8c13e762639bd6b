import { passwordLength } from '../../../pipeline/registry/passwords.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { OwnerPageRequest, PageWords } from '../page-request.ts';

/** Shows why a form was refused; an empty text shows nothing. */
export const fault = (text: HtmlContent): HtmlContent =>
  text && html`<p class="notice gap" role="alert">${text}</p>`;

/** Result of a form, for the page that follows it. */
export interface FormOutcome {
  /** Reason why the form was refused. */
  readonly problem?: HtmlContent;
  /** Text about what was saved; by default the one that the parameter `done` names. */
  readonly message?: string;
  /** Text that is shown this once, such as a new key. */
  readonly secret?: string;
}

/** Texts next to a secret. */
interface SecretWords {
  readonly title: string;
  readonly help: string;
  readonly label: string;
}

/** Says what a form has led to: a problem, what was saved, and a secret to copy now. */
export function outcomeNotices(
  { query }: Pick<OwnerPageRequest, 'query'>,
  { problem, message, secret }: FormOutcome,
  done: Readonly<Record<string, string>>,
  words?: SecretWords,
): Html {
  const saved = message ?? Object.entries(done).find(([name]) => name === query.done)?.[1];
  const copied =
    secret !== undefined &&
    words &&
    html`<div class="notice" role="status"><p><strong>${words.title}</strong> ${words.help}</p>
<p><label>${words.label} <input class="secret" value="${secret}" readonly spellcheck="false"></label></p></div>`;
  return html`${fault(problem)}${saved && html`<p class="notice" role="status">${saved}</p>`}${copied}`;
}

/** Fills `{instant}` or `{when}` of a text with a time. */
export const at = ({ context }: PageWords, text: string, value: string): Html => {
  const time = instant(value, context.language);
  return fill(text, { instant: time, when: time });
};

/** List of short texts; those that are empty are left out. */
export const facts = (items: readonly HtmlContent[]): Html =>
  html`<ul class="facts">${items.map((item) => item && html`<li>${item}</li>`)}</ul>`;

/** Entry of a list: its title, what is known about it, and what its owner can do with it. */
export const ownItem = (
  title: HtmlContent,
  items: readonly HtmlContent[],
  content: HtmlContent = null,
): Html =>
  html`<li><h3>${title}</h3>
${facts(items)}
${content}</li>
`;

/** Form of one button, which screen readers hear with the name of what it is about. */
export const namedForm = (action: string, button: string, name: HtmlContent): Html =>
  form(action, button, html`<span class="sr">${name}</span>`);

/** Form that changes something, with one button. */
export const form = (action: string, button: string, content: HtmlContent): Html =>
  html`<form class="decide" method="post" action="${action}">
${content}
<button>${button}</button>
</form>`;

/** Text field of one line. */
export const line = (label: string, name: string, value: string, maxLength = 200): Html =>
  html`<label>${label} <input name="${name}" value="${value}" maxlength="${maxLength}" autocomplete="off"></label>
`;

/** Field for a new password, marked up so that password managers recognise it. */
export function newPassword({ words: { frame } }: OwnerPageRequest): Html {
  const { min, max } = passwordLength;
  return html`<label>${frame.newPassword} <input name="password" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required></label>
<p class="hint">${fill(frame.passwordHint, { min })}</p>
`;
}
