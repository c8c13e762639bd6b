import { passwordLength } from '../../../pipeline/registry/passwords.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { OwnerPageRequest } from '../page-request.ts';

/** Shows why a form was refused; an empty text shows nothing. */
export const fault = (text: HtmlContent): HtmlContent =>
  text && html`<p class="notice gap" role="alert">${text}</p>`;

/** Shows what was just saved; an empty text shows nothing. */
export const done = (text: string | null | undefined): HtmlContent =>
  text && html`<p class="notice" role="status">${text}</p>`;

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
