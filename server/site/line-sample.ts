import { type Html, html } from './html.ts';

/** Draws a piece of a line of a chart for its key, with its colour and its dash pattern. */
export const lineSample = (classes: string): Html =>
  html`<svg class="sample" width="30" height="8" aria-hidden="true"><path class="${classes}" d="M0 4H30"/></svg>`;
