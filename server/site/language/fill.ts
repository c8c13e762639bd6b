import { type Html, type HtmlContent, html } from '../html.ts';

/** Fills the names in braces of a text with markup or values. */
export const fill = (text: string, values: Readonly<Record<string, HtmlContent>>): Html =>
  html`${text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : values[part]))}`;
