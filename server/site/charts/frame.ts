import { type Html, type HtmlContent, html } from '../html.ts';

/** Units of a drawing; CSS stretches it to any size. */
export const size = { width: 1000, height: 300 } as const;

/** Label of an axis: its place in percent of the axis, and the end of its class, such as ` end`. */
export type AxisLabel = readonly [percent: number, text: string, className?: string];

/** Axes of a chart, and what is drawn between them. */
export interface Frame {
  readonly className: string;
  /** Labels on the left, from the top. */
  readonly left: readonly AxisLabel[];
  /** Labels below, from the left. */
  readonly below: readonly AxisLabel[];
  /** Signs above, from the left. */
  readonly above?: readonly AxisLabel[];
  /** Lines across, in units of the drawing from its top. */
  readonly lines: readonly number[];
  /** Drawing without texts. A `title` in it is explained by `explained-marks.ts`. */
  readonly content: HtmlContent;
}

/** Draws a chart whose labels keep their size while the drawing stretches. */
export const framed = ({ className, left, below, above = [], lines, content }: Frame): Html =>
  html`<svg class="still ${className}" aria-hidden="true"><svg viewBox="0 0 ${size.width} ${size.height}" width="100%" height="100%" preserveAspectRatio="none"><path class="axis" d="${lines.map((at) => `M0 ${at}H${size.width}`).join('')}"/>${content}</svg>${above.map(([at, text]) => html`<text class="day sign" x="${at}%" dy="-4">${text}</text>`)}${left.map(([at, text]) => html`<text x="-8" y="${at}%" dy="4">${text}</text>`)}${below.map(([at, text, end = '']) => html`<text class="day${end}" x="${at}%" y="100%" dy="17">${text}</text>`)}</svg>`;

/** Returns an attribute value in units of the drawing as percent of its height or width. */
export const percentOf = (at: number, whole: number): number =>
  Math.round((at / whole) * 1000) / 10;

/** Label that ends at the edge of the drawing instead of going beyond it. */
export const labelAt = (percent: number, text: string): AxisLabel =>
  percent > 95 ? [percent, text, ' end'] : [percent, text];
