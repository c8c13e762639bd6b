import type { Sheet } from './cells/sheet.ts';
import { parseDecimal } from './decimals.ts';
import { type Assumptions, ImportFault } from './faults.ts';
import { type DateOrder, type PrintedTime, readTime } from './times.ts';

export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** What the user says about the dates and numbers of a file; else its cells decide. */
export interface ToldNotation {
  dates?: DateOrder | undefined;
  decimal?: DecimalMark | undefined;
}

/** What counts if no cell decides. Without a mark such a file is refused. */
export interface UsualNotation {
  dates: DateOrder;
  decimal?: DecimalMark;
}

/**
 * Reads dates and numbers of one file, and gathers which of its cells can only be read in one way.
 * `21.04.2024` has the day first, and `1.234,56` a decimal comma; `03.04.2024` and `1.500` fit both.
 */
export class Notation {
  readonly dates: DateOrder;
  readonly decimal: DecimalMark;
  /** The first cell that fits each order, or mark, alone. */
  readonly proofs = new Map<DateOrder | DecimalMark, string>();
  /** The first date, and the first number, that could be read in two ways. */
  openDate = '';
  openNumber = '';

  constructor(dates: DateOrder, decimal: DecimalMark) {
    this.dates = dates;
    this.decimal = decimal;
  }

  /** Reads a date and time. Returns null if it can't be read in this order. */
  time(printed: string): PrintedTime | null {
    const [, first, second] = /^(\d{1,2})[-./](\d{1,2})[-./]\d{4}/.exec(printed) ?? [];
    if (first !== undefined && Number(first) !== Number(second)) {
      const isDay = readTime(printed, 'day first') !== null;
      const isMonth = readTime(printed, 'month first') !== null;
      if (isDay && isMonth) this.openDate ||= printed;
      else if (isDay) this.#prove('day first', printed);
      else if (isMonth) this.#prove('month first', printed);
    }
    return readTime(printed, this.dates);
  }

  /** Reads a number as decimal text. Returns null if it is none. */
  number(printed: string): string | null {
    const [, sign = '', whole = '', rest = ''] = grouped.exec(printed) ?? [];
    if (rest !== '') {
      const mark = markOf(rest);
      const isOpen = rest.length === 4;
      if (isOpen) this.openNumber ||= printed;
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

/** Three digits behind each mark: `1.500`, which could be a fraction, or `1.234.567`. */
const grouped = /^\s*([+−-]?)\s*([1-9]\d{0,2})((?:\.\d{3})+|(?:,\d{3})+)\s*$/;

const markOf = (text: string): DecimalMark => (text.startsWith('.') ? 'point' : 'comma');

/** Workbooks and JSON hold numbers, so a text among them has their point if no cell decides. */
export const usualIn = ({ encoding }: Sheet, dates: DateOrder): UsualNotation =>
  encoding === null ? { dates, decimal: 'point' } : { dates };

/**
 * Reads a file by the notation that all of its cells show. `read` is called again if they show
 * another one than it was called with. Throws an ImportFault if the cells contradict each other, or
 * if nothing decides how a number is meant. `assumed` says which order was taken if no date decides.
 */
export async function readByNotation<Content>(
  file: string,
  told: ToldNotation,
  usual: UsualNotation,
  read: (notation: Notation) => Promise<Content>,
): Promise<{ content: Content; notation: Notation; assumed: Pick<Assumptions, 'dates'> }> {
  const notation = new Notation(
    told.dates ?? usual.dates,
    told.decimal ?? usual.decimal ?? 'point',
  );
  const [first] = await Promise.allSettled([read(notation)]);
  const { dates, fault } = decide(file, notation, told, usual);
  const decimal = told.decimal ?? provenMark(notation) ?? notation.decimal;
  if (fault !== null && (first.status === 'fulfilled' || !fault.is('open_number'))) throw fault;
  const { openDate: example } = notation;
  const isAssumed = dates === null && example !== '';
  const assumed = isAssumed ? { dates: { order: usual.dates, example } } : {};
  const isOther = (dates ?? notation.dates) !== notation.dates || decimal !== notation.decimal;
  if (!isOther) {
    if (first.status === 'rejected') throw first.reason;
    return { content: first.value, notation, assumed };
  }
  const decided = new Notation(dates ?? notation.dates, decimal);
  return { content: await read(decided), notation: decided, assumed };
}

function provenMark({ proofs }: Notation): DecimalMark | undefined {
  const proven = decimalMarks.filter((mark) => proofs.has(mark));
  return proven.length === 1 ? proven[0] : undefined;
}

function decide(
  file: string,
  notation: Notation,
  told: ToldNotation,
  usual: UsualNotation,
): { dates: DateOrder | null; fault: ImportFault | null } {
  const { proofs, openNumber } = notation;
  const [day, month] = [proofs.get('day first'), proofs.get('month first')];
  if (day !== undefined && month !== undefined) {
    return { dates: null, fault: new ImportFault('mixed_dates', file, { day, month }) };
  }
  const proven = day !== undefined ? 'day first' : month !== undefined ? 'month first' : null;
  if (told.dates !== undefined && proven !== null && proven !== told.dates) {
    const date = day ?? month ?? '';
    return {
      dates: null,
      fault: new ImportFault('other_dates', file, { date, order: told.dates }),
    };
  }
  const isOpen = openNumber !== '' && !(told.decimal ?? provenMark(notation) ?? usual.decimal);
  return {
    dates: told.dates ?? proven,
    fault: isOpen ? new ImportFault('open_number', file, { number: openNumber }) : null,
  };
}
