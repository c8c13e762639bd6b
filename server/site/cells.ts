import { type Html, html } from './html.ts';
import { english, type Language } from './language/languages.ts';

type Maybe = number | null | undefined;

const tone = (value: Maybe): string => ((value ?? 0) < 0 ? 'num minus' : 'num');

/** A cell with text that is a number; losses have a sign and a colour. */
export const cell = (text: string, value: Maybe = 0): Html =>
  html`<td class="${tone(value)}">${text}</td>`;

export const percentCell = (value: Maybe, { format }: Language): Html =>
  cell(format.signedPercent(value), value);

export const amountCell = (value: Maybe, currency: string | null, { format }: Language): Html =>
  cell(format.signedAmount(value, currency), value);

/** A figure in running text. */
export const figure = (text: string, value: Maybe = 0): Html =>
  html`<span class="${tone(value)}">${text}</span>`;

/** An instant as it is written, for scripts to put into the reader's own time. */
export const instant = (value: string, { format }: Pick<Language, 'format'> = english): Html =>
  html`<time datetime="${value}">${format.minute(value)}</time>`;

/** Decimal text as the breakdowns hold it; null where it is not known. */
export const decimal = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);
