import { type Html, html } from '../html.ts';

export type Option = readonly [value: string, label: string];

/** Select field with the current choice. */
export const choice = (
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string,
): Html =>
  html`<label>${label} <select name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>
`;

/** Group of checkboxes. */
export const checkboxes = (
  name: string,
  label: string,
  options: readonly Option[],
  ticked: ReadonlySet<string>,
): Html =>
  html`<fieldset><legend>${label}</legend>${options.map(
    ([value, text]) =>
      html`<label class="box"><input type="checkbox" name="${name}" value="${value}"${ticked.has(value) && html` checked`}> <span>${text}</span></label>`,
  )}</fieldset>
`;
