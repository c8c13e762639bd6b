import type { Sheet } from './cells/sheet.ts';
import { parseDecimal } from './decimals.ts';
import { type Assumptions, ImportFault } from './faults.ts';
import { type DateOrder, dateOrderReason, type PrintedTime, readTime } from './times.ts';

export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Dates and numbers of a file as the user describes them; else its cells decide. */
export interface ToldNotation {
  dates?: DateOrder | undefined;
  decimal?: DecimalMark | undefined;
}

/** Notation that counts if no cell decides. Without a mark such a file is refused. */
export interface UsualNotation {
  dates: DateOrder;
  decimal?: DecimalMark;
}

/**
 * Reads dates and numbers of one file, and gathers which of its cells can only be read in one way.
 * `21.04.2024` has the day first, and `1.234,56` a decimal comma. `03.04.2024` and `1.500` fit
 * both.
 */
export class Notation {
  readonly dates: DateOrder;
  readonly decimal: DecimalMark;
  /** The first cell that fits each order, or mark, alone. */
  readonly proofs = new Map<DateOrder | DecimalMark, string>();
  /** The first dates, and the first numbers, that could be read in two ways. */
  readonly openDates = new Set<string>();
  readonly openNumbers = new Set<string>();
  /** True once a time says that it is in UTC, or once one names no time zone. */
  readonly times = { inUtc: false, withoutZone: false };
  /** Currencies next to amounts of money. */
  readonly currencies = new Set<string>();

  constructor(dates: DateOrder, decimal: DecimalMark) {
    this.dates = dates;
    this.decimal = decimal;
  }

  /** Reads a date and time. Returns null if it can't be read in this order. */
  time(printed: string): PrintedTime | null {
    const [date = '', first, second] = /^(\d{1,2})[-./](\d{1,2})[-./]\d{4}/.exec(printed) ?? [];
    if (first !== undefined && Number(first) !== Number(second)) {
      const isDay = readTime(printed, 'day first') !== null;
      const isMonth = readTime(printed, 'month first') !== null;
      if (isDay && isMonth) addFirst(this.openDates, date);
      else if (isDay) this.#prove('day first', printed);
      else if (isMonth) this.#prove('month first', printed);
    }
    const time = readTime(printed, this.dates);
    if (time !== null) this.times[time.hasOffset ? 'inUtc' : 'withoutZone'] = true;
    return time;
  }

  /** Reads a number as decimal text. Returns null if the text is no number. */
  number(printed: string): string | null {
    const [, sign = '', whole = '', rest = ''] = grouped.exec(printed) ?? [];
    if (rest !== '') {
      const mark = markOf(rest);
      const isOpen = rest.length === 4;
      if (isOpen) addFirst(this.openNumbers, printed);
      else this.#prove(mark === 'point' ? 'comma' : 'point', printed);
      const isFraction = isOpen && mark === this.decimal;
      const digits = isFraction ? `.${rest.slice(1)}` : rest.replaceAll(/\D/g, '');
      return (/[−-]/.test(sign) ? '-' : '') + whole + digits;
    }
    const decimal = parseDecimal(printed) ?? parseDecimal(printed.replace(/,(?=\d{3}$)/, '.'));
    const at = Math.max(printed.lastIndexOf(','), printed.lastIndexOf('.'));
    if (decimal !== null && at >= 0) this.#prove(markOf(printed.slice(at)), printed);
    return decimal;
  }

  #prove(what: DateOrder | DecimalMark, cell: string): void {
    if (!this.proofs.has(what)) this.proofs.set(what, cell);
  }
}

/** Cells that are kept to show what is open. */
const maxExamples = 3;

function addFirst(cells: Set<string>, cell: string): void {
  if (cells.size < maxExamples) cells.add(cell);
}

/** Three digits behind each mark: `1.500`, which could be a fraction, or `1.234.567`. */
const grouped = /^\s*([+−-]?)\s*([1-9]\d{0,2})((?:\.\d{3})+|(?:,\d{3})+)\s*$/;

const markOf = (text: string): DecimalMark => (text.startsWith('.') ? 'point' : 'comma');

/** Workbooks and JSON hold numbers, so a text among them has their point if no cell decides. */
export const usualIn = ({ encoding }: Sheet, dates: DateOrder): UsualNotation =>
  encoding === null ? { dates, decimal: 'point' } : { dates };

/** Readings of one file. The second may see cells in rows that the first could not read. */
const maxReadings = 3;

/**
 * Reads a file by the notation that all of its cells show. `read` is called again if they show
 * another one than it was called with. Throws an ImportFault if the cells contradict each other, or
 * if nothing decides how a number is meant. `assumed` has the order that was taken if no date
 * decides.
 */
export async function readByNotation<Content>(
  file: string,
  told: ToldNotation,
  usual: UsualNotation,
  read: (notation: Notation) => Promise<Content>,
): Promise<{ content: Content; notation: Notation; assumed: Pick<Assumptions, 'dates'> }> {
  let notation = new Notation(told.dates ?? usual.dates, told.decimal ?? usual.decimal ?? 'point');
  for (let readings = 1; ; readings++) {
    const [outcome] = await Promise.allSettled([read(notation)]);
    const dates = provenOrder(file, notation, told.dates);
    const mark = told.decimal ?? provenMark(notation);
    const wanted = new Notation(dates ?? notation.dates, mark ?? notation.decimal);
    const isOther = wanted.dates !== notation.dates || wanted.decimal !== notation.decimal;
    if (isOther && readings < maxReadings) {
      notation = wanted;
      continue;
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    const numbers = [...notation.openNumbers];
    const [number] = numbers;
    if (number !== undefined && mark === undefined && usual.decimal === undefined) {
      throw new ImportFault('import_open_number', file, { value: number }, { numbers });
    }
    const examples = [...notation.openDates];
    const isAssumed = dates === null && examples.length > 0;
    const assumed = isAssumed ? { dates: { order: notation.dates, examples } } : {};
    return { content: outcome.value, notation, assumed };
  }
}

function provenMark({ proofs }: Notation): DecimalMark | undefined {
  const proven = decimalMarks.filter((mark) => proofs.has(mark));
  return proven.length === 1 ? proven[0] : undefined;
}

/** Returns the order that is told or that the dates show; null if neither decides. */
function provenOrder(
  file: string,
  { proofs }: Notation,
  told: DateOrder | undefined,
): DateOrder | null {
  const [day, month] = [proofs.get('day first'), proofs.get('month first')];
  if (day !== undefined && month !== undefined) {
    throw new ImportFault('import_mixed_dates', file, { value: day, other: month });
  }
  const proven = day !== undefined ? 'day first' : month !== undefined ? 'month first' : null;
  if (told !== undefined && proven !== null && proven !== told) {
    throw new ImportFault('import_other_dates', file, {
      value: day ?? month ?? '',
      detail: dateOrderReason(told),
    });
  }
  return told ?? proven;
}
