import { makeReason, ReasonError } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { compareDecimals } from '../../read/decimals.ts';
import { decimalOf } from '../../read/json-values.ts';
import type { Notation } from '../../read/notation.ts';
import type { Side } from './orders.ts';

/** Why a row cannot be read; it is named and left out. */
export class UnreadRow extends ReasonError {}

/** Reason why a row above the headings can't be read. */
export const aboveHeadings = makeReason('import_no_headings');

/** Signs of currencies next to an amount. */
const signs = /[€£$¥]|\b(?!PIP\b|PTS\b)[A-Z]{3}\b/g;

const pips = /(?<![a-z])(?:pips?|points?|pts)(?![a-z])/i;

/** Throws if a column of results is named after pips or points: they are no money. */
export function refusePips(name: string | undefined): void {
  if (name !== undefined && pips.test(name)) {
    throw new UnreadableExport(makeReason('file_pips_column', { name: name.slice(0, 60) }));
  }
}

/** Headings of a table as they are printed, and the place of each field among them. */
export interface Headings<Field extends string> {
  places: ReadonlyMap<Field, number>;
  columns: readonly string[];
}

/**
 * Reads the cells of a row by what their columns hold; a dash alone stands for nothing. A row that
 * goes on behind the last column is two, or not parted as the headings are. One that ends before a
 * number or the account is cut off.
 */
export function createCells<Field extends string>(
  { places, columns }: Headings<Field>,
  { texts, isSparse = false }: Pick<TextRow, 'texts' | 'isSparse'>,
  notation: Notation,
) {
  if (texts.slice(columns.length).some((text) => text !== '')) {
    throw new UnreadRow(makeReason('import_many_cells', { max: columns.length }));
  }
  const nameOf = (field: Field): string =>
    columns[places.get(field) ?? -1] ?? field.replaceAll('_', ' ');
  const needsCell = (field: Field): void => {
    if (isSparse || (places.get(field) ?? -1) < texts.length) return;
    throw new UnreadRow(makeReason('import_ends_before', { name: nameOf(field) }));
  };
  const text = (field: Field): string => {
    if (field === 'account') needsCell(field);
    const printed = texts[places.get(field) ?? -1] ?? '';
    return /^[—–-]$/.test(printed) ? '' : printed;
  };
  const optional = (field: Field): string => {
    needsCell(field);
    const printed = text(field);
    if (printed === '') return '';
    // Programs write small numbers as `1e-05`.
    const decimal =
      notation.number(printed) ?? notation.number(printed.replace(signs, '')) ?? decimalOf(printed);
    if (decimal === null)
      throw new UnreadRow(
        makeReason('import_field_not_number', { name: nameOf(field), value: printed.slice(0, 60) }),
      );
    return decimal;
  };
  const needed = (field: Field): string => {
    const decimal = optional(field);
    if (decimal === '')
      throw new UnreadRow(makeReason('import_field_empty', { name: nameOf(field) }));
    return decimal;
  };
  return {
    notation,
    text,
    optional,
    needed,
    /** Heading of a field; the field in words if there is no such column. */
    nameOf,
    has: (field: Field): boolean => places.has(field),
    word(field: Field): string {
      if (text(field) === '')
        throw new UnreadRow(makeReason('import_field_empty', { name: nameOf(field) }));
      return text(field);
    },
    /** A volume, which is above 0. */
    volume(field: Field): string {
      const volume = needed(field);
      if (compareDecimals(volume, '0') > 0) return volume;
      throw new UnreadRow(
        makeReason('import_field_not_positive', { name: nameOf(field), value: text(field) }),
      );
    },
    /** A price where an order ends by itself; 0 stands for none. */
    level(field: Field): string {
      const level = optional(field);
      return level !== '' && compareDecimals(level, '0') === 0 ? '' : level;
    },
  };
}

export type Cells<Field extends string> = ReturnType<typeof createCells<Field>>;

/** Which side an English or German word is for; null where it is for none. */
export function sideOf(word: string): Side | null {
  if (/^(buy|long|bought|b|kauf(en)?)$/i.test(word)) return 'buy';
  return /^(sell|short|sold|s|verkauf(en)?)$/i.test(word) ? 'sell' : null;
}
