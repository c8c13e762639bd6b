import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

const shades = 4;

type Heat = (value: number | null) => string;

/** Returns a function that shades a value relative to the strongest of a table. */
export function heatOf(values: readonly (number | null)[]): Heat {
  const strongest = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  return (value) =>
    value === null ? '' : heatClass(value, Math.ceil((Math.abs(value) / strongest) * shades));
}

/** Returns of a month, in percent, from which the next shade is used. */
const monthSteps = [1, 3, 8];

/** Shades the return of a month, in the same way on every account. */
export const heatOfMonth: Heat = (value) =>
  value === null
    ? ''
    : heatClass(value, 1 + monthSteps.filter((step) => Math.abs(value) >= step).length);

/** Legend of the shades of months, from the deepest loss to the highest gain. */
export function monthLegend({ format, words }: Language): Html {
  const strongest = monthSteps.at(-1) ?? 0;
  const end = (value: number) =>
    fillText(words.format.percent, { number: format.signedCompact(value) });
  const values = [-strongest, ...monthSteps.toReversed().map((step) => -step / 2)];
  const all = [...values, ...values.toReversed().map((value) => -value)];
  return html`<p class="legend" aria-hidden="true">${end(-strongest)}&nbsp;${all.map((value) => html`<span class="${heatOfMonth(value).trim()}"></span>`)}&nbsp;${end(strongest)}</p>`;
}

const heatClass = (value: number, shade: number): string =>
  value === 0 ? '' : ` ${value < 0 ? 'down' : 'up'}-${shade}`;
