import { shortestDecimal, sumDecimals } from '../decimals.ts';
import type { MarkupHandler } from './markup.ts';

/** Days that a workbook's number of a date is lower by if it counts from 1904. */
const daysTo1904 = '1462';

/**
 * Ids of built-in number formats that show a day, from first to last; the later ones are East
 * Asian.
 */
const dateFormats = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 58],
] as const;

const isBuiltInDate = (id: number): boolean =>
  dateFormats.some(([first, last]) => id >= first && id <= last);

/** Tells whether a workbook counts days from 1904, from its `workbook.xml`. */
export function readDateSystem(take: (isFrom1904: boolean) => void): MarkupHandler {
  return {
    open(name, attributes) {
      if (name === 'workbookPr') take(/^(1|true)$/.test(attributes.date1904 ?? ''));
    },
    text() {},
    close() {},
  };
}

/** Gathers from `styles.xml` whether cells of a style show a day, by the number of the style. */
export function readDateStyles(styles: boolean[]): MarkupHandler {
  const custom = new Map<number, boolean>();
  let isOfCells = false;
  return {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'numFmt') custom.set(id, showsDay(attributes.formatCode ?? ''));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(custom.get(id) ?? isBuiltInDate(id));
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  };
}

/**
 * Returns true for a number format with a day or a year, such as `yyyy-mm-dd`; false for `[h]:mm`.
 */
function showsDay(format: string): boolean {
  const placeholders = format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '');
  return /[yd]/i.test(placeholders);
}

/**
 * Turns days since 1904 into days since 1900, as workbooks count them. Leaves other texts alone.
 */
export function daysSince1900(text: string): string {
  const days = shortestDecimal(text);
  return /^-?\d{1,7}(\.\d{1,20})?$/.test(days) ? sumDecimals([days, daysTo1904]) : days;
}
