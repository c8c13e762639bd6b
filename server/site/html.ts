import { escapeHtml } from '../accounts/widget.ts';

const markup = Symbol('markup');

/** Markup that this program wrote; nothing read from outside can pose as it. */
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

/** A template whose every value is text; only what another template made is markup. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return { [markup]: String.raw({ raw: strings }, ...values.map(write)) };
}

export const textOf = (content: Html): string => content[markup];

/** Data for a script of the page; a browser never runs it. */
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
