import { makeReason } from '../../base/reasons/reason.ts';
import { addText, boundCells, bounds, UnreadableExport, unreadableRow } from '../bounds.ts';
import { shortestDecimal } from '../decimals.ts';
import { createDecoder, encodingOfXml } from '../decode.ts';
import { entriesOf, partsOfEntry, type ZipEntry } from '../zip.ts';
import { daysSince1900, readDateStyles, readDateSystem } from './date-system.ts';
import { type Cell, type TableRow, tidy } from './html-rows.ts';
import { createMarkupReader, type MarkupHandler } from './markup.ts';

/**
 * Yields the rows of a workbook's first sheet in batches as it is unpacked. Cells keep their column
 * and the text in the file, so that no digit is lost. Days of a workbook that counts from 1904
 * become days since 1900, if their cells have a date format. MetaTrader writes its sheets in
 * UTF-16, which common readers of workbooks take for damage.
 */
export async function* rowsOfWorkbook(
  file: string,
  maxBytes: number = bounds.reportBytes,
): AsyncGenerator<readonly TableRow[]> {
  const entries = await entriesOf(file, (name) =>
    /^xl\/(sharedStrings|styles|workbook|worksheets\/[^/]+)\.xml$/.test(name),
  );
  const entryOf = (name: string) => entries.find((entry) => entry.name === `xl/${name}.xml`);
  const texts = entryOf('sharedStrings');
  const sheet = firstSheet(entries);
  const left = { bytes: maxBytes, of: maxBytes };
  if (sheet.size + (texts?.size ?? 0) > maxBytes) throw tooLarge(left);
  const shared: string[] = [];
  const readPart = async (entry: ZipEntry | undefined, handler: MarkupHandler) => {
    if (entry) for await (const _ of xmlOf(file, entry, left, handler));
  };
  await readPart(texts, sharedTexts(shared));
  let isFrom1904 = false;
  await readPart(
    entryOf('workbook'),
    readDateSystem((found) => {
      isFrom1904 = found;
    }),
  );
  /** Styles of cells whose days count from 1904. */
  const stylesFrom1904: boolean[] = [];
  if (isFrom1904) {
    const styles = entryOf('styles');
    if (!styles) throw new UnreadableExport(makeReason('file_no_styles'));
    await readPart(styles, readDateStyles(stylesFrom1904));
  }
  let rows: TableRow[] = [];
  // Cells may name one long text over and over, so what they say counts, not what names it.
  const textAt = (place: number): string | undefined => {
    const text = shared[place];
    left.bytes -= text?.length ?? 0;
    if (left.bytes < 0) throw tooLarge(left);
    return text;
  };
  const handler = sheetRows(textAt, stylesFrom1904, (row) => rows.push(row));
  for await (const _ of xmlOf(file, sheet, left, handler)) {
    yield rows;
    rows = [];
  }
  yield rows;
}

interface Left {
  bytes: number;
  of: number;
}

const tooLarge = ({ of }: Left) =>
  new UnreadableExport(makeReason('file_sheets_too_large', { max: of / 1024 / 1024 }));

function firstSheet(entries: readonly ZipEntry[]): ZipEntry {
  const sheets = entries.filter(({ name }) => name.startsWith('xl/worksheets/'));
  const [first] = sheets.sort((first, second) => (first.name < second.name ? -1 : 1));
  const sheet = sheets.find(({ name }) => name === 'xl/worksheets/sheet1.xml') ?? first;
  if (sheet === undefined) throw new UnreadableExport(makeReason('file_no_sheet'));
  return sheet;
}

/** Reads an entry as XML, and stops after each of its parts. */
async function* xmlOf(
  file: string,
  entry: ZipEntry,
  left: Left,
  handler: MarkupHandler,
): AsyncGenerator<void> {
  const reader = createMarkupReader(handler, true);
  let decode: ReturnType<typeof createDecoder> | undefined;
  for await (const part of partsOfEntry(file, entry)) {
    left.bytes -= part.length;
    if (left.bytes < 0) throw tooLarge(left);
    decode ??= createDecoder(encodingOfXml(part));
    reader.write(decode(part, false));
    yield;
  }
  if (decode) reader.write(decode(new Uint8Array(), true));
  reader.end();
}

type SharedText = (place: number) => string | undefined;

/**
 * Returns the rows of a sheet without empty cells. A cell without a reference follows the last one.
 */
function sheetRows(
  textAt: SharedText,
  stylesFrom1904: readonly boolean[],
  take: (row: TableRow) => void,
): MarkupHandler {
  let row: TableRow | undefined;
  let cell: Cell | undefined;
  let line = 0;
  let next = 0;
  let type = '';
  let isFrom1904 = false;
  let isValue = false;
  /** Of a cell: a formula is there, and no result of it. */
  let isUnsolved = false;
  const sharedBy = (place: string): string => {
    if (place === '') return '';
    const text = /^\d+$/.test(place) ? textAt(Number(place)) : undefined;
    if (text === undefined) throw unreadableRow(line, makeReason('file_no_cell_text'));
    return text;
  };
  return {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        next = 0;
        row = { line, cells: [] };
      } else if (name === 'c' && row !== undefined) {
        boundCells(row.cells, line, unreadableRow);
        const column = columnOf(attributes.r) ?? next;
        next = column + 1;
        cell = { text: '', title: '', colspan: 1, column, isHidden: false };
        type = attributes.t ?? 'n';
        isFrom1904 = stylesFrom1904[Number(attributes.s ?? 0)] ?? false;
        isUnsolved = false;
      } else if (name === 'f') isUnsolved = true;
      else if (name === 'v' || name === 't') {
        isValue = true;
        isUnsolved = false;
      }
    },
    text(part) {
      if (cell !== undefined && isValue) addText(cell, part, line, unreadableRow);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && cell !== undefined) {
        if (isUnsolved) throw unreadableRow(line, makeReason('file_no_formula_result'));
        cell.text = type === 's' ? sharedBy(cell.text) : tidy(textOf(type, cell.text, isFrom1904));
        if (cell.text !== '') row?.cells.push(cell);
        cell = undefined;
      } else if (name === 'row' && row !== undefined) {
        take(row);
        row = undefined;
      }
    },
  };
}

/** Gathers texts that cells name by their number, runs of different type joined. */
function sharedTexts(texts: string[]): MarkupHandler {
  let isText = false;
  let isSpoken = false;
  return {
    open(name) {
      if (name === 'si') texts.push('');
      if (name === 'rPh') isSpoken = true;
      if (name === 't') isText = !isSpoken;
    },
    text(part) {
      if (!isText) return;
      const text = (texts.pop() ?? '') + part;
      if (text.length > bounds.charactersOfCell) {
        const fault = makeReason('file_text_characters', { max: bounds.charactersOfCell });
        throw new UnreadableExport(fault);
      }
      texts.push(text);
    },
    close(name) {
      if (name === 'si') texts.push(tidy(texts.pop() ?? ''));
      if (name === 't') isText = false;
      if (name === 'rPh') isSpoken = false;
    },
  };
}

function textOf(type: string, text: string, isFrom1904: boolean): string {
  if (type !== 'n') return text;
  return isFrom1904 ? daysSince1900(text) : shortestDecimal(text);
}

/** The column of a cell's name: 0 of A1, 26 of AA7. */
function columnOf(name: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
