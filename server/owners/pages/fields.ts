import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { Option } from '../../site/parts/form.ts';

/** Why a form was not taken; nothing where it was. */
export const fault = (text: string | null | undefined): HtmlContent =>
  text && html`<p class="notice gap" role="alert">${text}</p>`;

/** What has just been done; nothing where nothing was. */
export const done = (text: string | null | undefined): HtmlContent =>
  text && html`<p class="notice" role="status">${text}</p>`;

/** A form that changes something, behind one button. */
export const form = (action: string, button: string, content: HtmlContent): Html =>
  html`<form class="decide" method="post" action="${action}">
${content}
<button>${button}</button>
</form>`;

/** A line of text. */
export const line = (label: string, name: string, value: string, maxLength = 200): Html =>
  html`<label>${label} <input name="${name}" value="${value}" maxlength="${maxLength}" autocomplete="off"></label>
`;

/** Boxes of which any number may be ticked. */
export const ticks = (
  name: string,
  legend: string,
  options: readonly Option[],
  ticked: ReadonlySet<string>,
): Html =>
  html`<fieldset><legend>${legend}</legend>${options.map(
    ([value, text]) =>
      html`<label class="box"><input type="checkbox" name="${name}" value="${value}"${ticked.has(value) && html` checked`}> <span>${text}</span></label>
`,
  )}</fieldset>
`;

/** A new password, as managers of passwords know it. */
export const newPassword = (min: number, max: number): Html =>
  html`<label>New password <input name="password" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required></label>
<p class="hint">${min} characters or more; a few words are easier to remember than signs.</p>
`;
