import { type Html, type HtmlContent, html } from './html.ts';
import { english, type Language } from './language/languages.ts';

type Maybe = number | null | undefined;

const tone = (value: Maybe): string => ((value ?? 0) < 0 ? 'num minus' : 'num');

/** End of the class of a cell in a column that phones leave out until a reader asks for it. */
export const rare = ' rare';

/** Table cell with a number; negative values get a colour. `column` is empty or `rare`. */
export const cell = (text: HtmlContent, value: Maybe = 0, column = ''): Html =>
  html`<td class="${tone(value)}${column}">${text}</td>`;

export const percentCell = (value: Maybe, { format }: Language, column = ''): Html =>
  cell(format.signedPercent(value), value, column);

export const amountCell = (
  value: Maybe,
  currency: string | null,
  { format }: Language,
  column = '',
): Html => cell(format.signedAmount(value, currency), value, column);

/** Figure in running text, coloured like a cell. */
export const figure = (text: string, value: Maybe = 0): Html =>
  html`<span class="${tone(value)}">${text}</span>`;

/** Time in UTC; a script changes it to the time zone of the reader. */
export const instant = (value: string, { format }: Pick<Language, 'format'> = english): Html =>
  html`<time datetime="${value}">${format.minute(value)}</time>`;

/** Parses the decimal text of a breakdown; null stays null. */
export const decimal = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Writes a probability in percent; `< 0.1%` or `> 99.9%` if it would be rounded to 0 or 100. */
export function probabilityText(
  percent: number | null,
  places: number,
  format: Language['format'],
): string {
  if (percent === null) return format.unknown;
  const step = 10 ** -places;
  if (percent < step / 2) return `< ${format.percent(step, places)}`;
  if (percent < 100 && percent >= 100 - step / 2) return `> ${format.percent(100 - step, places)}`;
  return format.percent(percent, places);
}
