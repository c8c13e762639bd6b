import { isoCurrencies } from '../../../sql/raw/currencies.ts';
import {
  makeReason,
  type ReasonArguments,
  type ReasonCode,
  ReasonError,
} from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { compareDecimals } from '../../read/decimals.ts';
import { decimalOf } from '../../read/json-values.ts';
import type { Notation } from '../../read/notation.ts';
import type { Side } from './orders.ts';

/** Why a row cannot be read; it is named and left out. */
export class UnreadRow<Code extends ReasonCode = ReasonCode> extends ReasonError {
  constructor(code: Code, ...values: ReasonArguments<Code>) {
    super(makeReason(code, ...values));
  }
}

/** Signs of currencies next to an amount. */
const signs = /[€£$¥]|\b(?!PIP\b|PTS\b)[A-Z]{3}\b/g;

/** Currencies that a sign alone names. Dollars and yens are of several. */
const ofSign: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

/** Fields whose amounts are in the currency of the account. */
const amounts: readonly string[] = [
  ...['profit', 'net_profit', 'gross', 'net', 'balance'],
  ...['commission', 'swap'],
];

/** Lists the currencies that stand next to an amount. */
const currenciesNextTo = (printed: string): string[] =>
  [...printed.matchAll(signs)]
    .map(([sign]) => ofSign[sign] ?? sign)
    .filter((code) => isoCurrencies.includes(code));

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

/** Gives the text of each field of a row, and its decimal: null for a text that is no number. */
interface FieldTexts<Field extends string> {
  nameOf(field: Field): string;
  text(field: Field): string;
  number(printed: string, field: Field): string | null;
}

const maxQuoted = 60;

/** Makes readers of the fields of a row. Each throws an `UnreadRow` that names the field. */
export function createReaders<Field extends string>({ nameOf, text, number }: FieldTexts<Field>) {
  const optional = (field: Field): string => {
    const decimal = number(text(field), field);
    if (decimal !== null) return decimal;
    const value = text(field).slice(0, maxQuoted);
    throw new UnreadRow('import_field_not_number', { name: nameOf(field), value });
  };
  const filled = (field: Field, found: string): string => {
    if (found !== '') return found;
    throw new UnreadRow('import_field_empty', { name: nameOf(field) });
  };
  const needed = (field: Field): string => filled(field, optional(field));
  return {
    nameOf,
    text,
    optional,
    needed,
    word: (field: Field): string => filled(field, text(field)),
    /** A volume, or another number above 0. */
    volume(field: Field): string {
      const volume = needed(field);
      if (compareDecimals(volume, '0') > 0) return volume;
      const value = text(field).slice(0, maxQuoted);
      throw new UnreadRow('import_field_not_positive', { name: nameOf(field), value });
    },
    /** A price where an order ends by itself; 0 stands for none. */
    level(field: Field): string {
      const level = optional(field);
      return level !== '' && compareDecimals(level, '0') === 0 ? '' : level;
    },
  };
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
    throw new UnreadRow('import_many_cells', { max: columns.length });
  }
  const needsCell = (field: Field): void => {
    if (isSparse || (places.get(field) ?? -1) < texts.length) return;
    throw new UnreadRow('import_ends_before', { name: readers.nameOf(field) });
  };
  const readers = createReaders<Field>({
    /** Heading of a field; the field in words if there is no such column. */
    nameOf: (field) => columns[places.get(field) ?? -1] ?? field.replaceAll('_', ' '),
    text(field) {
      if (field === 'account') needsCell(field);
      const printed = texts[places.get(field) ?? -1] ?? '';
      return /^[—–-]$/.test(printed) ? '' : printed;
    },
    number(printed, field) {
      needsCell(field);
      if (printed === '') return '';
      // Programs write small numbers as `1e-05`.
      const plain = notation.number(printed);
      if (plain !== null) return plain;
      const amount = notation.number(printed.replace(signs, ''));
      if (amount !== null && amounts.includes(field)) {
        for (const code of currenciesNextTo(printed)) notation.currencies.add(code);
      }
      return amount ?? decimalOf(printed);
    },
  });
  return { ...readers, notation, has: (field: Field): boolean => places.has(field) };
}

export type Cells<Field extends string> = ReturnType<typeof createCells<Field>>;

/** Which side an English or German word is for; null where it is for none. */
export function sideOf(word: string): Side | null {
  if (/^(buy|long|bought|b|kauf(en)?)$/i.test(word)) return 'buy';
  return /^(sell|short|sold|s|verkauf(en)?)$/i.test(word) ? 'sell' : null;
}
