import { escapeHtml } from '../accounts/escape-html.ts';

// Also runs in the browser: do not import Node modules.

const markup = Symbol('markup');

/** Markup made by the `html` template. Text from outside can never become `Html`. */
export interface Html {
  readonly [markup]: string;
}

export type HtmlContent =
  | Html
  | string
  | number
  | null
  | undefined
  | false
  | readonly HtmlContent[];

/** Builds markup from a template and escapes every value, except `Html` of other templates. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return { [markup]: String.raw({ raw: strings }, ...values.map(write)) };
}

export const textOf = (content: Html): string => content[markup];

/** Returns the text of markup as a reader sees it, for places that are no HTML. */
export const plainText = (content: Html): string =>
  content[markup]
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Writes JSON into the page for its script; browsers never run it. */
export function dataBlock(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="${id}">${{ [markup]: json }}</script>`;
}

function write(value: HtmlContent): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return isHtml(value) ? value[markup] : value.map(write).join('');
}

const isHtml = (value: Html | readonly HtmlContent[]): value is Html => markup in value;
