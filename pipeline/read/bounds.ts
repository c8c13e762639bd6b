import { type CodedReason, makeReason, ReasonError } from '../base/reasons/reason.ts';
/**
 * Limits of reading an export. They are far above any real export, so that a hostile file ends
 * soon, in bounded memory, and with a line that says why.
 */
export const bounds = {
  reportBytes: 256 * 1024 * 1024,
  /** Of what a zip archive lists of its files. */
  zipListBytes: 16 * 1024 * 1024,
  zipFiles: 10_000,
  feedBytes: 32 * 1024 * 1024,
  /** Of a file whose format is looked for. */
  peekBytes: 1024 * 1024,
  peekRows: 2000,
  /** Of a folder. */
  peekFiles: 20,
  /** Elements open at once, as in browsers. */
  nesting: 512,
  /** Characters before the row that a report is known by. */
  heading: 1024 * 1024,
  cellsOfRow: 1000,
  charactersOfCell: 64 * 1024,
  /** Of a JSON feed: brackets open at once, and events. */
  nestingOfJson: 16,
  events: 200_000,
  /**
   * Of answers of an API: bytes, values, and lists and objects in all, and the files they are kept
   * in.
   */
  jsonBytes: 64 * 1024 * 1024,
  jsonValues: 4_000_000,
  jsonBrackets: 1_000_000,
  pieces: 1000,
  bytesOfRecord: 64 * 1024,
  /** Of a sheet: trades, bookings and open positions in all, and accounts. */
  heldRows: 200_000,
  accounts: 100,
  /** Lines of warnings of one kind that are written out. */
  named: 20,
  namedTimes: 5,
} as const;

/** Thrown with the reason why an export can't be read; the caller adds the file. */
export class UnreadableExport extends ReasonError {
  override readonly name = 'UnreadableExport';
}

/** Makes the error of an export that can't be read further than a line, counted from 1. */
export const unreadableAt = (line: number, fault: CodedReason): UnreadableExport =>
  new UnreadableExport(makeReason('file_at_line', { line, fault }));

/** Makes the error of a sheet of a workbook that can't be read further than a row. */
export const unreadableRow = (line: number, fault: CodedReason): UnreadableExport =>
  new UnreadableExport(makeReason('file_at_row', { line, fault }));

type Refuse = (line: number, fault: CodedReason) => UnreadableExport;

/** Throws if a row has as many cells as are read. */
export function boundCells(cells: readonly unknown[], line: number, refuse: Refuse): void {
  if (cells.length < bounds.cellsOfRow) return;
  throw refuse(line, makeReason('file_row_cells', { max: bounds.cellsOfRow }));
}

/** Adds text to a cell. Throws if the cell gets longer than any that is read. */
export function addText(cell: { text: string }, part: string, line: number, refuse: Refuse): void {
  cell.text += part;
  if (cell.text.length <= bounds.charactersOfCell) return;
  throw refuse(line, makeReason('file_cell_characters', { max: bounds.charactersOfCell }));
}

/** Lists the first of many names, and how many more there are. */
export function firstNames(names: readonly string[]): string | CodedReason {
  const more = names.length - bounds.named;
  const first = names.slice(0, bounds.named).join(', ');
  return more > 0 ? makeReason('import_and_more', { names: first, count: more }) : first;
}

/** Many lines, of which the first are kept and all are counted. */
export class CountedLines {
  count = 0;
  readonly #first: CodedReason[] = [];

  add(line: CodedReason): void {
    this.count++;
    if (this.#first.length < bounds.named) this.#first.push(line);
  }

  get first(): CodedReason | undefined {
    return this.#first[0];
  }

  /** Returns the first lines, and how many more there are. */
  named(what: string): CodedReason[] {
    return firstLines(this.#first, what, this.count);
  }
}

/** The first of many lines, and how many more there are. */
export function firstLines(
  lines: readonly CodedReason[],
  what: string,
  total = lines.length,
): CodedReason[] {
  const first = lines.slice(0, bounds.named);
  return total > first.length
    ? [...first, makeReason('import_more', { count: total - first.length, what })]
    : first;
}
