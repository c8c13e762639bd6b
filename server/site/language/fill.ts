import { type Html, type HtmlContent, html } from '../html.ts';

/** A text of the catalogue with markup or values in place of the names in braces. */
export const fill = (text: string, values: Readonly<Record<string, HtmlContent>>): Html =>
  html`${text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : values[part]))}`;
